//! Solvers on a written-out tree, as training sees them.

use hinterhand_players::files::column_file::{Column, ColumnFile, ColumnFileError, Element};
use hinterhand_solvers::cfr::{self, Cfr, Real};
use hinterhand_solvers::mccfr::{self, Mccfr};
use hinterhand_solvers::tree::Policy;

/// A solver on a tree, whichever.
pub(super) trait Learner {
    fn step(&mut self);
    fn iterations(&self) -> u64;
    /// The nodes visited, where not every iteration visits all.
    fn nodes(&self) -> Option<u64>;
    fn average(&self) -> Policy;
    /// The bytes of its tables.
    fn bytes(&self) -> u64;
    /// Hands the columns of a checkpoint to `write`.
    fn keep<T>(&self, write: impl FnOnce(&[(&str, Column<'_>)]) -> T) -> T;
    /// Goes on from the columns of a checkpoint.
    fn restore(&mut self, file: &ColumnFile) -> Result<(), ColumnFileError>;
}

/// The only number of a column.
pub(super) fn single(file: &ColumnFile, name: &str) -> Result<u64, ColumnFileError> {
    match file.column(name)? {
        &[number] => Ok(number),
        _ => Err(file.senseless(&format!("column `{name}` must be one number"))),
    }
}

impl<R: Real + Element> Learner for Cfr<R> {
    fn step(&mut self) {
        Cfr::step(self);
    }

    fn iterations(&self) -> u64 {
        Cfr::iterations(self)
    }

    fn nodes(&self) -> Option<u64> {
        None
    }

    fn average(&self) -> Policy {
        Cfr::average(self)
    }

    fn bytes(&self) -> u64 {
        self.table_bytes() as u64
    }

    fn keep<T>(&self, write: impl FnOnce(&[(&str, Column<'_>)]) -> T) -> T {
        let cfr::Snapshot { iterations, regrets, averages, current } = self.snapshot();
        write(&[
            ("iterations", Column::from(&[iterations][..])),
            ("regrets", (&regrets).into()),
            ("averages", (&averages).into()),
            ("current", (&current).into()),
        ])
    }

    fn restore(&mut self, file: &ColumnFile) -> Result<(), ColumnFileError> {
        let snapshot = cfr::Snapshot {
            iterations: single(file, "iterations")?,
            regrets: file.column::<R>("regrets")?.to_vec(),
            averages: file.column::<R>("averages")?.to_vec(),
            current: file.column::<R>("current")?.to_vec(),
        };
        Cfr::restore(self, &snapshot).map_err(|error| file.senseless(&error))
    }
}

impl Learner for Mccfr {
    fn step(&mut self) {
        Mccfr::step(self);
    }

    fn iterations(&self) -> u64 {
        Mccfr::iterations(self)
    }

    fn nodes(&self) -> Option<u64> {
        Some(Mccfr::nodes(self))
    }

    fn average(&self) -> Policy {
        Mccfr::average(self)
    }

    fn bytes(&self) -> u64 {
        self.table_bytes() as u64
    }

    fn keep<T>(&self, write: impl FnOnce(&[(&str, Column<'_>)]) -> T) -> T {
        let mccfr::Snapshot { iterations, nodes, regrets, averages, baselines } = self.snapshot();
        write(&[
            ("iterations", Column::from(&[iterations][..])),
            ("nodes", Column::from(&[nodes][..])),
            ("regrets", (&regrets).into()),
            ("averages", (&averages).into()),
            ("baselines", (&baselines).into()),
        ])
    }

    fn restore(&mut self, file: &ColumnFile) -> Result<(), ColumnFileError> {
        let snapshot = mccfr::Snapshot {
            iterations: single(file, "iterations")?,
            nodes: single(file, "nodes")?,
            regrets: file.column::<f64>("regrets")?.to_vec(),
            averages: file.column::<f64>("averages")?.to_vec(),
            baselines: file.column::<f64>("baselines")?.to_vec(),
        };
        Mccfr::restore(self, &snapshot).map_err(|error| file.senseless(&error))
    }
}
