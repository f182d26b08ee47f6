//! `hinterhand tournament run`: a tournament from a file or from the command line.

use std::path::PathBuf;
use std::time::Duration;

use hinterhand_matches::store::Durability;
use hinterhand_matches::tournament::Unit;
use hinterhand_matches::tournament::file::ScheduleName;
use hinterhand_players::games;

use super::super::options::OptionArgs;
use super::super::{Done, time};
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
number of the deal alone. The intervals are those of deals, which are independent, and not of hands. Everything but the
times depends on the plan alone, whatever the number of threads, as long as no bot goes by the clock.

A bot that searches, or a program, may have a time for each decision (`time=MS`), for the whole hand or match
(`tc=BASE+INCREMENT` in seconds, as in `--each tc=10+0.1`), or both; whoever has no time left forfeits the hand.

With --store all hands are kept in an SQLite file. What was counted there is safe from then on, whatever happens to the
program; `hinterhand tournament resume` goes on where it ended. Ctrl-C stops with what there is, tells how to go on, and
ends with exit status 130.

A file has the same keys as the command line has flags, with `_` for `-`: name, game, seed, unit, schedule, heads,
rounds, deals, at_table, store, concurrency; tables [options], [match], [each] and [sprt]; and a [[bot]] with name and
spec for each bot. Flags win over the file, and bots are added to its bots.")]
pub(in super::super) struct Args {
    /// A file that says what is played
    #[arg(value_name = "FILE.toml")]
    file: Option<PathBuf>,
    #[command(flatten)]
    pub(super) flags: Flags,
    #[command(flatten)]
    pub(super) how: HowArgs,
    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
    /// Play a few deals, say how long the whole would take and how much room, and stop
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    options: OptionArgs,
}

/// What is played, as flags.
#[derive(Debug, clap::Args)]
pub(super) struct Flags {
    /// The game
    #[arg(long, value_name = "GAME")]
    pub(super) game: Option<String>,
    /// What it is called in its store; as the game, if not given
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
    /// A bot that takes part: `name=NAME,spec=BOT`, or only the BOT; may be repeated
    #[arg(long, value_name = "BOT")]
    pub(super) bot: Vec<String>,
    /// An option of every bot that has it and does not give it itself; may be repeated
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub(super) each: Vec<String>,
    /// Who meets whom: everybody everybody, the first ones all others, or those who have scored alike
    #[arg(long, value_name = "SCHEDULE", value_parser = schedule)]
    pub(super) schedule: Option<ScheduleName>,
    /// How many bots are at the head of a gauntlet; 1 if not given
    #[arg(long, value_name = "N")]
    pub(super) heads: Option<usize>,
    /// How often everybody meets; in a Swiss tournament, the rounds. 100 if not given
    #[arg(long, value_name = "N")]
    pub(super) rounds: Option<u32>,
    /// The deals of a meeting, each played from every seating; 1 if not given
    #[arg(long, value_name = "N")]
    pub(super) deals: Option<u32>,
    /// How many different bots meet at a table of more than two; 2 if not given
    #[arg(long, value_name = "N")]
    pub(super) at_table: Option<usize>,
    /// What is played with one deal from one seating: a single `hand`, or hands until the score above the hand has a
    /// winner, a `match`
    #[arg(long, value_name = "UNIT", value_parser = unit)]
    pub(super) unit: Option<Unit>,
    /// Change the score above the hands, such as `target=12`, `start_score=7` or `best_of=3`; may be repeated
    #[arg(long = "match", value_name = "KEY=VALUE")]
    pub(super) contest: Vec<String>,
    /// Test whether the first of two bots is better, and stop when that is decided: `elo0=0 elo1=5 alpha=0.05
    /// beta=0.05`, `normal=true` for the approximation, `points=3` to test game points of which a hand has at most 3
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    pub(super) sprt: Option<Vec<String>>,
    /// The seed of the deals and of the bots; 1 if not given
    #[arg(long, value_name = "SEED")]
    pub(super) seed: Option<u64>,
    /// The file in which everything is kept; made if it is not there. Without one only figures are shown
    #[arg(long, value_name = "FILE")]
    pub(super) store: Option<PathBuf>,
}

/// How it is played: nothing on which results depend.
#[derive(Debug, clap::Args)]
pub(super) struct HowArgs {
    /// How many games at once; as many as the machine runs at once if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) concurrency: Option<u16>,
    /// Show the standings so often; every 10s, on a terminal every second, if not given
    #[arg(long, value_name = "TIME", value_parser = time::read)]
    pub(super) report: Option<Duration>,
    /// Wait for the disk whenever something is kept, so that a loss of power cannot undo it
    #[arg(long)]
    pub(super) power_safe: bool,
}

impl HowArgs {
    pub(super) fn durability(&self) -> Durability {
        if self.power_safe { Durability::Power } else { Durability::Process }
    }

    /// As many threads as was said here, or there, or as the machine has.
    pub(super) fn threads(&self, there: Option<u16>) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.concurrency.or(there).map_or_else(cores, usize::from)
    }
}

fn schedule(text: &str) -> Result<ScheduleName, String> {
    match text {
        "round-robin" => Ok(ScheduleName::RoundRobin),
        "gauntlet" => Ok(ScheduleName::Gauntlet),
        "swiss" => Ok(ScheduleName::Swiss),
        _ => Err("allowed are round-robin, gauntlet and swiss; a test is asked for by --sprt".to_owned()),
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
