//! Training a strategy at length: iterations until a limit, judged now and then, kept on the way.

mod log;
mod run;
mod table;

use std::path::Path;

use hinterhand_engine::Settings;

use crate::column_file::ColumnFile;
use crate::strategy::{About, Judgement};

pub use log::LogForm;
pub use run::{Checkpoint, Limits, Outcome, Point, Run, Status};
pub use table::{Precision, TableTraining};

/// A solver at work on a game, whatever they are.
pub trait Training {
    /// What is to be said of the strategy, as yet without a judgement.
    fn about(&self) -> About;

    /// The iterations done.
    fn iterations(&self) -> u64;

    /// Does one more iteration.
    fn step(&mut self);

    /// How good the strategy is now, exactly.
    fn judge(&self) -> anyhow::Result<Judgement>;

    /// After how many times the iterations of the last judgement the next one is worth its time.
    fn patience(&self) -> f64;

    /// The bytes of the tables of the solver.
    fn bytes(&self) -> u64;

    /// Writes down the strategy.
    fn write_strategy(&self, path: &Path, about: &About) -> anyhow::Result<()>;

    /// Writes down all that is needed to go on as if nothing had happened.
    fn write_checkpoint(&self, path: &Path, about: &serde_json::Value) -> anyhow::Result<()>;

    /// Goes on from a checkpoint of the same training.
    fn restore(&mut self, file: &ColumnFile) -> anyhow::Result<()>;
}

/// What training is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// The name of the algorithm.
    pub algorithm: String,
    /// The iterations for which a schedule is planned.
    pub planned: u32,
    /// The numbers of the tables.
    pub precision: Precision,
    /// The most nodes that a tree may have.
    pub most_nodes: usize,
}

/// The training of `game` that is asked for.
pub fn training<G: crate::games::Playable>(
    game: &G,
    settings: &Settings,
    request: &Request,
) -> anyhow::Result<Box<dyn Training>> {
    match request.precision {
        Precision::F32 => Ok(Box::new(TableTraining::<G, f32>::new(game, settings, request)?)),
        Precision::F64 => Ok(Box::new(TableTraining::<G, f64>::new(game, settings, request)?)),
    }
}
