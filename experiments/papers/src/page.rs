//! The page of an experiment: claims, our figures beside the published ones, verdicts, plots, origin.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context as _;
use hinterhand_charts::{Axis, Chart, Line, Scale as AxisScale};
use hinterhand_players::clock::time;
use hinterhand_players::files::column_file::replace;

use super::experiment::{Claim, Plot, Show, Table, word};
use super::{Experiment, Measure, PowerLaw, Results, Scale, Verdict};

/// A page in Markdown, and the pictures that it shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// The text.
    pub markdown: String,
    /// The pictures by the names of their files.
    pub pictures: Vec<(String, String)>,
}

/// The number of each verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Reproduced.
    pub reproduced: usize,
    /// Not reproduced.
    pub not_reproduced: usize,
    /// Open.
    pub open: usize,
}

/// The verdicts on all figures and claims of an experiment that can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Of what was published.
    pub published: Counts,
    /// Of what was expected, or counted earlier by this project.
    pub unpublished: Counts,
}

impl Counts {
    fn count(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Reproduced => self.reproduced += 1,
            Verdict::NotReproduced => self.not_reproduced += 1,
            Verdict::Open => self.open += 1,
            Verdict::NoComparison => {}
        }
    }

    fn all(&self) -> usize {
        self.reproduced + self.not_reproduced + self.open
    }

    fn text(&self) -> String {
        let Counts { reproduced, not_reproduced, open } = *self;
        match self.all() {
            all if reproduced == all => format!("all {all}"),
            all => format!("{reproduced} of {all}, {not_reproduced} not, {open} left open by chance"),
        }
    }
}

impl Tally {
    /// The verdicts on what is done so far.
    pub fn of(experiment: &Experiment, results: &Results) -> Tally {
        let mut tally = Tally::default();
        for table in &experiment.tables {
            let counts = if table.published { &mut tally.published } else { &mut tally.unpublished };
            let verdict = |(row, column)| Some(figure(table, results, row, column)?.1);
            table.places().filter_map(verdict).for_each(|verdict| counts.count(verdict));
        }
        for claim in &experiment.claims {
            let counts = if claim.published { &mut tally.published } else { &mut tally.unpublished };
            if let Some((_, verdict)) = sides(claim, results) {
                counts.count(verdict);
            }
        }
        tally
    }

    /// The tally in words.
    pub fn summary(&self) -> String {
        let published = match self.published.all() {
            0 => "nothing that was published can be compared".to_owned(),
            _ => format!(
                "of the figures and claims that were published, reproduced: {}",
                self.published.text()
            ),
        };
        match self.unpublished.all() {
            0 => published,
            _ => format!(
                "{published}; of earlier counts and of what was expected, as it was: {}",
                self.unpublished.text()
            ),
        }
    }
}

/// The figures that tables, claims and plots show and that the pieces of work, although done, do not have.
pub fn missing(experiment: &Experiment, results: &Results) -> Vec<String> {
    let mut all = Vec::new();
    let mut look = |cell: &str, measure: &str| {
        let Some(done) = results.done.get(cell) else { return };
        if !done.outcome.measures.contains_key(measure) {
            let there: Vec<&str> = done.outcome.measures.keys().map(String::as_str).collect();
            all.push(format!("cell `{cell}` has no measure `{measure}`; there is: {}", there.join(", ")));
        }
    };
    for table in &experiment.tables {
        table
            .places()
            .for_each(|(row, column)| look(&table.cell_at(row, column), &table.measure_at(row, column)));
    }
    for side in experiment.claims.iter().flat_map(|claim| [&claim.less, &claim.than]) {
        if let (Err(_), Some((cell, measure))) = (side.parse::<f64>(), side.rsplit_once(": ")) {
            look(cell, measure);
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
             them. The figures of the paper are below them. \u{2713} reproduced, \u{2717} not reproduced.\n"
            .to_owned());
        for table in &experiment.tables {
            put(table_text(table, results));
        }
        if !experiment.claims.is_empty() {
            put("\n## Claims\n\n| claim | how known | less | than | |\n| --- | --- | ---: | ---: | --- |\n"
                .to_owned());
            for claim in &experiment.claims {
                let shown = match sides(claim, results) {
                    Some(([less, than], verdict)) => {
                        format!("{} | {} | {verdict}", number(&less, Show::Plain), number(&than, Show::Plain))
                    }
                    None => "| | not done".to_owned(),
                };
                put(format!("| {} | {} | {shown} |\n", in_table(&claim.text), in_table(&claim.known)));
            }
            put("\nA claim counts as reproduced if the difference is larger than half the width of its 95 % interval, and \
                 as open if it is smaller or that width is not known.\n"
                .to_owned());
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
            }
        }
        put(made(experiment, results, command));
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

/// Our figure with its verdict, if the figure is there.
fn figure(table: &Table, results: &Results, row: usize, column: usize) -> Option<(Measure, Verdict)> {
    let ours = results.measure(&table.cell_at(row, column), &table.measure_at(row, column))?;
    let verdict = table.published_at(row, column).map(|published| Verdict::of(&ours, published, table.test));
    Some((ours, verdict.unwrap_or(Verdict::NoComparison)))
}

/// Both sides of a claim and the verdict.
fn sides(claim: &Claim, results: &Results) -> Option<([Measure; 2], Verdict)> {
    let side = |text: &str| match text.parse() {
        Ok(number) => Some(Measure::exact(number)),
        Err(_) => {
            let (cell, measure) = text.rsplit_once(": ")?;
            results.measure(cell, measure)
        }
    };
    let (less, than) = (side(&claim.less)?, side(&claim.than)?);
    Some(([less, than], Verdict::of_order(&less.times(claim.times), &than)))
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
            text += &match figure(table, results, number, column) {
                Some((ours, verdict)) => place_text(table, &ours, verdict, number, column),
                None => " |".to_owned(),
            };
        }
        text += "\n";
    }
    text += "\n";
    let known = (!table.known.is_empty()).then(|| format!("Theirs: {}.", table.known));
    let test = match table.test {
        Some(test) => Some(format!("Reproduced if {test}.")),
        None if table.theirs.is_empty() => None,
        None => Some("Shown beside each other; no test would be fair.".to_owned()),
    };
    let note = (!table.note.is_empty()).then(|| table.note.trim().to_owned());
    let remarks: Vec<String> = [known, test, note].into_iter().flatten().collect();
    text + &remarks.join(" ") + if remarks.is_empty() { "" } else { "\n" }
}

fn place_text(table: &Table, ours: &Measure, verdict: Verdict, row: usize, column: usize) -> String {
    let mark = match verdict {
        Verdict::Reproduced => " \u{2713}",
        Verdict::NotReproduced => " \u{2717}",
        Verdict::Open | Verdict::NoComparison => "",
    };
    let ours = self::number(ours, table.show);
    match table.published_at(row, column) {
        Some(published) => format!(" **{ours}**<br>{published}{mark} |"),
        None => format!(" **{ours}** |"),
    }
}

/// A figure with half the width of its interval, in the same digits.
fn number(measure: &Measure, show: Show) -> String {
    // Sums that cancel each other leave rounding errors.
    let rounding = measure.interval_95.map_or(0.0, |[low, high]| 1e-9 * (high - low));
    let value = if measure.value.abs() < rounding { 0.0 } else { measure.value };
    let size = value.abs();
    let is_exact = measure.interval_95.is_none() && !measure.uncertain;
    let digits = |number: f64| match show {
        Show::Count if size < if is_exact { 1e12 } else { 1e4 } => format!("{number:.0}"),
        Show::Count => format!("{number:.3e}"),
        Show::Plain if size >= 1e5 || size < 1e-3 && size > 0.0 => format!("{number:.2e}"),
        Show::Plain => {
            let whole = (1..5).take_while(|&power| size >= 10_f64.powi(power)).count();
            format!("{number:.*}", 4 - whole)
        }
        Show::Power => format!("{number:.1e}"),
        Show::Percent => format!("{number:.1}"),
        Show::Exact if number.fract() == 0.0 => format!("{number}"),
        Show::Exact if number.abs() < 1e-6 => format!("{number:.1e}"),
        Show::Exact => format!("{number:.10}"),
    };
    let unsigned_zero = |number: f64| {
        let text = digits(number);
        // A zero has no sign.
        let is_zero = text.parse::<f64>().is_ok_and(|number| number == 0.0);
        text.strip_prefix('-').filter(|_| is_zero).map(str::to_owned).unwrap_or(text)
    };
    match measure.interval_95 {
        Some([low, high]) => {
            let (below, above) = (value - low, high - value);
            let even = (above - below).abs() <= 0.02 * (above + below);
            if even {
                format!("{} \u{b1} {}", unsigned_zero(value), unsigned_zero(above))
            } else {
                format!("{} ({} to {})", unsigned_zero(value), unsigned_zero(low), unsigned_zero(high))
            }
        }
        None if measure.uncertain => format!("{} (?)", unsigned_zero(value)),
        None => unsigned_zero(value),
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
        "\nFitted from {} {from} on, the {} goes with a power of that; beside it half the width of its 95 % interval, as if points \
         left the line by chance alone.\n\n| line | exponent |\n| --- | ---: |\n",
        plot.x, plot.y
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

/// The note on how the page was made.
fn made(experiment: &Experiment, results: &Results, command: &str) -> String {
    let mut text = format!("\n## How it was made\n\n```sh\n{command}\n```\n\n");
    let one_or_all = |of: fn(&hinterhand_matches::store::KeptCell) -> &str| {
        let mut all: Vec<&str> = results.done.values().map(of).filter(|text| !text.is_empty()).collect();
        all.sort_unstable();
        all.dedup();
        all.join("; ")
    };
    for (what, known) in [
        ("seed", results.seed.to_string()),
        ("commit of the folder in which it ran", one_or_all(|cell| &cell.commit)),
        ("machine", one_or_all(|cell| &cell.machine)),
        ("version", one_or_all(|cell| &cell.version)),
        ("time of all pieces, one after the other", time::format(results.seconds())),
        ("ended", results.done.values().map(|cell| cell.ended.clone()).max().unwrap_or_default()),
    ] {
        let known = if known.is_empty() { "not known" } else { &known };
        let _ = writeln!(text, "- {what}: {known}");
    }
    let _ = writeln!(
        text,
        "\nEverything but times depends on the seed alone, whatever the number of threads.\n\n<details><summary>The {} pieces of \
         work</summary>\n\n| piece | work | seconds |\n| --- | --- | ---: |",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_has_the_digits_of_its_figure() {
        for (value, half, show, expected) in [
            (0.25112, 0.0123456, Show::Plain, "0.2511 \u{b1} 0.0123"),
            (123.456, 0.51, Show::Plain, "123.46 \u{b1} 0.51"),
            (0.0, 0.0, Show::Plain, "0.0000 \u{b1} 0.0000"),
            (2.5e-4, 1e-5, Show::Plain, "2.50e-4 \u{b1} 1.00e-5"),
            (-3e-18, 0.0724, Show::Plain, "0.0000 \u{b1} 0.0724"),
            (49.27, 2.68, Show::Percent, "49.3 \u{b1} 2.7"),
            (0.0012, 0.0001, Show::Power, "1.2e-3 \u{b1} 1.0e-4"),
        ] {
            let measure = Measure::estimated(value, Some([value - half, value + half]));
            assert_eq!(number(&measure, show), expected);
        }
        assert_eq!(number(&Measure::exact(6_182_427_252.0), Show::Exact), "6182427252");
        assert_eq!(number(&Measure::exact(-1.0 / 18.0), Show::Exact), "-0.0555555556");
        assert_eq!(number(&Measure::exact(90_720.0), Show::Count), "90720");
        assert_eq!(number(&Measure::exact(3.6324288e14), Show::Count), "3.632e14");
        let estimated = Measure::estimated(8.306e10, Some([8.3e10, 8.312e10]));
        assert_eq!(number(&estimated, Show::Count), "8.306e10 \u{b1} 6.000e7");
    }
}
