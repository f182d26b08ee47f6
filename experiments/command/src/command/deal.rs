//! `hinterhand deal`: records that hold only the chance events before the first decision.

use std::io::Write;

use hinterhand_engine::{History, Rng};
use hinterhand_players::records::Record;

use super::options::OptionArgs;
use super::{Done, game_name, output, written};

/// Deal: print records that hold only the chance events at the start
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand deal kinderschnapsen --seed 7 --count 3

Deal N depends on the seed and on N alone; the record holds both (`seed`, `stream`).")]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_name())]
    game: String,
    /// The seed of the generator
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// The number of deals
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
    #[command(flatten)]
    options: OptionArgs,
}

pub(super) fn run(args: &Args) -> Done {
    let game = args.options.load(&args.game)?;
    let mut out = output();
    for stream in 0..args.count {
        let mut history = History::new(game.rules());
        history.deal(&mut Rng::new(args.seed, stream));
        let record = Record::of(&history).with("seed", args.seed).with("stream", stream);
        writeln!(out, "{record}")?;
    }
    written(out)
}
