//! `hinterhand export-efg`: a small game as a file for Gambit.

use std::io::Write;

use anyhow::Context as _;
use hinterhand_engine::games::tree::efg::write_efg;

use super::options::OptionArgs;
use super::{Done, game_name, output, written};

/// Write the tree of a small game in Gambit's .efg format
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand export-efg tree --option file=experiments/trees/pennies.json > pennies.efg

Chance is dealt one card or die in a node. A game with more nodes than the limit is refused, and nothing is
written.")]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_name())]
    game: String,
    /// The maximum number of nodes
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    limit: usize,
    #[command(flatten)]
    options: OptionArgs,
}

pub(super) fn run(args: &Args) -> Done {
    let game = args.options.load(&args.game)?;
    let info = game.info();
    let text = write_efg(game.rules(), info.title, args.limit)
        .with_context(|| format!("{} as a tree", info.name))?;
    let mut out = output();
    out.write_all(text.as_bytes())?;
    written(out)
}
