//! A lower bound of the exploitability of a bot, by a local best response.

use anyhow::{Context as _, ensure};
use hinterhand_engine::{Game as _, Player, Rng};
use hinterhand_players::bots::{Bot, BotStrategy};
use hinterhand_solvers::judges::{LocalBestResponse, RollOuts};
use serde::Deserialize;

use crate::{GameSpec, Measure, Outcome, WorkContext};

/// A bot and the exploiter, as in `hinterhand local-best-response`.
///
/// The measures: `exploitability at least`, the mean of what the exploiter wins in both seats, `won in seat 0`
/// and `won in seat 1`. What it wins it wins in fact, so a best response wins no less; how much more is not
/// known.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LowerBound {
    game: GameSpec,
    /// The bot that is judged.
    bot: String,
    /// The bot as which the exploiter expects to continue after the current decision. `{solution}` stands for
    /// the file of a solution of Kinderschnapsen.
    continue_by: String,
    /// The number of hands in each seat.
    hands: u32,
    /// The number of playouts with each action of the exploiter.
    #[serde(default = "playouts")]
    playouts: u32,
}

fn playouts() -> u32 {
    20
}

/// The number of hands between two looks at whether to stop.
const BETWEEN_LOOKS: u32 = 10;

/// The maximum number of states that fit what the exploiter has seen.
const MOST_WORLDS: usize = 100_000;

impl LowerBound {
    /// Exploits the bot; `None` if stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        ensure!(
            self.hands > 0 && self.hands.is_multiple_of(BETWEEN_LOOKS),
            "`hands` is {}; it must be a multiple of {BETWEEN_LOOKS}",
            self.hands
        );
        ensure!(self.playouts > 0, "`playouts` is 0; at least one is needed");
        let open = |text: &str| -> anyhow::Result<Option<Bot>> {
            let Some(text) = context.named(text)? else { return Ok(None) };
            Ok(Some(Bot::open(text.parse()?)?))
        };
        let (Some(bot), Some(own)) = (open(&self.bot)?, open(&self.continue_by)?) else { return Ok(None) };
        let game = self.game.load()?;
        ensure!(game.players() == 2, "`{}` is not a game of two players", self.game);
        let policy = BotStrategy::new(bot.for_game(&game)?, context.seed);
        let own = BotStrategy::new(own.for_game(&game)?, context.seed);
        let judge = LocalBestResponse {
            game: game.rules(),
            policy: &policy,
            own: &own,
            roll_outs: RollOuts::Sampled(self.playouts),
            worlds: MOST_WORLDS,
        };
        // One thread for a piece of work, as elsewhere.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().context("cannot start a thread")?;
        let mut outcome = Outcome::default();
        let (mut sum, mut squares) = (0.0, 0.0);
        let parts = self.hands / BETWEEN_LOOKS;
        for player in [Player::FIRST, Player::SECOND] {
            let mut rng = Rng::new(context.seed, player.index() as u64);
            let (mut won, mut variance) = (0.0, 0.0);
            for _ in 0..parts {
                if context.is_stopped() {
                    return Ok(None);
                }
                let part = pool.install(|| judge.sampled(player, BETWEEN_LOOKS, &mut rng))?;
                won += part.mean / f64::from(parts);
                variance += (part.error / f64::from(parts)).powi(2);
            }
            outcome = outcome.measure(format!("won in seat {}", player.index()), estimated(won, variance));
            (sum, squares) = (sum + won / 2.0, squares + variance / 4.0);
        }
        Ok(Some(outcome.measure("exploitability at least", estimated(sum, squares))))
    }
}

/// A mean with this variance.
fn estimated(mean: f64, variance: f64) -> Measure {
    let half = 1.959_963_984_540_054 * variance.sqrt();
    Measure::estimated(mean, Some([mean - half, mean + half]))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn run(text: &str, stop: bool) -> anyhow::Result<Option<Outcome>> {
        let work: LowerBound = toml::from_str(text).expect("work");
        work.run(&WorkContext::new(1, &AtomicBool::new(stop)))
    }

    /// A best response to the random player wins 5/12 in seat 1 of Kuhn poker and 1/2 in seat 0 (by hand);
    /// what the exploiter wins is no more, and no less than random play would win.
    #[test]
    fn it_is_a_bound_in_kuhn_poker() {
        let text = "game = 'kuhn'\nbot = 'random'\ncontinue_by = 'random'\nhands = 600";
        let found = run(text, false).expect("bots").expect("not stopped").measures;
        // A half-width is 1.96 standard errors; 1.5 of them are exceeded with one seed of 600.
        for (name, random, best) in [("won in seat 0", 0.125, 0.5), ("won in seat 1", -0.125, 5.0 / 12.0)] {
            let measure = found[name];
            let half = measure.reach(f64::MAX).expect("many hands");
            assert!(half < 0.15, "{name}: {half} is too wide to tell");
            assert!(measure.value < best + 1.5 * half && measure.value > random + 1.5 * half, "{measure:?}");
        }
        let mean = (found["won in seat 0"].value + found["won in seat 1"].value) / 2.0;
        assert!((found["exploitability at least"].value - mean).abs() < 1e-12);
        assert_eq!(run(text, true).expect("bots"), None);
    }

    #[test]
    fn what_cannot_be_judged_is_refused() {
        for (text, says) in [
            ("game = 'kuhn'\nbot = 'random'\ncontinue_by = 'random'\nhands = 15", "a multiple of 10"),
            ("game = 'kuhn players=3'\nbot = 'random'\ncontinue_by = 'random'\nhands = 10", "of two players"),
            ("game = 'kuhn'\nbot = 'cheating'\ncontinue_by = 'random'\nhands = 10", "cheating"),
        ] {
            let error = format!("{:#}", run(text, false).expect_err(text));
            assert!(error.contains(says), "{error}");
        }
    }
}
