//! `hinterhand deal`: records that hold only what chance decides before the first decision.

use std::io::{BufWriter, StdoutLock, Write};
use std::process::ExitCode;

use hinterhand_engine::{History, Rng, Settings};
use hinterhand_players::games::{GameVisitor, Playable};
use hinterhand_players::records::Record;

use super::options::OptionArgs;
use super::{Done, game_name, output};

/// Deal: print records with nothing but the chance actions at the start
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand deal kinderschnapsen --seed 7 --count 3

Deal N of a seed is the same whatever the count; the record says both (`seed`, `stream`).")]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_name())]
    game: String,
    /// The seed of the generator
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// How many deals
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
    #[command(flatten)]
    options: OptionArgs,
}

pub(super) fn run(args: &Args) -> Done {
    let mut out = output();
    args.options.visit(&args.game, Dealer { args, out: &mut out })??;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

struct Dealer<'a> {
    args: &'a Args,
    out: &'a mut BufWriter<StdoutLock<'static>>,
}

impl GameVisitor for Dealer<'_> {
    type Output = std::io::Result<()>;

    fn visit<G: Playable>(self, game: G, settings: &Settings) -> Self::Output {
        for stream in 0..self.args.count {
            let mut history = History::new(&game);
            history.deal(&mut Rng::new(self.args.seed, stream));
            let record = Record::of(&history, settings).with("seed", self.args.seed).with("stream", stream);
            writeln!(self.out, "{record}")?;
        }
        Ok(())
    }
}
