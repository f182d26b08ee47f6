//! `hinterhand tournament resume`: resumes a tournament from its store.

use hinterhand_players::bots::Bot;
use hinterhand_players::games::{self, GameError};
use hinterhand_players::option_value;

use super::super::{Done, open_bot};
use super::Stored;
use super::conduct;
use super::run_settings::{How, HowArgs};

/// Resume a tournament that was interrupted or killed
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand tournament resume sixty-six.db

No counted deal is lost or played again, and the final results are those of a tournament that was never interrupted,
unless a bot has a time limit.")]
pub(in super::super) struct Args {
    #[command(flatten)]
    stored: Stored,
    #[command(flatten)]
    how: HowArgs,
    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Done {
    let (_, begun) = args.stored.open()?;
    let how = How {
        store: Some(args.stored.store.clone()),
        threads: args.how.threads(None),
        durability: args.how.durability(),
        report: args.how.report,
        json: args.json,
        dry_run: false,
    };
    let plan = begun.plan.clone();
    let bots: Vec<Bot> = plan.bots.iter().map(|bot| open_bot(&bot.spec)).collect::<Result<_, _>>()?;
    let fill = |settings: &mut _| option_value::fill(settings, &plan.options).map_err(GameError::from);
    let game = games::load(&plan.game, fill)?;
    conduct::run(&game, plan, &bots, &how, Some(&begun))
}
