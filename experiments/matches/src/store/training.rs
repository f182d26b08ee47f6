//! Keeps trainings in a store: their tasks and judgements.

use hinterhand_players::strategy::training_log::{Point, Task};
use rusqlite::{OptionalExtension as _, params};
use serde_json::{Value as Json, json};

use super::{Store, StoreError};

/// A training as a store has it.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptTraining {
    /// The name.
    pub name: String,
    /// The task.
    pub task: Task,
    /// The file that asked for it.
    pub config: String,
}

impl Store {
    /// Writes down that the log of a training is this one, all or nothing. What was there of it is replaced,
    /// so that a training that was killed and continued is stored once.
    pub fn keep_training(&self, training: &KeptTraining, log: &[Point]) -> Result<(), StoreError> {
        let KeptTraining { name, task, config } = training;
        let there = self.training(training)?;
        self.try_to(|connection| {
            let transaction = connection.unchecked_transaction()?;
            let version = env!("CARGO_PKG_VERSION");
            let id = match there {
                Some(id) => id,
                None => {
                    transaction.execute(
                        "INSERT INTO trainings (name, game, options, rules, algorithm, task, config, version)
                         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                        params![
                            name,
                            task.game,
                            Json::Object(task.options.clone()).to_string(),
                            task.rules,
                            task.algorithm,
                            json!(task).to_string(),
                            config,
                            version
                        ],
                    )?;
                    transaction.last_insert_rowid()
                }
            };
            let update = "UPDATE trainings SET config = ?2, version = ?3 WHERE id = ?1";
            transaction.execute(update, params![id, config, version])?;
            // After a kill the store may be ahead of what training goes on from.
            for table in ["training_points", "training_bouts"] {
                transaction.execute(&format!("DELETE FROM {table} WHERE training = ?1"), [id])?;
            }
            for point in log {
                let &Point { iteration, seconds, exploitability, value, value_low, value_high, .. } = point;
                let iteration = iteration as i64;
                transaction.execute(
                    "INSERT INTO training_points VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                    params![id, iteration, seconds, exploitability, value, value_low, value_high],
                )?;
                for (number, bout) in point.gauntlet.iter().enumerate() {
                    transaction.execute(
                        "INSERT INTO training_bouts VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                        params![
                            id,
                            iteration,
                            number as i64,
                            bout.bot,
                            bout.hands as i64,
                            bout.mean,
                            bout.mean_low,
                            bout.mean_high
                        ],
                    )?;
                }
            }
            transaction.commit()
        })
    }

    /// Refuses a training whose name another one has: one of another task, or of the same one if this one has
    /// yet to begin and there are judgements.
    pub fn name_is_free(&self, training: &KeptTraining, begun: bool) -> Result<(), StoreError> {
        let Some(id) = self.training(training)?.filter(|_| !begun) else { return Ok(()) };
        let count = "SELECT count(*) FROM training_points WHERE training = ?1";
        let points: i64 = self.try_to(|connection| connection.query_row(count, [id], |row| row.get(0)))?;
        let difference = format!("it has {points} judgements, and this one has yet to begin");
        if points == 0 { Ok(()) } else { Err(self.taken(training, difference)) }
    }

    /// The row of a training, if there is one of its name, which must be of the same task.
    fn training(&self, training: &KeptTraining) -> Result<Option<i64>, StoreError> {
        let name = &training.name;
        let there: Option<(i64, String)> = self.try_to(|connection| {
            let sql = "SELECT id, task FROM trainings WHERE name = ?1";
            connection.query_row(sql, [name], |row| Ok((row.get(0)?, row.get(1)?))).optional()
        })?;
        let Some((id, text)) = there else { return Ok(None) };
        let kept: Task = serde_json::from_str(&text)
            .map_err(|error| StoreError::senseless(&self.path, &format!("training `{name}`: {error}")))?;
        match training.task.difference(&kept) {
            None => Ok(Some(id)),
            Some(difference) => Err(self.taken(training, difference)),
        }
    }

    fn taken(&self, training: &KeptTraining, difference: String) -> StoreError {
        StoreError::TrainingTaken { path: self.path.clone(), name: training.name.clone(), difference }
    }
}
