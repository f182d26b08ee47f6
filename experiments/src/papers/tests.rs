//! The frame around the work: reading, running, stopping, going on, the page.

use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::store::{Durability, Store};

const KUHN: &str = r#"
name = "kuhn"
title = "Kuhn poker"
papers = ["Kuhn 1950"]
claim = "The value is -1/18."
setup = "CFR."
differs = "Nothing."

[[cells]]
name = "{algorithm}"
over = { algorithm = ["cfr", "cfr+", "pcfr+"] }
work = { kind = "convergence", game = "kuhn", algorithm = "{algorithm}", at = [20, 100] }
small = { iterations = 20 }
full = { iterations = 300 }

[[tables]]
title = "Value"
rows = ["cfr+", "pcfr+"]
columns = ["value"]
cell = "{row}"
measure = "{column}"
show = "exact"
known = "exact"
test = { within = 1e-3 }
theirs = [["-1/18"], ["0.5"]]

[[claims]]
text = "CFR+ is faster"
less = "cfr+: exploitability at 100"
than = "cfr: exploitability at 100"
known = "Tammelin"

[[plots]]
title = "Curves"
x = "iterations"
y = "exploitability"
log_x = true
log_y = true
lines = ["cfr", "cfr+"]
cell = "{line}"
curve = "exploitability"
"#;

struct Desktop {
    _folder: tempfile::TempDir,
    store: Store,
    solution: Solution,
    experiment: Experiment,
}

fn desktop() -> Desktop {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("store"), Durability::Process).expect("a store");
    let solution = Solution::new(folder.path(), Scale::Small);
    Desktop { _folder: folder, store, solution, experiment: Experiment::read(KUHN).expect("an experiment") }
}

impl Desktop {
    fn results(&self) -> Results {
        Results::read(&self.store, &self.experiment, Scale::Full, 1).expect("what is kept")
    }

    fn run(&self, threads: usize, stop: &AtomicBool, progress: impl FnMut(&str, usize)) -> Results {
        let mut results = self.results();
        run(&self.store, &self.experiment, &mut results, &self.solution, threads, stop, progress)
            .expect("it can be done");
        self.results()
    }
}

fn outcomes(results: &Results) -> Vec<(String, f64, f64)> {
    let of = |cell: &crate::store::KeptCell| {
        let measures = &cell.outcome.measures;
        (cell.cell.clone(), measures["exploitability"].value, measures["value"].value)
    };
    results.done.values().map(of).collect()
}

#[test]
fn every_experiment_of_the_program_can_be_read() {
    let all = all();
    for experiment in &all {
        assert_eq!(
            all.iter().filter(|other| other.name == experiment.name).count(),
            1,
            "{}",
            experiment.name
        );
        assert!(
            !experiment.papers.is_empty() && !experiment.claim.is_empty() && !experiment.differs.is_empty()
        );
        for scale in [Scale::Small, Scale::Full] {
            assert!(!experiment.cells(scale).expect("cells").is_empty(), "{}", experiment.name);
        }
    }
}

#[test]
fn what_is_stopped_goes_on_to_the_same_figures_on_any_number_of_threads() {
    let never = AtomicBool::new(false);
    let whole = desktop();
    let whole = outcomes(&whole.run(1, &never, |_, _| ()));
    assert_eq!(whole.len(), 3);
    let parts = desktop();
    let stop = AtomicBool::new(false);
    let stopped = parts.run(1, &stop, |_, _| stop.store(true, Ordering::Relaxed));
    assert_eq!(stopped.done.len(), 1);
    let mut again = Vec::new();
    let done = parts.run(2, &never, |name, _| again.push(name.to_owned()));
    assert!(done.is_whole() && again.len() == 2 && !again.contains(&"cfr".to_owned()), "{again:?}");
    assert_eq!(outcomes(&done), whole);
}

#[test]
fn the_page_says_what_is_reproduced_and_what_is_not() {
    let desktop = desktop();
    let results = desktop.run(2, &AtomicBool::new(false), |_, _| ());
    let tally = Tally::of(&desktop.experiment, &results);
    assert_eq!(tally, Tally { reproduced: 2, not_reproduced: 1, open: 0 });
    let page = Page::of(&desktop.experiment, &results, "hinterhand paper run kuhn");
    for part in [
        "**Verdict:** 2 of 3 figures and claims reproduced, 1 not reproduced, 0 left open by chance.",
        "| CFR+ is faster | Tammelin |",
        "<br>-1/18 \u{2713} |",
        "<br>0.5 \u{2717} |",
        "hinterhand paper run kuhn",
        "![Curves](kuhn-1.svg)",
        "- seed: 1\n",
    ] {
        assert!(page.markdown.contains(part), "no {part} in {}", page.markdown);
    }
    assert!(page.pictures[0].1.contains("<path class=\"line1\""));
}

#[test]
fn what_does_not_fit_together_is_refused() {
    for (part, instead, expected) in [
        ("cell = \"{row}\"", "cell = \"x{row}\"", "table `Value` speaks of cell `xcfr+`, and there is none"),
        (
            "theirs = [[\"-1/18\"], [\"0.5\"]]",
            "theirs = [[\"1\"]]",
            "`theirs` has other rows or columns than the table",
        ),
        ("than = \"cfr: ex", "than = \"dcfr: ex", "speaks of cell `dcfr`"),
        ("lines = [\"cfr\", ", "lines = [\"lcfr\", ", "plot `Curves` speaks of cell `lcfr`"),
        ("kind = \"convergence\"", "kind = \"converge\"", "unknown variant `converge`"),
        ("at = [20, 100]", "att = [20]", "unknown field `att`"),
        ("\"cfr+\", \"pcfr+\"] }", "\"cfr\"] }", "two cells are called `cfr`"),
        ("claim = \"The", "clam = \"The", "did you mean `claim`?"),
        ("[\"0.5\"]]", "[\"half\"]]", "`half`: expected a number such as 8.2e-3"),
    ] {
        assert!(KUHN.contains(part), "{part}");
        let error = Experiment::read(&KUHN.replacen(part, instead, 1)).unwrap_err().to_string();
        assert!(error.contains(expected), "{instead}: {error}");
    }
}
