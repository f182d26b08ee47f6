//! The table of all pages: what was not reproduced, most first, and why.
//!
//! Every page ends with a comment that has its figures for this table, so that the table always says what the
//! pages say, wherever they were made.

use std::cmp::Reverse;
use std::path::Path;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use super::findings::{Counts, Tally, findings};
use super::{Experiment, Results, Verdict};

/// The beginning and the end of the comment in a page.
const COMMENT: [&str; 2] = ["\n<!-- paper index: ", " -->\n"];

/// The line of a page in the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The name of the experiment.
    pub name: String,
    /// Its title.
    pub title: String,
    /// How many of each verdict there are.
    pub tally: Tally,
    /// The reasons for what was published and is not reproduced or open.
    pub reasons: Vec<Explained>,
}

/// A reason and what it explains.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Explained {
    /// The reason; none if nobody gave one.
    pub reason: Option<String>,
    /// The number of figures and claims that are not reproduced for it.
    pub not_reproduced: usize,
    /// The number of those that are open.
    pub open: usize,
}

impl Entry {
    /// The line of an experiment.
    pub fn of(experiment: &Experiment, results: &Results) -> Entry {
        let mut reasons: Vec<Explained> = Vec::new();
        for finding in findings(experiment, results).into_iter().filter(|finding| finding.published) {
            let [not_reproduced, open] = [Verdict::NotReproduced, Verdict::Open]
                .map(|verdict| usize::from(finding.verdict == verdict));
            if not_reproduced + open == 0 {
                continue;
            }
            let reason =
                finding.because.map(|because| format!("{}: {}", because.reason, because.text.trim()));
            match reasons.iter_mut().find(|explained| explained.reason == reason) {
                Some(explained) => {
                    explained.not_reproduced += not_reproduced;
                    explained.open += open;
                }
                None => reasons.push(Explained { reason, not_reproduced, open }),
            }
        }
        reasons.sort_by_key(|explained| (explained.reason.is_some(), Reverse(explained.not_reproduced)));
        let Experiment { name, title, .. } = experiment;
        Entry { name: name.clone(), title: title.clone(), tally: Tally::of(experiment, results), reasons }
    }

    /// The comment at the end of a page.
    pub(crate) fn comment(&self) -> String {
        let text = serde_json::to_string(self).expect("texts and numbers");
        // Two hyphens would be the beginning of the end of the comment.
        format!("{}{}{}", COMMENT[0], text.replace("--", "-\\u002d"), COMMENT[1])
    }

    /// The line of a page that was written before; none if the page does not have it.
    fn read(page: &str) -> Option<Entry> {
        let text = page.split_once(COMMENT[0])?.1.split_once(COMMENT[1])?.0;
        serde_json::from_str(text).ok()
    }

    fn line(&self) -> String {
        let Counts { not_reproduced, open, untested, .. } = self.tally.published;
        let link = format!("[`{0}`](papers/{0}.md)", self.name);
        if self.tally.published.is_empty() {
            return format!("| {link} | {} | - | - | - | - | - | nothing was published |\n", self.title);
        }
        let count = |explained: &Explained| match (explained.not_reproduced, explained.open) {
            (missed, 0) => missed.to_string(),
            (0, open) => format!("{open} open"),
            (missed, open) => format!("{missed} and {open} open"),
        };
        let reason = |explained: &Explained| {
            let reason = explained.reason.as_deref().unwrap_or("not explained");
            format!("{}: {}", count(explained), reason.replace('\n', " ").replace('|', "\\|"))
        };
        let reasons: Vec<String> = self.reasons.iter().map(reason).collect();
        format!(
            "| {link} | {} | {} | {not_reproduced} | {open} | {} | {untested} | {} |\n",
            self.title,
            self.tally.published.tested(),
            self.tally.published.reproduced_in_table(),
            reasons.join("<br>")
        )
    }
}

/// The table of the pages in a folder, the one with the most figures that are not reproduced first, and the sum
/// at its end. A page without counts, made by an earlier version, comes before all.
pub fn table(experiments: &[Experiment], folder: &Path) -> anyhow::Result<String> {
    let (mut lines, mut sum) = (Vec::new(), Counts::default());
    for Experiment { name, title, .. } in experiments {
        let path = folder.join(format!("{name}.md"));
        if !path.exists() {
            lines.push((2, Reverse((0, 0)), format!("| `{name}` | {title} | | | | | | not done yet |\n")));
            continue;
        }
        let page =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        lines.push(match Entry::read(&page) {
            Some(entry) => {
                let Counts { reproduced, wide, not_reproduced, open, untested } = entry.tally.published;
                sum.reproduced += reproduced;
                sum.wide += wide;
                sum.not_reproduced += not_reproduced;
                sum.open += open;
                sum.untested += untested;
                (1, Reverse((not_reproduced, open)), entry.line())
            }
            None => {
                let text = "the page was made before there were these counts";
                let line =
                    format!("| [`{name}`](papers/{name}.md) | {title} | ? | ? | ? | ? | ? | {text} |\n");
                (0, Reverse((0, 0)), line)
            }
        });
    }
    // Stable: otherwise in the order of the program.
    lines.sort_by_key(|(group, misses, _)| (*group, *misses));
    let head = "| experiment | what | tested | not reproduced | open | reproduced | untested | why not |\n\
                | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |\n";
    let text = lines.into_iter().fold(head.to_owned(), |text, (_, _, line)| text + &line);
    let Counts { not_reproduced, open, untested, .. } = sum;
    Ok(text
        + &format!(
            "| all | | {} | {not_reproduced} | {open} | {} | {untested} | |\n",
            sum.tested(),
            sum.reproduced_in_table()
        ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, not_reproduced: usize) -> Entry {
        let published = Counts { reproduced: 1, not_reproduced, ..Counts::default() };
        let reason = Some("other size: a -- b | c".to_owned());
        Entry {
            name: name.to_owned(),
            title: "A title".to_owned(),
            tally: Tally { published, ..Tally::default() },
            reasons: vec![Explained { reason, not_reproduced, open: 0 }],
        }
    }

    #[test]
    fn a_page_tells_what_it_was_given() {
        let entry = entry("cfr", 3);
        let page = format!("# A title\n{}", entry.comment());
        assert_eq!(Entry::read(&page), Some(entry));
        assert_eq!(page.matches("--").count(), 2, "only those of the comment itself");
        assert_eq!(Entry::read("# A title\n"), None);
    }

    #[test]
    fn most_misses_come_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let all = crate::all();
        for (name, not_reproduced) in [("cfr", 1), ("mccfr", 5), ("pimc", 2)] {
            let page = entry(name, not_reproduced).comment();
            std::fs::write(folder.path().join(format!("{name}.md")), page).expect("a page");
        }
        std::fs::write(folder.path().join("oos.md"), "# Of an earlier version\n").expect("a page");
        let table = table(&all, folder.path()).expect("pages");
        let names: Vec<&str> = table.lines().skip(2).filter_map(|line| line.split('`').nth(1)).collect();
        assert_eq!(names[..4], ["oos", "mccfr", "pimc", "cfr"]);
        assert!(table.contains("| 6 | 5 | 0 | 1 | 0 | 5: other size: a -- b \\| c |"), "{table}");
        assert!(table.contains("`icai` | Kinderschnapsen") && table.contains("not done yet"), "{table}");
        assert!(table.ends_with("| all | | 11 | 8 | 0 | 3 | 0 | |\n"), "{table}");
    }
}
