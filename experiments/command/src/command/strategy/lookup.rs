//! `hinterhand strategy lookup`: what a strategy does at the end of a record.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use hinterhand_engine::{ActionSet, History, Settings, Turn};
use hinterhand_players::games::{GameVisitor, Playable};
use hinterhand_players::records::{Record, Records};
use hinterhand_players::strategy::{FileStrategy, StrategyFile};
use hinterhand_solvers::strategy::Strategy;
use serde_json::{Value as Json, json};

use super::{ScoreArg, must_be_of, open, visit};
use crate::command::{Done, complain, input, output};

/// Print what a strategy does at the end of each record
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo '{\"game\":\"kuhn\",\"actions\":[\"deal:K,Q\"]}' | hinterhand strategy lookup kuhn.strategy

One JSON line for each record: whose turn it is, what is legal, and how likely each of it is played. The
records must be of the game and the options for which the strategy was made.")]
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
    let about = file.about().clone();
    visit(&about, LookUp { args, file })?
}

struct LookUp<'a> {
    args: &'a Args,
    file: StrategyFile,
}

impl GameVisitor for LookUp<'_> {
    type Output = Done;

    fn visit<G: Playable>(self, game: G, settings: &Settings) -> Done {
        let strategy = self.args.score.strategy(&self.file, &game, settings)?;
        let (input, name) = input(self.args.records.as_deref())?;
        let mut records = Records::new(input);
        let mut out = output();
        let mut code = ExitCode::SUCCESS;
        while let Some((index, record)) =
            records.next_record().with_context(|| format!("cannot read {name}"))?
        {
            let found = record
                .map_err(anyhow::Error::from)
                .and_then(|record| look_up(&game, settings, &strategy, &record, index));
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
}

fn look_up<G: Playable>(
    game: &G,
    settings: &Settings,
    strategy: &FileStrategy<'_>,
    record: &Record,
    index: usize,
) -> anyhow::Result<Json> {
    must_be_of::<G>(record, settings)?;
    let mut history = History::new(game);
    for (ply, word) in record.actions.iter().enumerate() {
        history.play_word(word).with_context(|| format!("action {ply}"))?;
    }
    let Turn::Player(player) = history.turn() else {
        bail!("nobody has to decide at the end of it");
    };
    let state = history.state();
    let legal = game.legal(state);
    let mut probabilities = Vec::new();
    Strategy::<G>::probabilities(strategy, &game.info_set(state, player), &legal, &mut probabilities);
    let words: Vec<String> = legal.iter().map(|action| game.action_word(state, action)).collect();
    Ok(json!({
        "record": index,
        "turn": player.index(),
        "seen": history.seen(player),
        "legal": words,
        "probabilities": probabilities,
    }))
}
