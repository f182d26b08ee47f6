//! The page of an experiment: claims, our figures beside the published ones, verdicts, plots, origin.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context as _;
use hinterhand_charts::{Axis, Chart, Line, Scale as AxisScale};
use hinterhand_players::clock::time;
use hinterhand_players::files::column_file::replace;

use super::experiment::{Cell, Plot, Show, Table};
use super::figure_text::number;
use super::findings::{Finding, Sides, findings, sides, verdict};
use super::index::Entry;
use super::over::word;
use super::{Because, Experiment, Measure, PowerLaw, Results, Scale, Tally, Verdict};

/// A page in Markdown, and the pictures that it shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// The text.
    pub markdown: String,
    /// The pictures by the names of their files.
    pub pictures: Vec<(String, String)>,
}

/// The figures that tables, claims and plots show and that the pieces of work, although done, do not have,
/// unless a reason is given.
pub fn missing(experiment: &Experiment, results: &Results) -> Vec<String> {
    let mut all = Vec::new();
    let mut look = |cell: &str, measure: &str, told: bool| {
        if told {
            return;
        }
        let Some(done) = results.done.get(cell) else { return };
        if !done.outcome.measures.contains_key(measure) {
            let there: Vec<&str> = done.outcome.measures.keys().map(String::as_str).collect();
            all.push(format!("cell `{cell}` has no measure `{measure}`; there is: {}", there.join(", ")));
        }
    };
    for table in &experiment.tables {
        for (row, column) in table.places() {
            let told = table.published_at(row, column).and(table.because_at(row, column)).is_some();
            look(&table.cell_at(row, column), &table.measure_at(row, column), told);
        }
    }
    for claim in &experiment.claims {
        for side in [&claim.less, &claim.than] {
            if let (Err(_), Some((cell, measure))) = (side.parse::<f64>(), side.rsplit_once(": ")) {
                look(cell, measure, claim.because().is_some());
            }
        }
    }
    for plot in &experiment.plots {
        for (line, drawn) in plot.lines.iter().zip(lines(plot, results)) {
            let whole = plot.cells_of(line).iter().all(|cell| results.done.contains_key(cell));
            if whole && drawn.points.is_empty() {
                all.push(format!("plot `{}`: line `{line}` has no points", plot.title));
            }
        }
    }
    all
}

impl Page {
    /// The page of what is done so far.
    pub fn of(experiment: &Experiment, results: &Results, command: &str) -> Page {
        let mut text = String::new();
        let mut put = |part: String| text.push_str(&part);
        put(format!("# {}\n\n", experiment.title));
        for paper in &experiment.papers {
            put(format!("- {paper}\n"));
        }
        put(format!("\n**Verdict:** {}.\n", Tally::of(experiment, results).summary()));
        if !results.is_whole() {
            put(format!(
                "\nOnly {} of {} pieces of work are done.\n",
                results.done.len(),
                results.cells.len()
            ));
        }
        put(not_reproduced(experiment, results));
        for (head, part) in [
            ("What is claimed", &experiment.claim),
            ("What we did", &experiment.setup),
            ("What differs", &experiment.differs),
        ] {
            put(format!("\n## {head}\n\n{}\n", part.trim()));
        }
        if results.scale == Scale::Small {
            put("\nThis is the small scale, a test that all can be done: numbers in the text are those of the full one.\n".to_owned());
        }
        put("\n## Figures\n\nOur figures are in bold, with half the width of their 95 % interval where chance has a part in \
             them. The figures of the paper are below them. \u{2713} reproduced, \u{2717} not reproduced, ? open.\n"
            .to_owned());
        for table in &experiment.tables {
            put(table_text(table, results));
        }
        if !experiment.claims.is_empty() {
            put(claims_text(experiment, results));
        }
        let lines: Vec<Vec<Line>> = experiment.plots.iter().map(|plot| lines(plot, results)).collect();
        let pictures: Vec<(String, String)> = (experiment.plots.iter().zip(&lines).zip(1..))
            .map(|((plot, lines), number)| {
                (format!("{}-{number}.svg", experiment.name), picture(plot, lines))
            })
            .collect();
        if !pictures.is_empty() {
            put("\n## Pictures\n".to_owned());
            for ((plot, (file, _)), lines) in experiment.plots.iter().zip(&pictures).zip(&lines) {
                put(format!("\n![{}]({file})\n", plot.title));
                put(laws(plot, lines));
                put(beyond(plot, lines, results));
            }
        }
        put(made(experiment, results, command));
        put(Entry::of(experiment, results).comment());
        Page { markdown: text, pictures }
    }

    /// Writes the page to a folder, each file whole or not at all.
    pub fn write(&self, folder: &Path, name: &str) -> anyhow::Result<()> {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let page = (format!("{name}.md"), self.markdown.clone());
        for (file, text) in self.pictures.iter().chain([&page]) {
            let path = folder.join(file);
            replace(&path, &mut |out| out.write_all(text.as_bytes()))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

/// What was not reproduced, or stays open, and why: the most frequent reason first, what nobody explains
/// before all.
fn misses(all: &[Finding<'_>]) -> String {
    let mut groups: Vec<(Option<&Because>, Vec<&Finding<'_>>)> = Vec::new();
    for finding in all.iter().filter(|finding| finding.verdict != Verdict::Reproduced) {
        let because = finding.because.filter(|_| finding.verdict != Verdict::Untested);
        match groups.iter_mut().find(|(reason, _)| *reason == because) {
            Some((_, of)) => of.push(finding),
            None => groups.push((because, vec![finding])),
        }
    }
    groups.sort_by_key(|(because, of)| (because.is_some(), std::cmp::Reverse(of.len())));
    let mut text = String::new();
    for (because, of) in groups {
        text += &match because {
            Some(because) => {
                format!("\n**{}:** {}\n", capital(&because.reason.to_string()), because.text.trim())
            }
            None => "\n**Not explained.**\n".to_owned(),
        };
        text += "\n| what | published | ours | |\n| --- | --- | --- | --- |\n";
        for Finding { what, theirs, ours, verdict, .. } in of {
            text += &format!("| {} | {theirs} | {ours} | {verdict} |\n", in_table(what));
        }
    }
    text
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The first part of the page: what does not come out as published.
fn not_reproduced(experiment: &Experiment, results: &Results) -> String {
    let (published, own): (Vec<_>, Vec<_>) =
        findings(experiment, results).into_iter().partition(|finding| finding.published);
    let [missed, others] = [misses(&published), misses(&own)];
    let mut text = String::new();
    if !published.is_empty() {
        text += "\n## What was not reproduced, and why\n";
        text += if missed.is_empty() {
            "\nEverything that was published and tested was reproduced.\n"
        } else {
            &missed
        };
    }
    if !others.is_empty() {
        text += "\n## What is not as counted earlier, or as expected\n\nThese figures and claims do not count as published.\n";
        text += &others;
    }
    text
}

fn table_text(table: &Table, results: &Results) -> String {
    let mut text = format!("\n### {}\n\n| |", table.title);
    table.columns.iter().for_each(|column| text += &format!(" {} |", in_table(column)));
    text += "\n| --- |";
    table.columns.iter().for_each(|_| text += " ---: |");
    text += "\n";
    for (number, row) in table.rows.iter().enumerate() {
        text += &format!("| {} |", in_table(row));
        for column in 0..table.columns.len() {
            text += &place_text(table, results, number, column);
        }
        text += "\n";
    }
    text += "\n";
    let known = (!table.known.is_empty()).then(|| format!("Theirs: {}.", table.known));
    let test = match table.test {
        Some(test) => Some(format!("Reproduced if {test}.")),
        None if table.theirs.is_empty() => None,
        None => Some("Shown beside each other, untested.".to_owned()),
    };
    let note = (!table.note.is_empty()).then(|| table.note.trim().to_owned());
    let remarks: Vec<String> = [known, test, note].into_iter().flatten().collect();
    text + &remarks.join(" ") + if remarks.is_empty() { "" } else { "\n" }
}

fn claims_text(experiment: &Experiment, results: &Results) -> String {
    let mut text =
        "\n## Claims\n\n| claim | how known | size | less | than | |\n| --- | --- | --- | ---: | ---: | --- |\n".to_owned();
    for claim in &experiment.claims {
        let Sides { figures, effect, verdict } = sides(claim, results);
        let [less, than] =
            figures.map(|side| side.map_or_else(String::new, |side| number(&side, Show::Plain)));
        let effect = effect.map_or_else(String::new, |effect| effect.to_string());
        text += &format!(
            "| {} | {} | {effect} | {less} | {than} | {verdict} |\n",
            in_table(&claim.text),
            in_table(&claim.known)
        );
    }
    text + "\nSize: how much less the publication says it is, or, where it gives no size, what we ask for. A claim counts as \
            reproduced if the figures differ by that and by more than half the width of the 95 % interval of the \
            difference, as open if that width does not allow a decision or is not known, and as not reproduced otherwise.\n"
}

fn place_text(table: &Table, results: &Results, row: usize, column: usize) -> String {
    let mark = match verdict(table, results, row, column) {
        Verdict::Reproduced => " \u{2713}",
        Verdict::NotReproduced => " \u{2717}",
        Verdict::Open => " ?",
        Verdict::Untested => "",
    };
    let ours = results.measure(&table.cell_at(row, column), &table.measure_at(row, column));
    match (ours.map(|ours| number(&ours, table.show)), table.published_at(row, column)) {
        (Some(ours), Some(published)) => format!(" **{ours}**<br>{published}{mark} |"),
        (Some(ours), None) => format!(" **{ours}** |"),
        (None, Some(published)) => format!(" none<br>{published}{mark} |"),
        (None, None) => " |".to_owned(),
    }
}

/// A text in a table, in which a bar would end a column.
fn in_table(text: &str) -> String {
    text.replace('|', "\\|")
}

/// The lines of a plot.
fn lines(plot: &Plot, results: &Results) -> Vec<Line> {
    let line = |name: &String| {
        let points = match (&plot.curve, &plot.measure) {
            (Some(curve), _) => {
                let done = results.done.get(&plot.cell.replace("{line}", name));
                let curve = done.and_then(|done| done.outcome.curves.get(&curve.replace("{line}", name)));
                curve.map_or_else(Vec::new, |curve| curve.iter().map(|&[x, y]| (x, y)).collect())
            }
            (None, measure) => {
                let measure = measure.clone().unwrap_or_default().replace("{line}", name);
                let point = |(at, cell): (&toml::Value, String)| {
                    let x = match &plot.across {
                        Some(across) => results.measure(&cell, across)?.value,
                        None => word(at).parse().ok()?,
                    };
                    Some((x, results.measure(&cell, &measure.replace("{at}", &word(at)))?.value))
                };
                let mut points: Vec<_> = plot.at.iter().zip(plot.cells_of(name)).filter_map(point).collect();
                points.sort_by(|one, other| one.0.total_cmp(&other.0));
                points
            }
        };
        Line { name: name.clone(), points }
    };
    plot.lines.iter().map(line).collect()
}

fn picture(plot: &Plot, lines: &[Line]) -> String {
    let axis = |label: &str, log: bool| Axis {
        label: label.to_owned(),
        scale: if log { AxisScale::Logarithmic } else { AxisScale::Linear },
    };
    Chart {
        title: plot.title.clone(),
        x: axis(&plot.x, plot.log_x),
        y: axis(&plot.y, plot.log_y),
        lines: lines.to_vec(),
    }
    .svg()
}

/// The power laws fitted to the lines, if the plot asks for them.
fn laws(plot: &Plot, lines: &[Line]) -> String {
    let Some(from) = plot.law_from else { return String::new() };
    let mut text = format!(
        "\nThe exponents of power laws, {} against {}, fitted to the points from {from} on; beside each half the width of its 95 % \
         interval, as if points left the line by chance alone.\n\n| line | exponent |\n| --- | ---: |\n",
        plot.y, plot.x
    );
    for line in lines {
        let points: Vec<(f64, f64)> = line.points.iter().copied().filter(|(x, _)| *x >= from).collect();
        let exponent = PowerLaw::through(&points).map_or_else(
            || "too few points".to_owned(),
            |law| format!("{:.2} \u{b1} {:.2}", law.exponent, law.half_width),
        );
        text += &format!("| {} | {exponent} |\n", line.name);
    }
    text
}

/// What the laws of a plot say about cells that are no points of it.
fn beyond(plot: &Plot, lines: &[Line], results: &Results) -> String {
    let (Some(from), Some(across)) = (plot.law_from, &plot.across) else { return String::new() };
    if plot.law_at.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "\nNot measured but estimated by these laws, with the 95 % interval of one more point, if the law goes on:\n\n\
         | | {} | line | {} |\n| --- | ---: | --- | ---: |\n",
        plot.x, plot.y
    );
    for line in lines {
        let points: Vec<(f64, f64)> = line.points.iter().copied().filter(|(x, _)| *x >= from).collect();
        let Some(law) = PowerLaw::through(&points) else { continue };
        for cell in &plot.law_at {
            let Some(x) = results.measure(cell, across).filter(|x| x.value > 0.0) else { continue };
            let (y, [low, high]) = law.at(x.value);
            text += &format!(
                "| {} | {} | {} | {y:.1e} ({low:.1e} to {high:.1e}) |\n",
                in_table(cell),
                number(&Measure::exact(x.value), Show::Count),
                line.name
            );
        }
    }
    text
}

/// The note on how the page was made.
fn made(experiment: &Experiment, results: &Results, command: &str) -> String {
    let mut text = format!("\n## How it was made\n\n```sh\n{command}\n```\n\n");
    let one_or_all = |of: fn(&hinterhand_matches::store::KeptCell) -> &str| {
        let mut all: Vec<&str> = results.done.values().map(of).filter(|text| !text.is_empty()).collect();
        all.sort_unstable();
        all.dedup();
        all.join("; ")
    };
    let draws = results.cells.iter().any(|cell| cell.work.draws());
    if draws {
        let _ = writeln!(text, "- seed: {}", results.seed);
    }
    for (what, known) in [
        ("commit of the folder in which it ran", one_or_all(|cell| &cell.commit)),
        ("machine", one_or_all(|cell| &cell.machine)),
        ("version", one_or_all(|cell| &cell.version)),
        ("time of all pieces, one after the other", time::format(results.seconds())),
        ("ended", results.done.values().map(|cell| cell.ended.clone()).max().unwrap_or_default()),
    ] {
        let known = if known.is_empty() { "not known" } else { &known };
        let _ = writeln!(text, "- {what}: {known}");
    }
    text += if results.cells.iter().any(Cell::goes_by_the_clock) {
        "\nWhere bots think by the clock (`time=`), figures depend on the speed of the machine. All others but times depend on the \
         seed alone, whatever the number of threads.\n"
    } else if draws {
        "\nEverything but times depends on the seed alone, whatever the number of threads.\n"
    } else {
        "\nNothing is drawn at random: everything but times is the same in each run, whatever the number of threads.\n"
    };
    let _ = writeln!(
        text,
        "\n<details><summary>The {} pieces of work</summary>\n\n| piece | work | seconds |\n| --- | --- | ---: |",
        results.cells.len()
    );
    for cell in &results.cells {
        let seconds = results
            .done
            .get(&cell.name)
            .map_or_else(|| "not done".to_owned(), |done| format!("{:.1}", done.seconds));
        let _ = writeln!(text, "| {} | `{}` | {seconds} |", in_table(&cell.name), in_table(&cell.text));
    }
    let _ = writeln!(text, "\n</details>\n\nExperiment `{}`.", experiment.name);
    text
}
