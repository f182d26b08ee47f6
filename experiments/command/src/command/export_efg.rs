//! `hinterhand export-efg`: a small game as a file for Gambit.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context as _;
use hinterhand_engine::Settings;
use hinterhand_engine::games::tree::efg::write_efg;
use hinterhand_players::games::{GameVisitor, Playable};

use super::options::OptionArgs;
use super::{Done, game_name, output};

/// Write a small game out as an explicit tree, in Gambit's .efg format
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand export-efg tree --option file=experiments/trees/pennies.json > pennies.efg

Chance is dealt one card or die a node. A game with more nodes than the limit is refused, and nothing is
written.")]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_name())]
    game: String,
    /// The most nodes that the tree may have
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    limit: usize,
    #[command(flatten)]
    options: OptionArgs,
}

pub(super) fn run(args: &Args) -> Done {
    let text = args.options.visit(&args.game, Exporter { limit: args.limit })??;
    let mut out = output();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

struct Exporter {
    limit: usize,
}

impl GameVisitor for Exporter {
    type Output = anyhow::Result<String>;

    fn visit<G: Playable>(self, game: G, settings: &Settings) -> Self::Output {
        let info = settings.info();
        write_efg(&game, info.title, self.limit).with_context(|| format!("{} as a tree", info.name))
    }
}
