//! Trainers: a solver at work on a game, whatever they are.

mod growing;
mod kinderschnapsen;
mod learner;
mod sampled;
mod table;
mod whole_game;

use std::any::Any;
use std::path::Path;

use anyhow::bail;
use hinterhand_engine::Settings;
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_players::files::column_file::ColumnFile;
use hinterhand_players::games::Playable;
use hinterhand_players::strategy::{About, Judgement};
use hinterhand_solvers::cfr::Cfr;
use hinterhand_solvers::mccfr::Mccfr;
use hinterhand_solvers::strategy::Strategy;

use crate::{Algorithm, Precision};

pub use whole_game::{WholeGame, WholeGameOutcome};

use growing::GrowingTraining;
use kinderschnapsen::KinderschnapsenTraining;
use sampled::SampledTraining;
use table::TableTraining;

/// A solver at work on a game, whatever they are.
pub trait Training {
    /// What is to be said of the strategy, as yet without a judgement.
    fn about(&self) -> About;

    /// The iterations done.
    fn iterations(&self) -> u64;

    /// Does one more iteration.
    fn step(&mut self);

    /// How many nodes of the game it has visited, where that is counted.
    fn nodes(&self) -> Option<u64> {
        None
    }

    /// Why no further iteration can be made, if that is so.
    fn is_over(&self) -> Option<String> {
        None
    }

    /// How good the strategy seems to be, at little cost.
    fn look(&mut self) -> anyhow::Result<Judgement> {
        self.judge()
    }

    /// How good the strategy is, exactly; empty if nobody can tell.
    fn judge(&mut self) -> anyhow::Result<Judgement>;

    /// After how many times the iterations of the last judgement the next one is worth its time.
    fn patience(&self) -> f64;

    /// The same where each judgement is exact.
    fn exact_patience(&self) -> f64 {
        self.patience()
    }

    /// The bytes of the tables of the solver.
    fn bytes(&self) -> u64;

    /// Writes down the strategy.
    fn write_strategy(&self, path: &Path, about: &About) -> anyhow::Result<()>;

    /// Whether there are checkpoints.
    fn can_be_kept(&self) -> bool {
        true
    }

    /// Writes down all that is needed to go on as if nothing had happened.
    fn write_checkpoint(&self, path: &Path, about: &serde_json::Value) -> anyhow::Result<()>;

    /// Goes on from a checkpoint of the same training.
    fn restore(&mut self, file: &ColumnFile) -> anyhow::Result<()>;
}

/// Training on the game `G`.
pub trait TrainingOf<G: Playable>: Training {
    /// The strategy as it is now.
    fn strategy(&self) -> Box<dyn Strategy<G> + '_>;
}

/// How much is to be trained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The most nodes that a game may have that is written out.
    pub most_nodes: usize,
    /// If the game is not to be written out, how many bytes the tables of an algorithm that samples may grow to.
    pub growing: Option<usize>,
}

/// The training of `game` by `algorithm`.
pub fn training<'g, G: Playable>(
    game: &'g G,
    settings: &Settings,
    algorithm: &Algorithm,
    Extent { most_nodes, growing }: Extent,
) -> anyhow::Result<Box<dyn TrainingOf<G> + 'g>> {
    if let Some(game) = (game as &dyn Any).downcast_ref::<Kinderschnapsen>() {
        if let Algorithm::Sampled { options, .. } = algorithm {
            return Ok(Box::new(SampledTraining::new(*game, settings, options, algorithm.to_string())?));
        }
        return Ok(Box::new(KinderschnapsenTraining::new(*game, settings, algorithm)?));
    }
    let told = algorithm.to_string();
    if let Some(most_bytes) = growing {
        let Algorithm::Sampled { options, .. } = *algorithm else {
            bail!("only algorithms that sample can train on a game that is not written out, and not {told}");
        };
        return Ok(Box::new(GrowingTraining::new(game, settings, options, &told, most_bytes)));
    }
    Ok(match *algorithm {
        Algorithm::Full { variant, precision: Precision::F32, .. } => {
            let learner = |tree: &_| Cfr::<f32>::new(tree, variant);
            Box::new(TableTraining::new(game, settings, told, most_nodes, learner)?)
        }
        Algorithm::Full { variant, precision: Precision::F64, .. } => {
            let learner = |tree: &_| Cfr::<f64>::new(tree, variant);
            Box::new(TableTraining::new(game, settings, told, most_nodes, learner)?)
        }
        Algorithm::Sampled { options, .. } => {
            let learner = |tree: &_| Mccfr::new(tree, options);
            Box::new(TableTraining::new(game, settings, told, most_nodes, learner)?)
        }
    })
}
