//! An experiment as its file has it: what the paper claims, what is to be done, what is held against what.
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
//! Cells are the pieces of work; a cell that goes over lists is one for each choice, and words in braces stand for what
//! was chosen. `small` and `full` say what is added to the work at each scale.

use hinterhand_players::files::toml_text::{self, TomlError};
use serde::Deserialize;
use toml::{Table as Toml, Value};

use super::Theirs;
use super::work::Work;

/// An experiment.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// What it is called in commands and files.
    pub name: String,
    /// What stands above its page.
    pub title: String,
    /// Where it was published.
    pub papers: Vec<String>,
    /// What the papers claim.
    pub claim: String,
    /// How we do it.
    pub setup: String,
    /// What we do otherwise, and by how much ours is smaller.
    pub differs: String,
    /// What decides about all chance.
    #[serde(default = "seed")]
    pub seed: u64,
    cells: Vec<Cells>,
    /// Figures in rows and columns.
    #[serde(default)]
    pub tables: Vec<Table>,
    /// What is said to be more than what.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// Pictures.
    #[serde(default)]
    pub plots: Vec<Plot>,
}

/// Pieces of work that are alike.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cells {
    name: String,
    #[serde(default)]
    over: Toml,
    work: Toml,
    /// What is added at this scale; without it they are not done there.
    small: Option<Toml>,
    full: Option<Toml>,
}

/// How much is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// A little of everything, in a minute: a test that it can be done.
    Small,
    /// What the page shows.
    Full,
}

impl Scale {
    /// Its name in commands and stores.
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
    /// What it is called; within an experiment no two have the same name.
    pub name: String,
    /// What is to be done.
    pub work: Work,
    /// The same as text: all that the result depends on besides the seed.
    pub text: String,
}

/// Figures in rows and columns, ours beside theirs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The heads of the rows; `{row}` in names of cells and measures.
    pub rows: Vec<String>,
    /// The heads of the columns; `{column}`.
    pub columns: Vec<String>,
    /// The cell of a figure.
    pub cell: String,
    /// Its measure.
    pub measure: String,
    /// How numbers are written.
    #[serde(default)]
    pub show: Show,
    /// What stands in the paper; empty where there is nothing.
    #[serde(default)]
    pub theirs: Vec<Vec<Theirs>>,
    /// Where, and how we know it.
    #[serde(default)]
    pub known: String,
    /// When a figure counts as reproduced; without it nothing can be compared.
    pub test: Option<Test>,
    /// What is to be said of it.
    #[serde(default)]
    pub note: String,
    /// Whether what stands beside ours was published; else it is an earlier count of somebody of ours.
    #[serde(default = "yes")]
    pub published: bool,
}

/// How a number is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Show {
    /// With four significant digits.
    #[default]
    Plain,
    /// As a power of ten.
    Power,
    /// With one digit behind the point: per cents.
    Percent,
    /// With all digits.
    Exact,
    /// As a whole number; with four digits if it is estimated or too long.
    Count,
}

/// When a figure of ours is taken to be theirs.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Test {
    /// Rounded to the digits that they print it is the same number.
    Digits,
    /// The difference lies within its interval of 99 %, by the intervals of both.
    Interval,
    /// The difference is not more than this.
    Within(f64),
    /// Neither is more than so many times the other; numbers below 1e-9 are taken to be equal, since they are those of
    /// rounding.
    Factor(f64),
}

/// Something that is said to be less than something else.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// What is claimed, in words.
    pub text: String,
    /// The cell and the measure of what is less, with a colon, or a number.
    pub less: String,
    /// What it is less than.
    pub than: String,
    /// So many times the one is said to be less than the other.
    #[serde(default = "once")]
    pub times: f64,
    /// Where it stands, and how we know it.
    pub known: String,
    /// Whether it was published; else it is what one expects.
    #[serde(default = "yes")]
    pub published: bool,
}

/// A picture.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// The horizontal axis.
    pub x: String,
    /// The vertical axis.
    pub y: String,
    /// Whether the horizontal axis is one of ratios.
    #[serde(default)]
    pub log_x: bool,
    /// Whether the vertical one is.
    #[serde(default)]
    pub log_y: bool,
    /// The names of the lines; `{line}` in names of cells and measures.
    pub lines: Vec<String>,
    /// The cell of a line, or of a point of it.
    pub cell: String,
    /// The curve of that cell.
    pub curve: Option<String>,
    /// If the points come from several cells: the measure, and what `{at}` stands for, which is the x of the point.
    pub measure: Option<String>,
    /// See there.
    #[serde(default)]
    pub at: Vec<Value>,
    /// If the x of a point is not `{at}` itself: the measure of its cell that it is.
    pub across: Option<String>,
    /// If a power law is to be fitted to each line: to the points from this x on.
    pub law_from: Option<f64>,
}

fn seed() -> u64 {
    2026
}

fn yes() -> bool {
    true
}

fn once() -> f64 {
    1.0
}

/// The experiments of this program.
const OWN: [&str; 11] = [
    include_str!("../experiments/cfr.toml"),
    include_str!("../experiments/mccfr.toml"),
    include_str!("../experiments/pimc.toml"),
    include_str!("../experiments/ismcts.toml"),
    include_str!("../experiments/oos.toml"),
    include_str!("../experiments/smooth.toml"),
    include_str!("../experiments/icai.toml"),
    include_str!("../experiments/kinderschnapsen.toml"),
    include_str!("../experiments/budgets.toml"),
    include_str!("../experiments/aivat.toml"),
    include_str!("../experiments/scale.toml"),
];

/// All experiments of this program.
pub fn all() -> Vec<Experiment> {
    OWN.iter().map(|text| Experiment::read(text).expect("a test reads them all")).collect()
}

impl Experiment {
    /// Reads an experiment and holds its tables, claims and plots against its cells.
    pub fn read(text: &str) -> Result<Experiment, TomlError> {
        let experiment: Experiment = toml_text::read(text)?;
        let whole = |message: String| TomlError::new(text, 0, &message);
        let cells = experiment.cells(Scale::Full).map_err(whole)?;
        experiment.cells(Scale::Small).map_err(whole)?;
        experiment.check(&cells).map_err(whole)?;
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
        let known = |what: &str, name: &str| match cells.iter().any(|cell| cell.name == name) {
            true => Ok(()),
            false => Err(format!("{what} speaks of cell `{name}`, and there is none")),
        };
        for table in &self.tables {
            let what = format!("table `{}`", table.title);
            for (row, column) in table.places() {
                known(&what, &table.cell_at(row, column))?;
            }
            let whole = |row: &Vec<Theirs>| row.len() == table.columns.len();
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
        }
        for claim in &self.claims {
            for side in [&claim.less, &claim.than] {
                match (side.parse::<f64>(), side.rsplit_once(": ")) {
                    (Ok(number), _) if number.is_finite() => {}
                    (_, Some((cell, _))) => known(&format!("claim `{}`", claim.text), cell)?,
                    _ => {
                        return Err(format!(
                            "claim `{}`: `{side}` is neither `cell: measure` nor a number",
                            claim.text
                        ));
                    }
                }
            }
        }
        if let Some(claim) = self.claims.iter().find(|claim| !(claim.times > 0.0 && claim.times.is_finite()))
        {
            return Err(format!("claim `{}`: `times` must be a number above 0", claim.text));
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
            for line in &plot.lines {
                for cell in plot.cells_of(line) {
                    known(&format!("plot `{}`", plot.title), &cell)?;
                }
            }
        }
        Ok(())
    }
}

impl Table {
    /// All places, row by row.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let columns = self.columns.len();
        (0..self.rows.len()).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// The name of the cell of a figure.
    pub fn cell_at(&self, row: usize, column: usize) -> String {
        self.put(&self.cell, row, column)
    }

    /// The name of its measure.
    pub fn measure_at(&self, row: usize, column: usize) -> String {
        self.put(&self.measure, row, column)
    }

    /// What stands in the paper there.
    pub fn theirs_at(&self, row: usize, column: usize) -> Option<&Theirs> {
        self.theirs.get(row)?.get(column).filter(|theirs| !theirs.is_nothing())
    }

    fn put(&self, text: &str, row: usize, column: usize) -> String {
        text.replace("{row}", &self.rows[row]).replace("{column}", &self.columns[column])
    }
}

impl Plot {
    /// The names of the cells of a line.
    pub fn cells_of(&self, line: &str) -> Vec<String> {
        let cell = self.cell.replace("{line}", line);
        match self.at.is_empty() {
            true => vec![cell],
            false => self.at.iter().map(|at| cell.replace("{at}", &word(at))).collect(),
        }
    }
}

/// A choice from each list: the names in braces, and what they stand for.
type Choice = Vec<(String, Value)>;

/// Every choice of one from each list; the last list goes round fastest.
fn choices(over: &Toml) -> Vec<Choice> {
    let mut all = vec![Choice::new()];
    for (name, list) in over {
        let one = [list.clone()];
        let list = list.as_array().map_or(&one[..], Vec::as_slice);
        let with = |choice: &Choice, value: &Value| {
            let mut choice = choice.clone();
            match value {
                // Several names at once: `{pair.first}`, `{pair.second}`.
                Value::Table(table) => {
                    choice.extend(table.iter().map(|(key, value)| (format!("{name}.{key}"), value.clone())));
                }
                value => choice.push((name.clone(), value.clone())),
            }
            choice
        };
        all = all
            .iter()
            .flat_map(|choice| list.iter().map(|value| with(choice, value)).collect::<Vec<_>>())
            .collect();
    }
    all
}

/// A value with what was chosen in the place of the words in braces. A text that is nothing else becomes the value
/// itself, a number for instance.
fn fill(value: &Value, choice: &Choice) -> Value {
    match value {
        Value::String(text) => {
            let whole = choice.iter().find(|(name, _)| *text == format!("{{{name}}}"));
            whole.map_or_else(|| Value::String(filled(text, choice)), |(_, value)| value.clone())
        }
        Value::Array(list) => Value::Array(list.iter().map(|value| fill(value, choice)).collect()),
        Value::Table(table) => {
            Value::Table(table.iter().map(|(key, value)| (key.clone(), fill(value, choice))).collect())
        }
        value => value.clone(),
    }
}

fn filled(text: &str, choice: &Choice) -> String {
    choice
        .iter()
        .fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), &word(value)))
}

/// A value as it stands in the middle of a text.
pub(super) fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
