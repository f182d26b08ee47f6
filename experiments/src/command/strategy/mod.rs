//! `hinterhand strategy`: looks into the files that `solve` writes.

mod diff;
mod export;
mod info;
mod lookup;
mod opening;
mod show;

use std::path::Path;

use clap::Subcommand;
use hinterhand_engine::Settings;

use super::{Done, Failure};
use crate::games::{self, GameVisitor};
use crate::option_value;
use crate::strategy::{About, StrategyFile};

/// Look into a strategy: what it is, what it does, where it differs from another
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

/// Opens a strategy.
pub(super) fn open(path: &Path) -> Result<StrategyFile, Failure> {
    Ok(StrategyFile::open(path).map_err(anyhow::Error::from)?)
}

/// Shows the game for which a strategy was made to `visitor`.
pub(super) fn visit<V: GameVisitor>(about: &About, visitor: V) -> Result<V::Output, Failure> {
    let fill = |settings: &mut Settings| Ok(option_value::fill(settings, &about.options)?);
    // What stands in a file was not typed.
    games::visit(&about.game, fill, visitor).map_err(|error: games::GameError| Failure::Data(error.into()))
}
