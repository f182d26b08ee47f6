//! The flags of a tournament's plan.

use std::path::PathBuf;

use hinterhand_matches::tournament::Unit;
use hinterhand_matches::tournament::file::ScheduleName;

/// The plan as flags.
#[derive(Debug, Default, clap::Args)]
pub(in super::super) struct Flags {
    /// The game
    #[arg(long, value_name = "GAME")]
    pub(super) game: Option<String>,
    /// The name of the tournament in its store; by default that of the game
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
    /// A bot that takes part: `name=NAME,spec=BOT`, or only the BOT; may be repeated
    #[arg(long, value_name = "BOT")]
    pub(super) bot: Vec<String>,
    /// An option of every bot that reads it and does not give it itself; may be repeated
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub(super) each: Vec<String>,
    /// The schedule: `round-robin` (all pairs), `gauntlet` (the first bots against all others) or `swiss`
    #[arg(long, value_name = "SCHEDULE", value_parser = schedule)]
    pub(super) schedule: Option<ScheduleName>,
    /// The number of bots at the head of a gauntlet; 1 if not given
    #[arg(long, value_name = "N")]
    pub(super) heads: Option<usize>,
    /// The number of rounds, in each of which all pairs meet, or in a Swiss tournament each bot once. 100 if
    /// not given
    #[arg(long, value_name = "N")]
    pub(super) rounds: Option<u32>,
    /// The number of deals of a meeting, each played from every seating; 1 if not given
    #[arg(long, value_name = "N")]
    pub(super) deals: Option<u32>,
    /// The number of different bots at a table of more than two; 2 if not given
    #[arg(long, value_name = "N")]
    pub(super) at_table: Option<usize>,
    /// The unit of play with one deal from one seating: a single `hand`, or a `match` of hands until the
    /// score above the hand has a winner
    #[arg(long, value_name = "UNIT", value_parser = unit)]
    pub(super) unit: Option<Unit>,
    /// Change the score above the hands, such as `target=12`, `start_score=7` or `best_of=3`; may be repeated
    #[arg(long = "match", value_name = "KEY=VALUE")]
    pub(super) contest: Vec<String>,
    /// Test whether the first of two bots is better, and stop when the test is decided: `elo0=0 elo1=5
    /// alpha=0.05 beta=0.05`, `normal=true` for the approximation, `points=3` to test game points, at most 3
    /// in a hand
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    pub(super) sprt: Option<Vec<String>>,
    /// The seed of the deals and of the bots; 1 if not given
    #[arg(long, value_name = "SEED")]
    pub(super) seed: Option<u64>,
    /// The file in which everything is kept, created if it does not exist. Without one only figures are shown
    #[arg(long, value_name = "FILE")]
    pub(super) store: Option<PathBuf>,
}

fn schedule(text: &str) -> Result<ScheduleName, String> {
    match text {
        "round-robin" => Ok(ScheduleName::RoundRobin),
        "gauntlet" => Ok(ScheduleName::Gauntlet),
        "swiss" => Ok(ScheduleName::Swiss),
        _ => Err("allowed are round-robin, gauntlet and swiss; a test is requested by --sprt".to_owned()),
    }
}

fn unit(text: &str) -> Result<Unit, String> {
    match text {
        "hand" => Ok(Unit::Hand),
        "match" => Ok(Unit::Match),
        _ => Err("allowed are hand and match".to_owned()),
    }
}
