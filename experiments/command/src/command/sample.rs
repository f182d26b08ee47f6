//! `hinterhand sample`: records that one seat cannot tell from a given one.

use std::path::PathBuf;

use hinterhand_players::records::sample::{Wanted, fitting};

use super::{Done, answer_each};

/// Print records that fit what one seat has seen at the end of a record
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand deal kinderschnapsen --seed 7 | hinterhand sample --seat 0 --count 5 --seed 1

Each record printed looks the same to that seat as the one read, and is drawn with its probability by the rules;
hidden decisions of other players count as uniformly random. With `--worlds` all of them are printed, each with
its probability as `weight`.")]
pub(super) struct Args {
    /// The file of records; standard input if there is none or `-`
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The seat, counted from 0
    #[arg(long, value_name = "P")]
    seat: usize,
    /// The number of records to draw for each one read
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
    /// The seed of the generator
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Print all records that fit, with their probabilities
    #[arg(long, conflicts_with_all = ["count", "seed"])]
    worlds: bool,
    /// The maximum number of worlds to list
    #[arg(long, value_name = "N", default_value_t = 100_000, requires = "worlds")]
    limit: usize,
}

pub(super) fn run(args: &Args) -> Done {
    answer_each(args.file.as_deref(), |index, record, out| {
        let wanted = if args.worlds {
            Wanted::All { limit: args.limit }
        } else {
            Wanted::Drawn { count: args.count, seed: args.seed, stream: index as u64 }
        };
        Ok(fitting(record, args.seat, wanted, |fit| writeln!(out, "{}", fit.with("record", index)))?)
    })
}
