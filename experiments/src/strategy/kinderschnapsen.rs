//! The solution of Kinderschnapsen in a file.

use std::io;
use std::path::Path;

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_solvers::kinderschnapsen::{Columns, Payoff, Solution, Verdict};

use super::{About, Judgement, KIND, Part};
use crate::column_file::{self, ColumnFile, ColumnFileError};

/// The name of this form in the header of a file.
pub const FORM: &str = "kinderschnapsen";

/// The turnups in the order of the solver.
const TURNUPS: [&str; 4] = ["2", "7", "J", "Q"];

/// The solution that lies in `file`.
pub fn solution(file: &ColumnFile, game: Kinderschnapsen) -> Result<Solution<'_>, ColumnFileError> {
    let columns = Columns {
        mixed: file.column("mixed")?.into(),
        low: file.column("low")?.into(),
        high: file.column("high")?.into(),
        base: file.column("base")?.into(),
        rows: file.column("rows")?.into(),
        plays: file.column("plays")?.into(),
    };
    Solution::from_columns(game, &Payoff::POINTS, columns).map_err(|error| file.senseless(&error))
}

/// Writes down a solution.
pub fn write(path: &Path, about: &About, solution: &Solution<'_>) -> io::Result<()> {
    let columns = solution.columns();
    let columns = [
        ("mixed", (&*columns.mixed).into()),
        ("low", (&*columns.low).into()),
        ("high", (&*columns.high).into()),
        ("base", (&*columns.base).into()),
        ("rows", (&*columns.rows).into()),
        ("plays", (&*columns.plays).into()),
    ];
    let about = serde_json::to_value(about).map_err(io::Error::other)?;
    column_file::write(path, KIND, &about, &columns)
}

/// What the verdicts on the four turnups, which are equally likely, come to.
pub fn judgement(by_turnup: &[Verdict]) -> Judgement {
    let all = Verdict::mean(by_turnup);
    Judgement {
        values: vec![all.value, -all.value],
        gains: vec![all.best[0] - all.value, all.best[1] + all.value],
        by_turnup: TURNUPS
            .iter()
            .zip(by_turnup)
            .map(|(name, verdict)| {
                let (value_low, value_high) = verdict.bounds();
                Part { name: (*name).to_owned(), value: verdict.value, value_low, value_high }
            })
            .collect(),
    }
}
