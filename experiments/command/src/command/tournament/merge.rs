//! `hinterhand tournament merge`: merges stores.

use std::path::PathBuf;
use std::process::ExitCode;

use hinterhand_matches::store;

use super::super::{Done, complain};

/// Merge stores into a new one
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand tournament merge monday.db tuesday.db --out both.db

Tournaments of the same name must have the same plan, rules and bots. A deal in several stores is taken from the first of
them.")]
pub(in super::super) struct Args {
    /// The stores
    #[arg(value_name = "STORE", required = true, num_args = 1..)]
    stores: Vec<PathBuf>,
    /// The new store, which must not exist yet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> Done {
    let merged = store::merge(&args.stores, &args.out)?;
    let store::Merged { deals, hands, twice, different } = merged;
    complain(format_args!("{}: {deals} deals, {hands} hands", args.out.display()));
    if twice > 0 {
        complain(format_args!("{twice} deals were there twice, {different} of them with other results"));
    }
    Ok(ExitCode::SUCCESS)
}
