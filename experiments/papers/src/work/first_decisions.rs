//! The time that bots take for the first decision of a game.

use std::num::NonZero;
use std::time::Instant;

use anyhow::{Context as _, bail};
use hinterhand_engine::{Contest, Game as _, Rng, Turn, View};
use hinterhand_matches::ratings::Moments;
use hinterhand_players::bots::{Bot, BotFor};
use serde::Deserialize;

use crate::{GameSpec, Measure, Outcome, WorkContext};

/// Bots that decide on the first action of a game, in turn, in each of several games.
///
/// The measures: `ms of NAME`, the mean time, and `times of NAME`, the mean of the logarithms of the ratio to
/// the time that the first bot took in the same trial, as a ratio.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstDecisions {
    game: GameSpec,
    /// The bots; all are compared with the first one.
    bots: Vec<NamedBot>,
    /// The number of games.
    trials: NonZero<u32>,
}

/// A bot and its name in measures.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedBot {
    name: String,
    bot: String,
}

impl FirstDecisions {
    /// Lets the bots decide; `None` if stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        let open = |named: &NamedBot| Ok(Bot::open(named.bot.parse()?)?);
        let bots: Vec<Bot> = self.bots.iter().map(open).collect::<anyhow::Result<_>>()?;
        if bots.is_empty() {
            bail!("`bots` is empty; at least one is needed");
        }
        let game = self.game.load()?;
        let bots: Vec<BotFor<'_>> =
            bots.iter().map(|bot| Ok(bot.for_game(&game)?)).collect::<anyhow::Result<_>>()?;
        let mut times = vec![Moments::default(); bots.len()];
        let mut ratios = vec![Moments::default(); bots.len()];
        for trial in 0..u64::from(self.trials.get()) {
            let mut state = game.start();
            let mut chance = Rng::new(context.seed, trial << 8);
            while game.turn(&state) == Turn::Chance {
                game.deal(&mut state, &mut chance);
            }
            let Turn::Player(player) = game.turn(&state) else { bail!("nobody decides in `{}`", self.game) };
            let (info_set, legal) = (game.info_set(&state, player), game.legal(&state));
            let contest = Contest::new(game.contest_rules(), player);
            let mut first = None;
            for (number, bot) in bots.iter().enumerate() {
                if context.is_stopped() {
                    return Ok(None);
                }
                let view = View { contest: &contest, info_set: &info_set, legal: &legal };
                let mut rng = Rng::new(context.seed, (trial << 8) + 1 + number as u64);
                let (mut seat, began) = (bot.sit(), Instant::now());
                seat.action_values(&view, &mut rng);
                let ms = 1000.0 * began.elapsed().as_secs_f64();
                times[number].add(ms);
                ratios[number].add((ms / *first.get_or_insert(ms)).ln());
            }
        }
        let mut outcome = Outcome::default();
        for (named, (times, ratios)) in self.bots.iter().zip(times.into_iter().zip(ratios)) {
            let mean = times.mean().context("no trial")?;
            let ratio = ratios.mean().context("no trial")?.exp();
            let bounds = ratios.student(0.95).map(|bounds| bounds.map(f64::exp));
            outcome = outcome
                .measure(format!("ms of {}", named.name), Measure::estimated(mean, times.student(0.95)))
                .measure(format!("times of {}", named.name), Measure::estimated(ratio, bounds));
        }
        Ok(Some(outcome))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn run(text: &str, stop: bool) -> anyhow::Result<Option<Outcome>> {
        let work: FirstDecisions = toml::from_str(text).expect("work");
        work.run(&WorkContext::new(1, &AtomicBool::new(stop)))
    }

    #[test]
    fn longer_thinking_takes_longer() {
        let text = "game = 'phantom-ttt cowling'\ntrials = 5\nbots = [{ name = 'short', bot = 'ismcts:iterations=20' }, \
                    { name = 'long', bot = 'ismcts:iterations=4000' }]";
        let found = run(text, false).expect("bots").expect("not stopped").measures;
        assert_eq!(found["times of short"].value, 1.0);
        // Two hundred times as many games; ten times as long leaves room for a busy machine.
        assert!(
            found["times of long"].value > 10.0 && found["ms of long"].value > found["ms of short"].value
        );
        assert_eq!(run(text, true).expect("bots"), None);
    }

    #[test]
    fn what_cannot_be_asked_is_refused() {
        for (text, says) in [
            ("game = 'kuhn'\ntrials = 1\nbots = []", "`bots` is empty"),
            ("game = 'kuhn'\ntrials = 1\nbots = [{ name = 'a', bot = 'randon' }]", "did you mean `random`?"),
        ] {
            let error = format!("{:#}", run(text, false).expect_err(text));
            assert!(error.contains(says), "{error}");
        }
    }
}
