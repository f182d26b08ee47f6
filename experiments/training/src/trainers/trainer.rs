//! The trait of all trainers: what the loop of a training asks of a solver at work.

use std::path::Path;

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_players::files::column_file::ColumnFile;
use hinterhand_players::strategy::{About, Judgement};
use hinterhand_solvers::judges::Estimate;
use hinterhand_solvers::strategy::Strategy;
use serde_json::Value as Json;

/// A solver at work on a game.
pub trait Training {
    /// The header of the strategy's file before the first iteration, without a judgement.
    fn header(&self) -> &About;

    /// The header of the strategy's file as it is now, without a judgement.
    fn about(&self) -> About {
        About { iterations: self.iterations(), ..self.header().clone() }
    }

    /// The number of iterations done.
    fn iterations(&self) -> u64;

    /// Does one more iteration.
    fn step(&mut self);

    /// The number of nodes of the game visited so far, if the solver counts them.
    fn nodes(&self) -> Option<u64> {
        None
    }

    /// The reason why no further iteration can be done, if there is one.
    fn is_over(&self) -> Option<String> {
        None
    }

    /// An estimate of the exploitability at little cost.
    fn look(&mut self) -> anyhow::Result<Judgement> {
        self.judge()
    }

    /// Learns the play after mistakes of the other players, where that is a step of its own. It is part of
    /// the strategy that is judged and written. Does nothing where the iterations learn everything.
    fn refine(&mut self) {}

    /// The exact exploitability; empty if the strategy cannot be judged.
    fn judge(&mut self) -> anyhow::Result<Judgement>;

    /// A lower bound of the exploitability, if one is sought for a strategy that cannot be judged exactly.
    fn lower_bound(&self) -> anyhow::Result<Option<Estimate>> {
        Ok(None)
    }

    /// The factor between the iterations of two judgements at which judging costs little beside training.
    fn patience(&self) -> f64;

    /// The same factor if each judgement is exact.
    fn exact_patience(&self) -> f64 {
        self.patience()
    }

    /// The bytes of the solver's tables.
    fn bytes(&self) -> u64;

    /// The strategy as it is now.
    fn strategy(&self) -> Box<dyn Strategy<AnyGame> + '_>;

    /// Writes the strategy to a file.
    fn write_strategy(&self, path: &Path, about: &About) -> anyhow::Result<()>;

    /// Writes a checkpoint: all that is needed to continue with the same bits.
    fn write_checkpoint(&self, path: &Path, about: &Json) -> anyhow::Result<()>;

    /// Continues from a checkpoint of the same training.
    fn restore(&mut self, file: &ColumnFile) -> anyhow::Result<()>;
}
