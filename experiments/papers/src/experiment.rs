//! The file of an experiment: what the paper claims, what is computed, and which figures are compared.
//!
//! ```toml
//! name = "kuhn"
//! title = "Kuhn poker by CFR"
//! papers = ["Zinkevich, Johanson, Bowling, Piccione: Regret Minimization in Games with Incomplete Information (2007)"]
//! claim = "CFR comes to an equilibrium of Kuhn poker, whose value is -1/18."
//! setup = "Alternating updates."
//! differs = "Nothing that matters to a value."
//!
//! [[cells]]
//! name = "{algorithm}"
//! over = { algorithm = ["cfr", "cfr+"] }
//! work = { kind = "convergence", game = "kuhn", algorithm = "{algorithm}" }
//! small = { iterations = 100 }
//! full = { iterations = 10_000 }
//!
//! [[tables]]
//! title = "Value"
//! cell = "{row}"
//! rows = ["cfr", "cfr+"]
//! columns = ["value"]
//! measure = "{column}"
//! known = "exact"
//! test = { within = 1e-3 }
//! theirs = [["-1/18"], ["-1/18"]]
//! ```
//!
//! Cells are the pieces of work. A cell with lists in `over` is one cell for each combination of their
//! values, and words in braces stand for these values. `small` and `full` are added to the work at each
//! scale.

use hinterhand_players::bots::BotSpec;
use hinterhand_players::files::toml_text::{self, TomlError};
use serde::Deserialize;
use toml::{Table as Toml, Value};

use super::derived::{Derived, Means, RoundRobin};
use super::over::{choices, fill, filled, word};
use super::work::Work;
use super::{Because, Claim, PublishedFigure};

/// An experiment.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The name in commands and files.
    pub name: String,
    /// The title of its page.
    pub title: String,
    /// The papers that published it.
    pub papers: Vec<String>,
    /// The claim of the papers.
    pub claim: String,
    /// Our setup.
    pub setup: String,
    /// The differences to the setup of the papers.
    pub differs: String,
    /// The seed of all random numbers.
    #[serde(default = "seed")]
    pub seed: u64,
    cells: Vec<Cells>,
    /// Means over cells.
    #[serde(default)]
    means: Vec<Means>,
    /// Standings of all against all.
    #[serde(default)]
    round_robins: Vec<RoundRobin>,
    /// Figures in rows and columns.
    #[serde(default)]
    pub tables: Vec<Table>,
    /// Claims that one figure is less than another.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// The plots.
    #[serde(default)]
    pub plots: Vec<Plot>,
}

/// Pieces of work with one description.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cells {
    name: String,
    #[serde(default)]
    over: Toml,
    work: Toml,
    /// The additions to the work at this scale; without them the cells are not done there.
    small: Option<Toml>,
    full: Option<Toml>,
}

/// The amount of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Little of everything, in a minute: a test that all of it can be done.
    Small,
    /// The amount whose figures the page shows.
    Full,
}

impl Scale {
    /// The name in commands and stores.
    pub fn name(self) -> &'static str {
        match self {
            Scale::Small => "small",
            Scale::Full => "full",
        }
    }
}

/// A piece of work with its name.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// The name, unique within the experiment.
    pub name: String,
    /// The description of the work.
    pub work: Work,
    /// The description as JSON: all that the result depends on besides the seed and, if it goes by the clock, the
    /// machine.
    pub text: String,
}

impl Cell {
    /// Whether one of its bots thinks by the clock, so that figures depend on the speed of the machine.
    pub fn goes_by_the_clock(&self) -> bool {
        fn names_such_a_bot(work: &serde_json::Value) -> bool {
            use serde_json::Value;
            match work {
                Value::String(text) => text.parse::<BotSpec>().is_ok_and(|bot| bot.goes_by_the_clock()),
                Value::Array(values) => values.iter().any(names_such_a_bot),
                Value::Object(values) => values.values().any(names_such_a_bot),
                _ => false,
            }
        }
        serde_json::from_str(&self.text).is_ok_and(|work| names_such_a_bot(&work))
    }
}

/// Figures in rows and columns, ours beside the published ones.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The title.
    pub title: String,
    /// The headings of the rows; `{row}` in the names of cells and measures.
    pub rows: Vec<String>,
    /// The headings of the columns; `{column}`.
    pub columns: Vec<String>,
    /// The name of the cell of a figure.
    pub cell: String,
    /// The name of the measure of a figure.
    pub measure: String,
    /// The format of the numbers.
    #[serde(default)]
    pub show: Show,
    /// The published figures; empty where there is none.
    #[serde(default)]
    pub theirs: Vec<Vec<PublishedFigure>>,
    /// The publication of the figures, and how we know them.
    #[serde(default)]
    pub known: String,
    /// The test by which a figure counts as reproduced; without one nothing is compared.
    pub test: Option<Test>,
    /// A note below the table.
    #[serde(default)]
    pub note: String,
    /// Whether the figures beside ours were published; otherwise they are earlier counts of this project.
    #[serde(default = "yes")]
    pub published: bool,
    /// The reasons for figures that are not reproduced.
    #[serde(default)]
    because: Vec<Because>,
}

/// The format of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Show {
    /// With four significant digits.
    #[default]
    Plain,
    /// In scientific notation.
    Power,
    /// With one decimal place: per cent.
    Percent,
    /// With all digits.
    Exact,
    /// As an integer; with four digits if it is estimated or too long.
    Count,
}

/// The test by which our figure reproduces the published one.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Test {
    /// Rounded to the printed digits it is the same number.
    Digits,
    /// The difference lies within its 99 % interval, by the intervals of both.
    Interval,
    /// The maximum difference.
    Within(f64),
    /// The maximum ratio of the larger to the smaller one; numbers below 1e-9 are equal, since they are
    /// rounding errors.
    Factor(f64),
}

/// A plot.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// The label of the horizontal axis.
    pub x: String,
    /// The label of the vertical axis.
    pub y: String,
    /// Whether the horizontal axis is logarithmic.
    #[serde(default)]
    pub log_x: bool,
    /// Whether the vertical axis is logarithmic.
    #[serde(default)]
    pub log_y: bool,
    /// The names of the lines; `{line}` in the names of cells and measures.
    pub lines: Vec<String>,
    /// The name of the cell of a line or of one of its points.
    pub cell: String,
    /// The name of the curve of that cell, if the cell has the whole line.
    pub curve: Option<String>,
    /// The name of the measure, if the points come from several cells.
    pub measure: Option<String>,
    /// The values of `{at}`, one for each point: its x.
    #[serde(default)]
    pub at: Vec<Value>,
    /// The name of the measure that is the x of a point, if that is not `{at}` itself.
    pub across: Option<String>,
    /// The least x of the points to which a power law is fitted, if one is wanted.
    pub law_from: Option<f64>,
    /// The names of cells at whose x, the measure `across`, the law is evaluated: estimates beyond the
    /// points.
    #[serde(default)]
    pub law_at: Vec<String>,
}

fn seed() -> u64 {
    2026
}

fn yes() -> bool {
    true
}

/// The files of the experiments of this program.
const OWN: [&str; 17] = [
    include_str!("../experiments/cfr.toml"),
    include_str!("../experiments/mccfr.toml"),
    include_str!("../experiments/pimc.toml"),
    include_str!("../experiments/ismcts.toml"),
    include_str!("../experiments/oos.toml"),
    include_str!("../experiments/smooth.toml"),
    include_str!("../experiments/epimc.toml"),
    include_str!("../experiments/icai.toml"),
    include_str!("../experiments/kinderschnapsen.toml"),
    include_str!("../experiments/budgets.toml"),
    include_str!("../experiments/mistakes.toml"),
    include_str!("../experiments/aivat.toml"),
    include_str!("../experiments/scale.toml"),
    include_str!("../experiments/schnapsen-rl.toml"),
    include_str!("../experiments/selection.toml"),
    include_str!("../experiments/iig.toml"),
    include_str!("../experiments/mmd.toml"),
];

/// All experiments of this program.
pub fn all() -> Vec<Experiment> {
    OWN.iter().map(|text| Experiment::read(text).expect("a test reads them all")).collect()
}

impl Experiment {
    /// Reads an experiment and checks that its tables, claims and plots name cells that exist.
    pub fn read(text: &str) -> Result<Experiment, TomlError> {
        let mut experiment: Experiment = toml_text::read(text)?;
        let whole = |message: String| TomlError::new(text, 0, &message);
        let cells = experiment.cells(Scale::Full).map_err(whole)?;
        experiment.cells(Scale::Small).map_err(whole)?;
        experiment.check(&cells).map_err(whole)?;
        experiment.claims = experiment.claims.iter().flat_map(Claim::each).collect();
        Ok(experiment)
    }

    /// The pieces of work at this scale.
    pub fn cells(&self, scale: Scale) -> Result<Vec<Cell>, String> {
        let mut all: Vec<Cell> = Vec::new();
        for cells in &self.cells {
            let Some(more) = (match scale {
                Scale::Small => &cells.small,
                Scale::Full => &cells.full,
            }) else {
                continue;
            };
            for choice in choices(&cells.over) {
                let name = filled(&cells.name, &choice);
                let mut work = cells.work.clone();
                work.extend(more.clone());
                let work = fill(&Value::Table(work), &choice);
                let text = serde_json::to_string(&work).map_err(|error| format!("cell `{name}`: {error}"))?;
                let work = work.try_into().map_err(|error| format!("cell `{name}`: {error}"))?;
                if all.iter().any(|other| other.name == name) {
                    return Err(format!("two cells are called `{name}`"));
                }
                all.push(Cell { name, work, text });
            }
        }
        Ok(all)
    }

    /// Whether something is drawn at random in the work of this scale, so that figures depend on the seed.
    pub fn draws(&self, scale: Scale) -> Result<bool, String> {
        Ok(self.cells(scale)?.iter().any(|cell| cell.work.draws()))
    }

    /// What is computed from the figures of several cells.
    pub(crate) fn derived(&self) -> Vec<Derived> {
        let standings = self.round_robins.iter().cloned().map(Derived::RoundRobin);
        self.means.iter().flat_map(Means::derived).chain(standings).collect()
    }

    fn check(&self, cells: &[Cell]) -> Result<(), String> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if self.name.is_empty() || !self.name.chars().all(plain) {
            return Err(format!(
                "name `{}`: allowed are small letters, digits and `-`, since files are named by it",
                self.name
            ));
        }
        if let Some(cells) = self.cells.iter().find(|cells| choices(&cells.over).is_empty()) {
            return Err(format!("cells `{}`: `over` has an empty list", cells.name));
        }
        let derived = self.derived();
        let there = |what: &str, name: &str| match cells.iter().any(|cell| cell.name == name) {
            true => Ok(()),
            false => Err(format!("{what} refers to cell `{name}`, which does not exist")),
        };
        let known = |what: &str, name: &str, measure: &str| match derived
            .iter()
            .find(|derived| derived.name() == name)
        {
            None => there(what, name),
            Some(derived) if derived.knows(measure) => Ok(()),
            Some(_) => Err(format!("{what} refers to `{measure}` of `{name}`, which it does not have")),
        };
        for derived in &derived {
            let what = format!("`{}`", derived.name());
            derived.cells().iter().try_for_each(|cell| there(&what, cell))?;
            if derived.cells().is_empty() {
                return Err(format!("{what} is made of no cells"));
            }
        }
        for table in &self.tables {
            let what = format!("table `{}`", table.title);
            for (row, column) in table.places() {
                known(&what, &table.cell_at(row, column), &table.measure_at(row, column))?;
            }
            let whole = |row: &Vec<PublishedFigure>| row.len() == table.columns.len();
            let fits = table.theirs.len() == table.rows.len() && table.theirs.iter().all(whole);
            if !table.theirs.is_empty() && !fits {
                return Err(format!("{what}: `theirs` has other rows or columns than the table"));
            }
            let sound = match table.test {
                Some(Test::Within(most)) => most >= 0.0 && most.is_finite(),
                Some(Test::Factor(most)) => most >= 1.0 && most.is_finite(),
                Some(Test::Digits | Test::Interval) | None => true,
            };
            if !sound {
                return Err(format!("{what}: `within` must be a number from 0, `factor` one from 1"));
            }
            let names: Vec<String> =
                table.places().flat_map(|(row, column)| table.names(row, column)).collect();
            if let Some(of) =
                table.because.iter().flat_map(|because| &because.of).find(|of| !names.contains(of))
            {
                return Err(format!("{what}: `because` is given for `{of}`, which is not in it"));
            }
        }
        for claim in &self.claims {
            for each in claim.each() {
                each.check_sides(|cell, measure| known(&format!("claim `{}`", each.text), cell, measure))?;
            }
            claim.check()?;
        }
        for plot in &self.plots {
            let numbers = plot.at.iter().all(|at| word(at).parse::<f64>().is_ok_and(f64::is_finite));
            let drawn = match (&plot.curve, &plot.measure) {
                (Some(_), None) => plot.at.is_empty() && plot.across.is_none(),
                (None, Some(_)) => !plot.at.is_empty() && (numbers || plot.across.is_some()),
                _ => false,
            };
            if !drawn {
                let title = &plot.title;
                return Err(format!(
                    "plot `{title}`: give either a `curve`, or a `measure` and what it is `at`: numbers, or words and the \
                     measure `across`"
                ));
            }
            if plot.law_from.is_some_and(|from| !from.is_finite()) {
                return Err(format!("plot `{}`: `law_from` must be a number", plot.title));
            }
            if !plot.law_at.is_empty() && (plot.law_from.is_none() || plot.across.is_none()) {
                return Err(format!("plot `{}`: `law_at` needs `law_from` and `across`", plot.title));
            }
            for cell in &plot.law_at {
                there(&format!("plot `{}`", plot.title), cell)?;
            }
            for line in &plot.lines {
                for cell in plot.cells_of(line) {
                    let measure = plot.measure.clone().unwrap_or_default().replace("{line}", line);
                    known(&format!("plot `{}`", plot.title), &cell, &measure)?;
                }
            }
        }
        Ok(())
    }
}

impl Table {
    /// The row and column of each figure, row by row.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let columns = self.columns.len();
        (0..self.rows.len()).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// The name of the cell of a figure.
    pub(crate) fn cell_at(&self, row: usize, column: usize) -> String {
        self.put(&self.cell, row, column)
    }

    /// The name of the measure of a figure.
    pub(crate) fn measure_at(&self, row: usize, column: usize) -> String {
        self.put(&self.measure, row, column)
    }

    /// The published figure at this place.
    pub fn published_at(&self, row: usize, column: usize) -> Option<&PublishedFigure> {
        self.theirs.get(row)?.get(column).filter(|figure| !figure.is_empty())
    }

    /// Why the figure at this place is not reproduced, if that is told.
    pub(crate) fn because_at(&self, row: usize, column: usize) -> Option<&Because> {
        let names = self.names(row, column);
        Because::first(&self.because, &names.each_ref().map(String::as_str))
    }

    /// The names of a place: its row, its column, and both.
    pub(crate) fn names(&self, row: usize, column: usize) -> [String; 3] {
        let [row, column] = [&self.rows[row], &self.columns[column]];
        [row.clone(), column.clone(), format!("{row}, {column}")]
    }

    fn put(&self, text: &str, row: usize, column: usize) -> String {
        text.replace("{row}", &self.rows[row]).replace("{column}", &self.columns[column])
    }
}

impl Plot {
    /// The names of the cells of a line.
    pub(crate) fn cells_of(&self, line: &str) -> Vec<String> {
        let cell = self.cell.replace("{line}", line);
        match self.at.is_empty() {
            true => vec![cell],
            false => self.at.iter().map(|at| cell.replace("{at}", &word(at))).collect(),
        }
    }
}
