//! Bot against bot with the first always in seat 0, as tables with a row for the first player have it.

use anyhow::{bail, ensure};
use hinterhand_engine::{Contest, Game as _, Player, Rng};
use hinterhand_matches::ratings::Moments;
use hinterhand_players::bots::{Bot, Unfinished, play_hand};
use serde::Deserialize;

use crate::{GameSpec, Measure, Outcome, WorkContext};

/// Two bots of a game of two, and the hands that they play.
///
/// The measures, all of the first bot: `win %`, with draws as halves; `payoff`; `payoff above the value`; and
/// for both bots the mean number of steps of a decision, `steps in seat` 0 and 1, if it searches.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OneSeat {
    game: GameSpec,
    /// The bot in seat 0.
    first: String,
    /// The bot in seat 1.
    second: String,
    /// The number of hands.
    hands: u32,
    /// The value of the game for player 0.
    #[serde(default)]
    value: f64,
}

/// The streams of a hand: for chance and for each seat.
const STREAMS: u64 = 3;

impl OneSeat {
    /// Plays; `None` if stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        let bots = [Bot::open(self.first.parse()?)?, Bot::open(self.second.parse()?)?];
        let game = self.game.load()?;
        ensure!(game.players() == 2, "game `{}`: it is not for two players", self.game);
        ensure!(self.hands > 0, "`hands` must be at least 1");
        let [first, second] = [bots[0].for_game(&game)?, bots[1].for_game(&game)?];
        let contest = Contest::new(game.contest_rules(), Player::FIRST);
        let (mut payoffs, mut shares) = (Moments::default(), Moments::default());
        let mut efforts = [(0, 0); 2];
        for hand in 0..u64::from(self.hands) {
            let rng = |stream| Rng::new(context.seed, hand * STREAMS + stream);
            let mut seats = [(first.sit(), rng(1)), (second.sit(), rng(2))];
            let played = play_hand(&game, &mut seats, &contest, &mut rng(0), context.stop, &mut |_, _| ());
            let payoff = match played {
                Ok(state) => game.payoff(&state, Player::FIRST),
                Err(Unfinished::Stopped) => return Ok(None),
                Err(Unfinished::Fault(player, fault)) => bail!("{player}: {fault}"),
            };
            payoffs.add(payoff);
            shares.add(if payoff > 0.0 {
                100.0
            } else if payoff < 0.0 {
                0.0
            } else {
                50.0
            });
            for ((decisions, steps), (seat, _)) in efforts.iter_mut().zip(&seats) {
                *decisions += seat.effort().decisions;
                *steps += seat.effort().steps;
            }
        }
        let mean = |moments: &Moments, less: f64| {
            let value = moments.mean().expect("a hand was played") - less;
            let interval = moments.normal(0.95).map(|bounds| bounds.map(|bound| bound - less));
            Measure::estimated(value, interval)
        };
        let mut outcome = Outcome::default()
            .measure("win %", mean(&shares, 0.0))
            .measure("payoff", mean(&payoffs, 0.0))
            .measure("payoff above the value", mean(&payoffs, self.value));
        for (seat, (decisions, steps)) in efforts.into_iter().enumerate() {
            if steps > 0 {
                let steps = steps as f64 / decisions as f64;
                outcome = outcome.measure(format!("steps in seat {seat}"), Measure::exact(steps));
            }
        }
        Ok(Some(outcome))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn run(text: &str, stop: bool) -> anyhow::Result<Option<Outcome>> {
        let work: OneSeat = toml::from_str(text).expect("work");
        work.run(&WorkContext::new(1, &AtomicBool::new(stop)))
    }

    /// Random play gives the first seat of Kuhn poker an eighth, with a variance of 2.125 - 1/64. Four
    /// standard errors: wrong once in 16,000 seeds.
    #[test]
    fn the_first_bot_has_seat_0() {
        let text = "game = 'kuhn'\nfirst = 'random'\nsecond = 'random'\nhands = 8000\nvalue = 0.125";
        let found = run(text, false).expect("bots").expect("not stopped");
        let Measure { value, interval_95, .. } = found.measures["payoff"];
        let [low, high] = interval_95.expect("many hands");
        assert!((value - 0.125).abs() < 4.0 * (2.109_375_f64 / 8000.0).sqrt(), "{value}");
        assert!(low < value && value < high && high - low < 0.07);
        assert_eq!(found.measures["payoff above the value"].value, value - 0.125);
        assert!(!found.measures.contains_key("steps in seat 0"));
        assert!(run(text, true).expect("bots").is_none());
    }

    #[test]
    fn steps_are_counted_by_seat() {
        let text = "game = 'leduc'\nfirst = 'oos:iterations=7'\nsecond = 'ismcts:iterations=5'\nhands = 3";
        let found = run(text, false).expect("bots").expect("not stopped");
        assert_eq!(found.measures["steps in seat 0"].value, 7.0);
        assert_eq!(found.measures["steps in seat 1"].value, 5.0);
    }

    #[test]
    fn other_work_is_refused() {
        let three = "game = 'kuhn players=3'\nfirst = 'random'\nsecond = 'random'\nhands = 1";
        assert!(run(three, false).unwrap_err().to_string().contains("two players"));
        let none = "game = 'kuhn'\nfirst = 'random'\nsecond = 'random'\nhands = 0";
        assert!(run(none, false).is_err());
    }
}
