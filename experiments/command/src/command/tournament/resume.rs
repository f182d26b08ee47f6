//! `hinterhand tournament resume`: goes on with a tournament where it ended.

use std::path::PathBuf;

use hinterhand_matches::store::Store;
use hinterhand_players::bots::{Bot, BotSpec};
use hinterhand_players::games;
use hinterhand_players::games::GameError;
use hinterhand_players::option_value;

use super::super::{Done, Failure};
use super::conduct::{How, Tournament};
use super::run::HowArgs;

/// Go on with a tournament that was interrupted, however that came about
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand tournament resume sixty-six.db

Nothing that was counted is lost or played again, and at the end the results are those of a tournament that was never
interrupted, as long as no bot goes by the clock.")]
pub(in super::super) struct Args {
    /// The store
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// Which tournament, if there are several
    #[arg(long, value_name = "NAME")]
    tournament: Option<String>,
    #[command(flatten)]
    how: HowArgs,
    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Done {
    let begun = Store::read(&args.store)?.tournament(args.tournament.as_deref())?;
    let how = How {
        store: Some(args.store.clone()),
        threads: args.how.threads(None),
        durability: args.how.durability(),
        report: args.how.report,
        json: args.json,
        dry_run: false,
    };
    let plan = begun.plan.clone();
    let open = |text: &str| Ok::<_, Failure>(Bot::open(text.parse::<BotSpec>()?)?);
    let bots: Vec<Bot> = plan.bots.iter().map(|bot| open(&bot.spec)).collect::<Result<_, _>>()?;
    let (game, options) = (plan.game.clone(), plan.options.clone());
    let fill = |settings: &mut _| {
        Ok::<(), Failure>(option_value::fill(settings, &options).map_err(GameError::from)?)
    };
    games::visit(&game, fill, Tournament { plan, bots: &bots, how: &how, begun: Some(&begun) })?
}
