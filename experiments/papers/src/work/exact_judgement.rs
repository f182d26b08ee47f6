//! A bot judged exactly: asked at every information set of a game, then answered best.

use hinterhand_players::bots::{Bot, BotSpec, BotStrategy, ExactJudge};
use hinterhand_training::memory;
use serde::Deserialize;

use crate::{GameSpec, Measure, Outcome, WorkContext};

/// A game and a bot, in both seats.
///
/// The measures: `value` for player 0; `best response of player 0` and `of player 1`; `exploitability`; `information sets`,
/// and in millions; `seconds to build`, `seconds to ask` the bot; `seconds` of one evaluation by the clock and `cpu seconds` of all threads;
/// and `megabytes`, the peak of the whole process so far.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExactJudgement {
    game: GameSpec,
    bot: String,
}

impl ExactJudgement {
    /// Asks and judges; `None` if stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        let game = self.game.load()?;
        let bot = Bot::open(self.bot.parse::<BotSpec>()?)?;
        let strategy = BotStrategy::new(Bot::for_game(&bot, &game)?, context.seed);
        let go_on = |_| !context.is_stopped();
        let judge = ExactJudge { game: &game, most_nodes: game.most_nodes(), go_on: &go_on };
        let Some(found) = judge.judge(&strategy)? else { return Ok(None) };
        let [first, second] = found.judged.best_responses;
        let mut outcome = Outcome::default();
        for (name, value) in [
            ("value", Some(found.judged.value)),
            ("best response of player 0", Some(first)),
            ("best response of player 1", Some(second)),
            ("exploitability", Some(found.judged.exploitability())),
            ("information sets", Some(found.info_sets as f64)),
            ("millions of information sets", Some(found.info_sets as f64 / 1e6)),
            ("seconds to build", Some(found.building.as_secs_f64())),
            ("seconds to ask", Some(found.asking.as_secs_f64())),
            ("seconds", Some(found.evaluating.as_secs_f64())),
            ("cpu seconds", found.cpu_seconds),
            ("megabytes", memory::peak_bytes().map(|bytes| bytes as f64 / 1e6)),
        ] {
            if let Some(value) = value {
                outcome = outcome.measure(name, Measure::exact(value));
            }
        }
        Ok(Some(outcome))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn uniform_play_in_kuhn_poker_is_judged_as_known() {
        let work: ExactJudgement = toml::from_str("game = 'kuhn'\nbot = 'random'").expect("work");
        let stop = AtomicBool::new(false);
        let found = work.run(&WorkContext::new(1, &stop)).expect("it can be done").expect("not stopped");
        let measure = |name: &str| found.measures[name].value;
        assert!((measure("value") - 0.125).abs() < 1e-12, "{found:?}");
        assert!((measure("exploitability") - 11.0 / 24.0).abs() < 1e-12, "{found:?}");
        assert_eq!(measure("information sets"), 12.0);
        let stopped = work.run(&WorkContext::new(1, &AtomicBool::new(true)));
        assert!(stopped.expect("it can be stopped").is_none());
    }
}
