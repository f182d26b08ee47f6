//! `hinterhand tournament show`: the standings of a tournament in a store.

use std::io::Write;

use hinterhand_matches::tournament::figures;

use super::super::{Done, output, written};
use super::Stored;
use super::table;

/// Show the standings of a tournament: ranks, cross table, ratings
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand tournament show sixty-six.db
  hinterhand tournament show sixty-six.db --json

Works while the tournament is played, too. A margin is half of the difference between what a bot and the other one won,
averaged over the hands of a deal; in a zero-sum game of two it is what the bot won. Ratings are maximum-likelihood
estimates in the model of Bradley, Terry and Davidson, in points of the Elo scale above the mean; their errors come from
the variance between deals. `above` and `below` are unbounded ratings, of bots that have only won or only lost.")]
pub(in super::super) struct Args {
    #[command(flatten)]
    stored: Stored,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Done {
    let (store, tournament) = args.stored.open()?;
    let (course, forfeits) = (store.course(&tournament)?, store.forfeits(&tournament)?);
    let mut out = output();
    if args.json {
        writeln!(out, "{}", figures(&course, &forfeits))?;
    } else {
        table::print(&course, &forfeits, &mut out)?;
    }
    written(out)
}
