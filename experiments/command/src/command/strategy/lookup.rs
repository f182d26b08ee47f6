//! `hinterhand strategy lookup`: the probabilities of a strategy at the end of a record.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{ActionSet, Game as _, History, Notation as _, Turn};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::records::Record;
use hinterhand_players::strategy::FileStrategy;
use hinterhand_solvers::strategy::Strategy;
use serde_json::{Value as Json, json};

use super::{ScoreArg, load, must_be_of, open};
use crate::command::{Done, answer_each};

/// Print the probabilities of a strategy at the end of each record
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo '{\"game\":\"kuhn\",\"actions\":[\"deal:K,Q\"]}' | hinterhand strategy lookup kuhn.strategy

One JSON line for each record: the player to move, the legal actions and their probabilities. The records must be of the
game and the options for which the strategy was made.")]
pub(super) struct Args {
    /// The file with the strategy
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The file of records; standard input if there is none or `-`
    #[arg(value_name = "RECORDS")]
    records: Option<PathBuf>,
    #[command(flatten)]
    score: ScoreArg,
}

pub(super) fn run(args: &Args) -> Done {
    let file = open(&args.file)?;
    let game = load(file.about())?;
    let strategy = args.score.strategy(&file, &game)?;
    answer_each(args.records.as_deref(), |index, record, out| {
        let found = look_up(&game, &strategy, record, index)?;
        Ok(writeln!(out, "{found}"))
    })
}

/// The line for a record.
fn look_up(
    game: &LoadedGame,
    strategy: &FileStrategy<'_>,
    record: &Record,
    index: usize,
) -> anyhow::Result<Json> {
    must_be_of(record, game)?;
    let mut history = History::new(game.rules());
    for (ply, word) in record.actions.iter().enumerate() {
        history.play_word(word).with_context(|| format!("action {ply}"))?;
    }
    let Turn::Player(player) = history.turn() else {
        bail!("no player is to move at its end");
    };
    let state = history.state();
    let legal = game.legal(state);
    let mut probabilities = Vec::new();
    Strategy::<AnyGame>::probabilities(strategy, &game.info_set(state, player), &legal, &mut probabilities);
    let words: Vec<String> = legal.iter().map(|action| game.action_word(state, action)).collect();
    Ok(json!({
        "record": index,
        "turn": player.index(),
        "seen": history.seen(player),
        "legal": words,
        "probabilities": probabilities,
    }))
}
