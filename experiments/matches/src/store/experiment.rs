//! Stores the outcomes of the pieces of work of experiments.

use rusqlite::params;
use serde::{Deserialize, Serialize};

use super::{Outcome, Store, StoreError};

/// A piece of work that was done, as a store has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KeptCell {
    /// Its name within the experiment.
    pub cell: String,
    /// The work as text.
    pub work: String,
    /// The outcome.
    pub outcome: Outcome,
    /// The time taken.
    pub seconds: f64,
    /// The time of the end; if it is empty, the store sets it.
    pub ended: String,
    /// The version of the program.
    pub version: String,
    /// The commit of the checkout in which it ran, if it ran in one.
    pub commit: String,
    /// The machine.
    pub machine: String,
}

/// Which pieces of work belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellsOf<'a> {
    /// The name of the experiment.
    pub experiment: &'a str,
    /// The name of the scale.
    pub scale: &'a str,
    /// The seed.
    pub seed: u64,
}

impl Store {
    /// Stores the outcome of a piece of work, and replaces an earlier one of the same name.
    pub fn keep_cell(&self, of: CellsOf<'_>, cell: &KeptCell) -> Result<(), StoreError> {
        let outcome = serde_json::to_string(&cell.outcome).expect("figures are numbers");
        self.try_to(|connection| {
            connection.execute(
                "INSERT OR REPLACE INTO experiment_cells
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7,
                         IIF(?8 = '', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?8), ?9, ?10, ?11)",
                params![
                    of.experiment,
                    of.scale,
                    of.seed.to_string(),
                    cell.cell,
                    cell.work,
                    outcome,
                    cell.seconds,
                    cell.ended,
                    cell.version,
                    cell.commit,
                    cell.machine
                ],
            )
        })?;
        Ok(())
    }

    /// Everything stored of an experiment, by the names of the pieces.
    pub fn cells(&self, of: CellsOf<'_>) -> Result<Vec<KeptCell>, StoreError> {
        let rows = self.try_to(|connection| {
            let mut statement = connection.prepare(
                "SELECT cell, work, outcome, seconds, ended, version, commit_hash, machine FROM experiment_cells
                 WHERE experiment = ?1 AND scale = ?2 AND seed = ?3 ORDER BY cell",
            )?;
            let rows = statement.query_map(params![of.experiment, of.scale, of.seed.to_string()], |row| {
                let cell = KeptCell {
                    cell: row.get(0)?,
                    work: row.get(1)?,
                    outcome: Outcome::default(),
                    seconds: row.get(3)?,
                    ended: row.get(4)?,
                    version: row.get(5)?,
                    commit: row.get(6)?,
                    machine: row.get(7)?,
                };
                Ok((cell, row.get::<_, String>(2)?))
            })?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        })?;
        rows.into_iter()
            .map(|(cell, outcome)| {
                let outcome = serde_json::from_str(&outcome).map_err(|error| {
                    StoreError::senseless(&self.path, &format!("cell `{}`: {error}", cell.cell))
                })?;
                Ok(KeptCell { outcome, ..cell })
            })
            .collect()
    }

    /// The experiments of which pieces of work are kept, by name, scale and seed.
    pub fn experiments(&self) -> Result<Vec<(String, String, u64)>, StoreError> {
        let rows = self.try_to(|connection| {
            let mut statement = connection
                .prepare("SELECT DISTINCT experiment, scale, seed FROM experiment_cells ORDER BY 1, 2, 3")?;
            let rows =
                statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, String>(2)?)))?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        })?;
        let seed = |(experiment, scale, seed): (String, String, String)| match seed.parse() {
            Ok(seed) => Ok((experiment, scale, seed)),
            Err(_) => {
                Err(StoreError::senseless(&self.path, &format!("experiment `{experiment}`: seed `{seed}`")))
            }
        };
        rows.into_iter().map(seed).collect()
    }

    /// Forgets all that is kept of an experiment.
    pub fn forget_cells(&self, of: CellsOf<'_>) -> Result<(), StoreError> {
        let forget = "DELETE FROM experiment_cells WHERE experiment = ?1 AND scale = ?2 AND seed = ?3";
        let seed = of.seed.to_string();
        self.try_to(|connection| connection.execute(forget, params![of.experiment, of.scale, seed]))?;
        Ok(())
    }
}
