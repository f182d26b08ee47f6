//! `hinterhand strategy lookup`: the probabilities of a strategy at the end of a record.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{ActionSet, Game as _, History, Notation as _, Turn};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::records::{Record, Records};
use hinterhand_players::strategy::FileStrategy;
use hinterhand_solvers::strategy::Strategy;
use serde_json::{Value as Json, json};

use super::{ScoreArg, load, must_be_of, open};
use crate::command::{Done, complain, input, output};

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
    let (input, name) = input(args.records.as_deref())?;
    let mut records = Records::new(input);
    let mut out = output();
    let mut code = ExitCode::SUCCESS;
    while let Some((index, record)) = records.next_record().with_context(|| format!("cannot read {name}"))? {
        let found =
            record.map_err(anyhow::Error::from).and_then(|record| look_up(&game, &strategy, &record, index));
        match found {
            Ok(found) => writeln!(out, "{found}")?,
            Err(error) => {
                complain(format_args!("error: record {index}: {error:#}"));
                code = ExitCode::FAILURE;
            }
        }
        out.flush()?;
    }
    Ok(code)
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
