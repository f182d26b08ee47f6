//! `hinterhand unit compare`: holds two stores against each other.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use hinterhand_matches::store::{Comparison, Store};

use super::super::{Done, output};

/// Compare two stores table for table, but for times, dates and places
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand unit compare one-machine.db merged.db

Left out is what differs by its nature: of runs the dates, threads and seconds, and how many there were; the times of
decisions; the seconds of judgements; of experiments the seconds, dates, commits, machines, and figures that are times. If
the stores differ, the first different row is printed, with exit status 1.")]
pub(super) struct Args {
    /// The first store
    #[arg(value_name = "STORE")]
    first: PathBuf,
    /// The second store
    #[arg(value_name = "OTHER")]
    second: PathBuf,
}

pub(super) fn run(args: &Args) -> Done {
    let (first, second) = (Store::read(&args.first)?, Store::read(&args.second)?);
    let mut out = output();
    let code = match first.compare(&second)? {
        Comparison::Same(rows) => {
            writeln!(out, "the same: {rows} rows")?;
            ExitCode::SUCCESS
        }
        Comparison::Different { table, first, second } => {
            let shown = |row: Option<String>| row.unwrap_or_else(|| "no further row".to_owned());
            writeln!(out, "different, first in `{table}`:")?;
            writeln!(out, "{}: {}", args.first.display(), shown(first))?;
            writeln!(out, "{}: {}", args.second.display(), shown(second))?;
            ExitCode::FAILURE
        }
    };
    out.flush()?;
    Ok(code)
}
