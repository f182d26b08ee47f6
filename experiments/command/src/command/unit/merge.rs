//! `hinterhand unit merge`: makes of results what one machine would have made.

use std::path::PathBuf;
use std::process::ExitCode;

use hinterhand_units::{self as units, Plan, Results};

use super::super::{Done, complain};
use super::{Planned, open};

/// Merge results into what one machine would have made
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand unit merge plan.json results --out tournament.db
  hinterhand unit merge plan.json /scratch/results colleague/results --out tournament.db --partial

FILE is, of a tournament or a published experiment, a store; of self-play, a folder of parts; of a duel and of an
exploitability, a file of JSON; of training, the table of the round, which is a strategy as well. The store must be on a
local disk: SQLite keeps a log that network file systems break. Merging again changes nothing.

The result is that of one machine, table for table and file for file, but for times, dates and places: `hinterhand unit
compare` shows it for stores. A unit that has come to two different results is an error that names both files.")]
pub(super) struct Args {
    #[command(flatten)]
    planned: Planned,
    /// The store, folder or file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Merge what there is, although units have no results yet
    #[arg(long)]
    partial: bool,
}

pub(super) fn run(args: &Args) -> Done {
    let plan = Plan::read(&args.planned.plan)?;
    // Pieces of work are not done here, so the folder is not needed.
    let work = open(&plan.experiment, &args.planned.results[0])?;
    let results = Results::new(args.planned.results.clone());
    let merged = units::merge(&plan, &*work, &results, &args.out, args.partial)?;
    for (path, damage) in &merged.status.damaged {
        complain(format_args!("left out: {}: {damage}", path.display()));
    }
    if let Some(first) = merged.status.foreign.first() {
        let count = merged.status.foreign.len();
        complain(format_args!(
            "left out: {count} files of units of other plans, such as {}",
            first.display()
        ));
    }
    let missing = merged.status.missing.len();
    let missing = if missing > 0 { format!("; {missing} units are missing") } else { String::new() };
    complain(format_args!("{}: {}{missing}", args.out.display(), merged.summary));
    Ok(ExitCode::SUCCESS)
}
