//! `hinterhand tournament run`: a tournament from a file or from the command line.

use std::path::PathBuf;

use anyhow::anyhow;
use hinterhand_players::games;

use super::super::options::OptionArgs;
use super::super::{Done, Failure};
use super::conduct;
use super::draft::Draft;
use super::flags::Flags;
use super::run_settings::{How, HowArgs};

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

pub(super) fn run(args: &Args) -> Done {
    let draft = Draft::new(args.file.as_deref(), &args.flags)?;
    if args.how.power_safe && draft.store.is_none() {
        return Err(Failure::Usage(anyhow!("--power-safe is for what is kept: --store FILE")));
    }
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
