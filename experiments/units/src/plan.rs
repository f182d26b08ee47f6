//! A plan: an experiment, and how it is cut into units.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use hinterhand_players::files::column_file;
use serde::{Deserialize, Serialize};

use crate::{Experiment, Unit};

/// An experiment, cut into units of equally many items; the last one has the rest. It is kept in a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The version of this form.
    units_version: u32,
    /// The hash of the experiment.
    pub hash: String,
    /// The number of items.
    pub items: u64,
    /// The number of items of a unit.
    pub per_unit: u64,
    /// The time of a unit in seconds, as it was estimated where the plan was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit_seconds: Option<f64>,
    /// The experiment.
    pub experiment: Experiment,
}

/// A file that is no plan.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum PlanError {
    #[error("cannot read {}: {error}", .path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("cannot write {}: {error}", .path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("{} is no plan of units: {message}", .path.display())]
    Senseless { path: PathBuf, message: String },
    #[error("{} was changed after it was made: its experiment has another hash than it says", .path.display())]
    Changed { path: PathBuf },
}

/// The form of today.
const VERSION: u32 = 1;

impl Plan {
    /// Cuts an experiment into units.
    ///
    /// # Panics
    ///
    /// If a unit has no items.
    pub fn new(experiment: Experiment, items: u64, per_unit: u64, unit_seconds: Option<f64>) -> Plan {
        assert!(per_unit > 0, "a unit has items");
        Plan { units_version: VERSION, hash: experiment.hash(), items, per_unit, unit_seconds, experiment }
    }

    /// The number of units.
    pub fn unit_count(&self) -> u64 {
        self.items.div_ceil(self.per_unit)
    }

    /// The unit of this number.
    ///
    /// # Panics
    ///
    /// If there are fewer.
    pub fn unit(&self, number: u64) -> Unit {
        assert!(number < self.unit_count(), "there are {} units", self.unit_count());
        let first = number * self.per_unit;
        Unit {
            kind: self.experiment.kind().to_owned(),
            experiment: self.hash.clone(),
            seed: self.experiment.seed(),
            first,
            count: self.per_unit.min(self.items - first),
        }
    }

    /// Reads the file of a plan.
    pub fn read(path: &Path) -> Result<Plan, PlanError> {
        let read = |error| PlanError::Read { path: path.to_owned(), error };
        let text = fs::read(path).map_err(read)?;
        let senseless = |message: String| PlanError::Senseless { path: path.to_owned(), message };
        let plan: Plan = serde_json::from_slice(&text).map_err(|error| senseless(error.to_string()))?;
        if plan.units_version != VERSION {
            let version = plan.units_version;
            return Err(senseless(format!("its form is {version}, and this version knows {VERSION}")));
        }
        if plan.per_unit == 0 {
            return Err(senseless("a unit without items".to_owned()));
        }
        if plan.experiment.hash() != plan.hash {
            return Err(PlanError::Changed { path: path.to_owned() });
        }
        Ok(plan)
    }

    /// Writes the file, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), PlanError> {
        let text = serde_json::to_string_pretty(self).expect("a plan is plain JSON");
        let written = column_file::replace(path, &mut |out| writeln!(out, "{text}"));
        written.map_err(|error| PlanError::Write { path: path.to_owned(), error })
    }
}
