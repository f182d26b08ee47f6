//! `hinterhand tournament run`: a tournament from a file or from the command line.

use std::path::PathBuf;
use std::time::Duration;

use hinterhand_matches::store::Durability;
use hinterhand_matches::tournament::Unit;
use hinterhand_matches::tournament::file::ScheduleName;
use hinterhand_players::games;

use super::super::options::OptionArgs;
use super::super::{Done, threads, time};
use super::conduct::{self, How};
use super::draft::Draft;

/// Play a tournament between bots on duplicate deals
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand tournament run plan.toml
  hinterhand tournament run --game sixty-six --bot name=deep,spec=ismcts:iterations=2000 --bot greedy --bot random \\
      --rounds 500 --store sixty-six.db
  hinterhand tournament run --game kinderschnapsen --bot ismcts:c=0.7 --bot ismcts:c=1.4 --each iterations=500 \\
      --sprt elo0=0 elo1=20 alpha=0.05 beta=0.05 --rounds 20000 --store test.db

Every pairing plays every deal from every seating, and all play the same deals: the cards depend on the seed and the
number of the deal alone. Intervals are computed over deals, which are independent, and not over hands. Everything except
the times depends on the plan alone, and not on the number of threads, unless a bot has a time limit.

A bot that searches, or a program, may have a time for each decision (`time=MS`), for the whole hand or match
(`tc=BASE+INCREMENT` in seconds, as in `--each tc=10+0.1`), or both; a bot without time left forfeits the hand.

With --store all hands are kept in an SQLite file. A counted deal is safe from then on, even if the program is killed;
`hinterhand tournament resume` continues the tournament. Ctrl-C stops, prints the standings and the command that resumes,
and ends with exit status 130.

The keys of a file are the flags of the command line, with `_` for `-`: name, game, seed, unit, schedule, heads, rounds,
deals, at_table, store, concurrency; tables [options], [match], [each] and [sprt]; and a [[bot]] with name and spec for
each bot. Flags override the file, and bots are added to its bots.")]
pub(in super::super) struct Args {
    /// A file with the plan
    #[arg(value_name = "FILE.toml")]
    file: Option<PathBuf>,
    #[command(flatten)]
    pub(super) flags: Flags,
    #[command(flatten)]
    pub(super) how: HowArgs,
    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
    /// Play a few deals, estimate the time and the disk space of the whole, and stop
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    options: OptionArgs,
}

/// The plan as flags.
#[derive(Debug, clap::Args)]
pub(super) struct Flags {
    /// The game
    #[arg(long, value_name = "GAME")]
    pub(super) game: Option<String>,
    /// The name of the tournament in its store; by default that of the game
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
    /// A bot that takes part: `name=NAME,spec=BOT`, or only the BOT; may be repeated
    #[arg(long, value_name = "BOT")]
    pub(super) bot: Vec<String>,
    /// An option of every bot that has it and does not give it itself; may be repeated
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

/// The settings of a run on which results do not depend.
#[derive(Debug, clap::Args)]
pub(super) struct HowArgs {
    /// The number of games at a time; by default the number of cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) concurrency: Option<u16>,
    /// The time between two prints of the standings; by default 10s, on a terminal 1s
    #[arg(long, value_name = "TIME", value_parser = time::read)]
    pub(super) report: Option<Duration>,
    /// Wait for the disk at every write, so that a loss of power cannot undo it
    #[arg(long)]
    pub(super) power_safe: bool,
}

impl HowArgs {
    pub(super) fn durability(&self) -> Durability {
        if self.power_safe { Durability::Power } else { Durability::Process }
    }

    /// The number of threads that was given here or in the file, by default that of the cores.
    pub(super) fn threads(&self, there: Option<u16>) -> usize {
        threads(self.concurrency.or(there))
    }
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

pub(super) fn run(args: &Args) -> Done {
    let draft = Draft::new(args.file.as_deref(), &args.flags)?;
    let how = How {
        store: draft.store.clone(),
        threads: args.how.threads(draft.concurrency),
        durability: args.how.durability(),
        report: args.how.report,
        json: args.json,
        dry_run: args.dry_run,
    };
    let (plan, bots) = draft.plan()?;
    let fill = |settings: &mut _| {
        draft.fill(settings)?;
        args.options.fill(settings)
    };
    let game = games::load(&draft.game, fill)?;
    conduct::run(&game, plan, &bots, &how, None)
}
