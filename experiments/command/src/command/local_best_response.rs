//! `hinterhand local-best-response`: a lower bound of the exploitability of a bot.

use std::io::Write;

use anyhow::anyhow;
use hinterhand_engine::dynamic::AnyState;
use hinterhand_engine::{Game as _, Player, Rng};
use hinterhand_players::bots::{Bot, BotError, BotStrategy};
use hinterhand_players::option_value;
use hinterhand_solvers::dynamic::Offer;
use hinterhand_solvers::judges::{Estimate, LocalBestResponse, RollOuts};
use serde_json::json;

use super::options::OptionArgs;
use super::{Done, Failure, game_name, lower_bound, open_bot, output, written};

/// Find a lower bound of the exploitability of a bot
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand local-best-response kinderschnapsen greedy --hands 100
  hinterhand local-best-response kuhn table:kuhn.strategy --exact
  hinterhand local-best-response schnapsen expert --drawn-worlds 50 --continue-by expert --hands 200

The exploiter (Lisy and Bowling 2017) knows how the bot plays. It keeps all states that fit what it has seen, with their
probabilities, and at each decision takes the action that would be best if it continued like --continue-by. What it wins
is really won, so that a best response wins no less. It is for games of two players that are too large for `hinterhand
exploitability`, but in which what one player does not know can still be listed. Where it is too much for that, --drawn-worlds
draws some states at each decision and weighs them by how the bot would have acted on the way; the exploiter's estimates are
worse then, and what it wins is as real.

A bot that thinks about several decisions in turn is judged as one that thinks about each decision anew. The result
depends on the seed and not on the number of threads, unless a bot has a time limit.")]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_name())]
    game: String,
    /// The bot that is judged (see `hinterhand bots`)
    #[arg(value_name = "BOT")]
    bot: String,
    /// The bot as which the exploiter expects to continue after the current decision
    #[arg(long, value_name = "BOT", default_value = "random")]
    continue_by: String,
    /// The number of hands in each seat
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(2..))]
    hands: u32,
    /// The number of playouts with each action of the exploiter
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    playouts: u32,
    /// Average over all deals and all that can follow, without samples: for small games
    #[arg(long, conflicts_with_all = ["hands", "playouts"])]
    exact: bool,
    /// Refuse games in which more states than this fit what the exploiter has seen
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    most_worlds: usize,
    /// Draw this number of states that fit at each decision, instead of keeping all of them: for games whose states
    /// remember how they came about
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000),
        conflicts_with_all = ["exact", "most_worlds"])]
    drawn_worlds: Option<u32>,
    /// The seed of the hands and of the bots
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: OptionArgs,
}

pub(super) fn run(args: &Args) -> Done {
    let (bot, own) = (open_bot(&args.bot)?, open_bot(&args.continue_by)?);
    let game = args.options.load(&args.game)?;
    if game.players() != 2 {
        return Err(Failure::Usage(anyhow!("{} is not a game of two players", game.name())));
    }
    if args.drawn_worlds.is_some() && !game.offers(Offer::Decisions) {
        let reason = format!("{} has no {}", game.name(), Offer::Decisions);
        return Err(Failure::Usage(anyhow!("--drawn-worlds: {reason}")));
    }
    let strategy = |bot| {
        let strategy = BotStrategy::new(Bot::for_game(bot, &game)?, args.seed);
        let many = args.drawn_worlds.is_some();
        Ok::<_, BotError>(if many { strategy.without_memory() } else { strategy })
    };
    let (policy, own) = (strategy(&bot)?, strategy(&own)?);
    let (roll_outs, worlds) =
        (if args.exact { RollOuts::Exact } else { RollOuts::Sampled(args.playouts) }, args.most_worlds);
    let worlds = args.drawn_worlds.map_or(worlds, |drawn| drawn as usize);
    let decisions_of = |state: &AnyState| game.methods().decisions(state).expect("it has a memory");
    let judge = LocalBestResponse { game: game.rules(), policy: &policy, own: &own, roll_outs, worlds };
    let won = [Player::FIRST, Player::SECOND].map(|player| {
        let mut rng = Rng::new(args.seed, player.index() as u64);
        if args.exact {
            judge.exact(player, &mut rng).map(|mean| Estimate { mean, error: 0.0 })
        } else if args.drawn_worlds.is_some() {
            Ok(judge.drawn(player, args.hands, &decisions_of, &mut rng))
        } else {
            judge.sampled(player, args.hands, &mut rng)
        }
    });
    let [first, second] = won;
    let won = [first.map_err(anyhow::Error::from)?, second.map_err(anyhow::Error::from)?];
    let low = Estimate::mean_of(won);
    let mut out = output();
    if args.json {
        let figures = json!({
            "game": args.game,
            "options": option_value::given(game.settings()),
            "bot": args.bot,
            "continue_by": args.continue_by,
            "seed": args.seed,
            "hands": (!args.exact).then_some(args.hands),
            "drawn_worlds": args.drawn_worlds,
            "won": won.map(|won| won.mean),
            "won_errors": won.map(|won| won.error),
            "exploitability_low": low.mean,
            "exploitability_low_error": low.error,
        });
        writeln!(out, "{figures}")?;
    } else {
        for (seat, won) in won.iter().enumerate() {
            writeln!(out, "won in seat {seat}   {}", text(won))?;
        }
        lower_bound::print(&mut out, low.mean, low.error)?;
    }
    written(out)
}

fn text(estimate: &Estimate) -> String {
    let Estimate { mean, error } = estimate;
    if *error == 0.0 { format!("{mean:.6}") } else { format!("{mean:.4} (standard error {error:.4})") }
}
