//! Trainers: a solver at work on a game, behind one trait.

mod growing;
mod kinderschnapsen;
mod sampled;
mod table;
mod whole_game;

use std::path::Path;

use anyhow::{Context as _, bail};
use hinterhand_engine::dynamic::AnyGame;
use hinterhand_players::files::column_file::{self, Column, ColumnFile, ColumnFileError};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::strategy::{self, About, Judgement, TableColumns};
use hinterhand_solvers::cfr::Cfr;
use hinterhand_solvers::mccfr::Mccfr;
use hinterhand_solvers::strategy::Strategy;
use serde_json::Value as Json;

use crate::{Algorithm, Precision, run};

pub use whole_game::{WholeGame, WholeGameOutcome};

use growing::GrowingTraining;
use kinderschnapsen::KinderschnapsenTraining;
use sampled::SampledTraining;
use table::TableTraining;

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

    /// The exact exploitability; empty if the strategy cannot be judged.
    fn judge(&mut self) -> anyhow::Result<Judgement>;

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

    /// Whether checkpoints can be written.
    fn can_be_kept(&self) -> bool {
        true
    }

    /// Writes a checkpoint: all that is needed to continue with the same bits.
    fn write_checkpoint(&self, path: &Path, about: &Json) -> anyhow::Result<()>;

    /// Continues from a checkpoint of the same training.
    fn restore(&mut self, file: &ColumnFile) -> anyhow::Result<()>;
}

/// The size limits of a training.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The maximum number of nodes of a written-out game.
    pub most_nodes: usize,
    /// If the game is not to be written out: the maximum number of bytes of a sampling algorithm's tables.
    pub growing: Option<usize>,
}

/// The training of `game` by `algorithm`.
pub fn training<'g>(
    game: &'g LoadedGame,
    algorithm: &Algorithm,
    Extent { most_nodes, growing }: Extent,
) -> anyhow::Result<Box<dyn Training + 'g>> {
    let text = algorithm.to_string();
    if let Some(hand) = game.hand() {
        let settings = game.settings();
        return Ok(match algorithm {
            Algorithm::Sampled { options, .. } => {
                Box::new(SampledTraining::new(hand, settings, options, text)?)
            }
            Algorithm::Full { .. } => Box::new(KinderschnapsenTraining::new(hand, settings, algorithm)?),
        });
    }
    if let Some(most_bytes) = growing {
        let Algorithm::Sampled { options, .. } = *algorithm else {
            bail!("only algorithms that sample can train on a game that is not written out, and not {text}");
        };
        return Ok(Box::new(GrowingTraining::new(game, options, &text, most_bytes)));
    }
    Ok(match *algorithm {
        Algorithm::Full { variant, precision: Precision::F32, .. } => {
            Box::new(TableTraining::new(game, text, most_nodes, |tree| Cfr::<f32>::new(tree, variant))?)
        }
        Algorithm::Full { variant, precision: Precision::F64, .. } => {
            Box::new(TableTraining::new(game, text, most_nodes, |tree| Cfr::<f64>::new(tree, variant))?)
        }
        Algorithm::Sampled { options, .. } => {
            Box::new(TableTraining::new(game, text, most_nodes, |tree| Mccfr::new(tree, options))?)
        }
    })
}

/// Writes the columns of a checkpoint.
fn write_checkpoint(path: &Path, about: &Json, columns: &[(&str, Column<'_>)]) -> anyhow::Result<()> {
    column_file::write(path, run::KIND, about, columns).with_context(|| cannot_write(path))
}

/// Writes a table as a strategy.
fn write_table(path: &Path, about: &About, columns: &TableColumns) -> anyhow::Result<()> {
    let about = serde_json::to_value(about)?;
    column_file::write(path, strategy::KIND, &about, &columns.columns()).with_context(|| cannot_write(path))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// The only number of a column.
fn single(file: &ColumnFile, name: &str) -> Result<u64, ColumnFileError> {
    match file.column(name)? {
        &[number] => Ok(number),
        _ => Err(file.senseless(&format!("column `{name}` must be one number"))),
    }
}
