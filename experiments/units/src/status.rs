//! How far a plan has come: which of its units have results, and which have not.

use std::io;
use std::path::PathBuf;

use crate::results::{Found, Listing};
use crate::{Array, Damage, Plan, Results, Task, Twice};

/// The state of a plan.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Status {
    /// The number of units.
    pub units: u64,
    /// The numbers of those without a result, in order.
    pub missing: Vec<u64>,
    /// Files with the names of units that are no results of them.
    pub damaged: Vec<(PathBuf, Damage)>,
    /// Units that have come to different results.
    pub twice: Vec<Twice>,
    /// Files of units of other plans.
    pub foreign: Vec<PathBuf>,
    /// The seconds that the units with results have taken.
    pub seconds: f64,
}

impl Status {
    /// Checks every byte of every result.
    pub fn of(plan: &Plan, results: &Results) -> io::Result<Status> {
        Status::each(plan, results, |_, _| ())
    }

    /// The same, and shows the file of each result with the number of its unit, in their order.
    pub(crate) fn each(
        plan: &Plan,
        results: &Results,
        mut show: impl FnMut(u64, PathBuf),
    ) -> io::Result<Status> {
        let mut listing: Listing = results.list()?;
        let mut status = Status { units: plan.unit_count(), ..Status::default() };
        for number in 0..status.units {
            let unit = plan.unit(number);
            let found = match listing.remove(&unit.name()) {
                Some(files) => Found::of(&unit, &files),
                None => Found::default(),
            };
            status.damaged.extend(found.damaged);
            status.twice.extend(found.twice);
            match found.result {
                None => status.missing.push(number),
                Some((path, result)) => {
                    status.seconds += result.seconds;
                    show(number, path);
                }
            }
        }
        status.foreign = listing.into_values().flatten().collect();
        status.foreign.sort_unstable();
        Ok(status)
    }

    /// The number of units with results.
    pub fn done(&self) -> u64 {
        self.units - self.missing.len() as u64
    }

    /// The seconds that one thread needs for what is missing, by what the others took, or else by the estimate of the
    /// plan.
    pub fn seconds_left(&self, plan: &Plan) -> Option<f64> {
        let measured = (self.done() > 0).then(|| self.seconds / self.done() as f64);
        Some(measured.or(plan.unit_seconds)? * self.missing.len() as f64)
    }

    /// The tasks, of this number of them, to which units without results belong.
    pub fn tasks(&self, of: u64) -> Array {
        Array::new(self.missing.iter().map(|&unit| Task::of_unit(unit, of)))
    }
}
