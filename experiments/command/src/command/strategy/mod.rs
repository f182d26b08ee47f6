//! `hinterhand strategy`: shows the contents of the files that `solve` writes.

mod diff;
mod export;
mod info;
mod lookup;
mod opening;
mod show;

use std::path::Path;

use anyhow::{anyhow, ensure};
use clap::Subcommand;
use hinterhand_engine::Settings;
use hinterhand_kinderschnapsen::Score;
use hinterhand_players::games::{self, GameError, LoadedGame};
use hinterhand_players::option_value;
use hinterhand_players::records::Record;
use hinterhand_players::strategy::{About, FileStrategy, StrategyFile};
use serde_json::Value as Json;

use super::{Done, Failure};

/// Show a strategy: its figures, its decisions, its differences from another one
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand strategy info leduc.strategy")]
pub(super) struct Args {
    #[command(subcommand)]
    mode: Mode,
}

#[derive(Debug, Subcommand)]
enum Mode {
    Info(info::Args),
    Show(show::Args),
    Lookup(lookup::Args),
    Diff(diff::Args),
    Export(export::Args),
    Opening(opening::Args),
}

pub(super) fn run(args: &Args) -> Done {
    match &args.mode {
        Mode::Info(args) => info::run(args),
        Mode::Show(args) => show::run(args),
        Mode::Lookup(args) => lookup::run(args),
        Mode::Diff(args) => diff::run(args),
        Mode::Export(args) => export::run(args),
        Mode::Opening(args) => opening::run(args),
    }
}

/// The nodes of the largest game that is written out to list its information sets, unless another number is given.
const MOST_NODES: usize = 50_000_000;

/// Opens the file of a strategy.
pub(super) fn open(path: &Path) -> Result<StrategyFile, Failure> {
    Ok(StrategyFile::open(path).map_err(anyhow::Error::from)?)
}

/// Loads the game for which a strategy was made.
pub(super) fn load(about: &About) -> Result<LoadedGame, Failure> {
    let fill = |settings: &mut Settings| Ok(option_value::fill(settings, &about.options)?);
    // An error in a file is not one of the command line.
    games::load(&about.game, fill).map_err(|error: GameError| Failure::Data(error.into()))
}

/// The score of a whole game at which a strategy is asked.
#[derive(Clone, Copy, Debug, clap::Args)]
struct ScoreArg {
    /// For a strategy for the whole game: the score, the leader's points first; 5:5 is the first hand
    #[arg(long, value_name = "L:O", value_parser = score)]
    score: Option<Score>,
}

fn score(text: &str) -> Result<Score, String> {
    let points = |text: &str| text.parse().ok().filter(|points| (1..=5).contains(points));
    let both = text.split_once(':').and_then(|(leader, other)| points(leader).zip(points(other)));
    let (leader, other) = both.ok_or("expected two numbers from 1 to 5, such as 3:2")?;
    Ok(Score { leader, other })
}

impl ScoreArg {
    /// The strategy in `file`, at this score if one was named.
    fn strategy<'f>(self, file: &'f StrategyFile, game: &LoadedGame) -> Result<FileStrategy<'f>, Failure> {
        let strategy = file.strategy(game).map_err(anyhow::Error::from)?;
        let Some(score) = self.score else { return Ok(strategy) };
        strategy.at(score).ok_or_else(|| {
            Failure::Usage(anyhow!("--score: the strategy is not for a whole game, which alone has scores"))
        })
    }

    /// Refuses a strategy for a whole game if no score was named.
    fn must_be_named(self, strategy: &FileStrategy<'_>) -> Result<(), Failure> {
        match (strategy, self.score) {
            (FileStrategy::KinderschnapsenGame(_), None) => Err(Failure::Usage(anyhow!(
                "a strategy for the whole game, which is one for each of 25 scores: choose one by --score, such \
                 as --score 5:5 for the first hand"
            ))),
            _ => Ok(()),
        }
    }
}

/// Refuses a record of another game or other options.
fn must_be_of(record: &Record, game: &LoadedGame) -> anyhow::Result<()> {
    let (name, settings) = (game.name(), game.settings());
    ensure!(record.game == name, "a record of {}, but the strategy is for {name}", record.game);
    let mut same = Settings::described(*game.info());
    record.fill(&mut same)?;
    ensure!(
        option_value::given(&same) == option_value::given(settings),
        "the record has other options than the strategy, which has {}",
        Json::Object(option_value::given(settings))
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_two_numbers_from_one_to_five() {
        assert_eq!(score("3:2"), Ok(Score { leader: 3, other: 2 }));
        for wrong in ["", "3", "3:", "0:5", "5:6", "3-2", "3:2:1", "a:b"] {
            assert!(score(wrong).is_err(), "{wrong}");
        }
    }
}
