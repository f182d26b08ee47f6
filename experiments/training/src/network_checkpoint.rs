//! The checkpoint of the learning of a network: a file from which the same plan goes on with the same bits.

use std::io;
use std::path::{Path, PathBuf};

use hinterhand_players::bots::BotError;
use hinterhand_players::files::column_file::{self, Column, ColumnFile, ColumnFileError};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::strategy::rules_hash;
use hinterhand_solvers::dynamic::SearchError;
use hinterhand_solvers::network::{Saved, SavedError};
use serde_json::{Map, Value as Json, json};

use super::network_plan::NetworkPlan;
use super::opposite::Opposite;

/// The file type in the headers of these files.
const KIND: &str = "learning";

/// What a learning that goes on begins with.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Progress {
    /// The state of the learning.
    pub(super) saved: Saved,
    /// The games of the learner, and the share won since the point before.
    pub(super) won: Vec<[f64; 2]>,
    /// The games that were played and won at the last of these points.
    pub(super) before: [u64; 2],
    /// The numbers of the last generation that was gated and of the best one, and the weights of the best network.
    pub(super) gated: ([u64; 2], Vec<f32>),
}

/// A network that cannot be learned.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum LearnError {
    #[error(transparent)]
    Search(#[from] SearchError),
    #[error(transparent)]
    Bot(#[from] BotError),
    #[error("the network cannot begin as one that has learned something else: {0}")]
    Start(&'static str),
    #[error("cannot write {}: {error}", .path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error(
        "{} was written by another learning: {difference}; delete it to begin anew, or name another network",
        .path.display()
    )]
    Other { path: PathBuf, difference: String },
    #[error("{}: {error}", .path.display())]
    Unfit { path: PathBuf, error: SavedError },
    #[error(transparent)]
    File(#[from] ColumnFileError),
    #[error("the network cannot play against the best one so far: {0:#}")]
    Gate(anyhow::Error),
}

/// All that the bits of a learning depend on.
fn about(plan: &NetworkPlan, game: &LoadedGame) -> Map<String, Json> {
    let NetworkPlan {
        method,
        against,
        start,
        rdeep,
        games,
        epochs,
        hidden,
        payoff,
        games_a_step,
        batch,
        steps_an_update,
        rate,
        seed,
        gate,
        closed,
    } = plan;
    let against: Vec<String> = against.iter().map(Opposite::identity).collect();
    let about = json!({
        "game": game.name(), "rules": rules_hash(game.settings()), "method": format!("{method:?}"),
        "against": against, "start": start.as_ref().map(|start| start.blake3()), "samples": rdeep.0,
        "depth": rdeep.1, "games": games, "epochs": epochs, "hidden": hidden, "payoff": payoff,
        "games_a_step": games_a_step, "batch": batch, "update": steps_an_update,
        "rate": rate.map(f32::to_bits), "seed": seed, "gate": gate, "closed": closed, "program": env!("CARGO_PKG_VERSION"),
    });
    let Json::Object(about) = about else { unreachable!("it is an object") };
    about
}

/// Writes a checkpoint, in place of the one before.
pub(super) fn write(
    path: &Path,
    plan: &NetworkPlan,
    game: &LoadedGame,
    progress: &Progress,
) -> Result<(), LearnError> {
    let Progress { saved, won, before, gated: (generations, best) } = progress;
    let won: Vec<f64> = won.iter().flatten().copied().collect();
    let columns = [
        ("weights", Column::from(&saved.weights[..])),
        ("counts", Column::from(&saved.counts[..])),
        ("inputs", Column::from(&saved.inputs[..])),
        ("factors", Column::from(&saved.factors[..])),
        ("targets", Column::from(&saved.targets[..])),
        ("won", Column::from(&won[..])),
        ("before", Column::from(&before[..])),
        ("generations", Column::from(&generations[..])),
        ("best", Column::from(&best[..])),
    ];
    column_file::write(path, KIND, &Json::Object(about(plan, game)), &columns)
        .map_err(|error| LearnError::Write { path: path.to_owned(), error })
}

/// Reads the checkpoint of the plan, if there is one.
pub(super) fn read(
    path: &Path,
    plan: &NetworkPlan,
    game: &LoadedGame,
) -> Result<Option<Progress>, LearnError> {
    if !path.exists() {
        return Ok(None);
    }
    let file = ColumnFile::open(path, KIND)?;
    for (key, wanted) in about(plan, game) {
        let found = &file.about()[&key];
        if *found != wanted {
            let difference = format!("its `{key}` is {found}, not {wanted}");
            return Err(LearnError::Other { path: path.to_owned(), difference });
        }
    }
    let saved = Saved {
        weights: file.column("weights")?.to_vec(),
        counts: file.column("counts")?.to_vec(),
        inputs: file.column("inputs")?.to_vec(),
        factors: file.column("factors")?.to_vec(),
        targets: file.column("targets")?.to_vec(),
    };
    let won: &[f64] = file.column("won")?;
    let won = won.chunks_exact(2).map(|point| [point[0], point[1]]).collect();
    let pair = |name| file.column::<u64>(name)?.try_into().map_err(|_| file.senseless(&SavedError));
    let gated = (pair("generations")?, file.column("best")?.to_vec());
    Ok(Some(Progress { saved, won, before: pair("before")?, gated }))
}
