//! Trainers: a solver at work on a game, behind one trait.

mod files;
mod growing;
mod kinderschnapsen;
mod oracle;
mod sampled;
mod table;
mod trainer;
mod whole_game;

use anyhow::{Context as _, bail};
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::cfr::Cfr;
use hinterhand_solvers::mccfr::Mccfr;

use crate::{Algorithm, Estimate, LocalJudge, Precision};

pub use trainer::Training;
pub use whole_game::{WholeGame, WholeGameOutcome};

use growing::GrowingTraining;
use kinderschnapsen::KinderschnapsenTraining;
use oracle::OracleTraining;
use sampled::SampledTraining;
use table::TableTraining;

/// The size limits of a training.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The maximum number of nodes of a written-out game.
    pub most_nodes: usize,
    /// If the game is not to be written out: the maximum number of bytes of a sampling algorithm's tables.
    pub growing: Option<usize>,
    /// Whether the game is known by its oracle instead of being written out.
    pub by_oracle: bool,
    /// If the game is not to be written out: the judge that finds lower bounds of the exploitability.
    pub judge: Option<LocalJudge>,
}

impl Extent {
    /// The usual extent of a game: written out, or by its oracle where the tree would be too large.
    pub fn usual(game: &LoadedGame, algorithm: &Algorithm) -> Extent {
        let most_nodes = algorithm.most_nodes(game);
        let by_oracle = game.oracle().is_some()
            && matches!(Estimate::of(game, algorithm, most_nodes), Estimate::Oracle { .. });
        Extent { most_nodes, growing: None, by_oracle, judge: None }
    }
}

/// The training of `game` by `algorithm`.
pub fn training<'g>(
    game: &'g LoadedGame,
    algorithm: &Algorithm,
    Extent { most_nodes, growing, by_oracle, judge }: Extent,
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
        return Ok(Box::new(GrowingTraining::new(game, options, &text, most_bytes, judge)));
    }
    if by_oracle {
        let Algorithm::Full { variant, precision, .. } = *algorithm else {
            bail!("algorithms that sample need no oracle, and {text} is one");
        };
        let oracle = game.oracle().with_context(|| format!("{} has no oracle", game.name()))?;
        return Ok(match precision {
            Precision::F32 => Box::new(OracleTraining::<f32>::new(oracle, game.settings(), text, variant)),
            Precision::F64 => Box::new(OracleTraining::<f64>::new(oracle, game.settings(), text, variant)),
        });
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
