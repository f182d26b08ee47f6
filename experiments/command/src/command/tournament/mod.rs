//! `hinterhand tournament`: tournaments between bots, kept in a store.

mod conduct;
mod draft;
mod dry_run;
mod export;
mod flags;
mod luck;
mod merge;
mod resume;
mod run;
mod run_settings;
mod running;
mod show;
mod table;

use std::path::PathBuf;

use anyhow::Error;
use clap::Subcommand;
use hinterhand_matches::store::{ExportError, Store, StoreError, Tournament};

use super::{Done, Failure};

pub(super) use draft::Draft;
pub(super) use flags::Flags;

/// Play tournaments between bots, resume them, show them
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand tournament run --game sixty-six --bot greedy --bot random --rounds 1000 --store greed.db
  hinterhand tournament show greed.db")]
pub(super) struct Args {
    #[command(subcommand)]
    mode: Mode,
}

#[derive(Debug, Subcommand)]
enum Mode {
    Run(Box<run::Args>),
    Resume(resume::Args),
    Show(show::Args),
    Luck(luck::Args),
    Export(export::Args),
    Merge(merge::Args),
}

/// A tournament in a store.
#[derive(Debug, clap::Args)]
struct Stored {
    /// The store
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// The name of the tournament, if there are several
    #[arg(long, value_name = "NAME")]
    tournament: Option<String>,
}

impl Stored {
    fn open(&self) -> Result<(Store, Tournament), StoreError> {
        let store = Store::read(&self.store)?;
        let tournament = store.tournament(self.tournament.as_deref())?;
        Ok((store, tournament))
    }
}

pub(super) fn run(args: &Args) -> Done {
    match &args.mode {
        Mode::Run(args) => run::run(args),
        Mode::Resume(args) => resume::run(args),
        Mode::Show(args) => show::run(args),
        Mode::Luck(args) => luck::run(args),
        Mode::Export(args) => export::run(args),
        Mode::Merge(args) => merge::run(args),
    }
}

/// The command line is right if a store is wrong.
impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Data(Error::from(error))
    }
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Failure {
        match error {
            ExportError::Store(error) => error.into(),
            ExportError::Io(error) => error.into(),
        }
    }
}
