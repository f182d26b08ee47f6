//! A duel of two bots, scored with and without luck (AIVAT), as `hinterhand tournament luck` does it.

use std::num::NonZeroU32;

use anyhow::{Context as _, ensure};
use hinterhand_engine::{Contest, Game as _, Player};
use hinterhand_matches::luck::{Judge, Way, Worth};
use hinterhand_matches::ratings::{DealScore, Freed, Score};
use hinterhand_matches::tournament::{LEVEL, Plan, Seats, Table};
use hinterhand_players::bots::{Bot, BotError};
use hinterhand_players::option_value;
use serde::Deserialize;
use serde_json::json;

use crate::{GameSpec, Measure, Outcome, WorkContext};

/// Two bots and the values by which luck is subtracted.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aivat {
    game: GameSpec,
    bots: [String; 2],
    /// The number of deals, each played from both seats.
    deals: u32,
    /// The bots that play positions to their end: one for both players, or one for each.
    by: Vec<String>,
    /// The number of playouts; without it all ways to the end are weighted by a strategy.
    playouts: Option<NonZeroU32>,
    /// The number of times that bots are asked again at each decision.
    ask: u32,
}

impl Aivat {
    /// Plays and judges; `None` if stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        ensure!(
            matches!(self.by.len(), 1 | 2),
            "`by` has {} bots; allowed are one for both, or one for each",
            self.by.len()
        );
        let open = |texts: &[String]| -> anyhow::Result<Option<Vec<Bot>>> {
            let mut bots = Vec::new();
            for text in texts {
                let Some(text) = context.named(text)? else { return Ok(None) };
                bots.push(Bot::open(text.parse()?)?);
            }
            Ok(Some(bots))
        };
        let (Some(bots), Some(by)) = (open(&self.bots)?, open(&self.by)?) else { return Ok(None) };
        let game = self.game.load()?;
        let entrants = |(number, bot): (usize, &Bot)| json!({ "name": number.to_string(), "spec": bot.spec().to_string() });
        let plan: Plan = serde_json::from_value(json!({
            "name": "meeting", "game": game.name(), "options": option_value::given(game.settings()), "seed": context.seed,
            "unit": "hand", "schedule": "round-robin", "rounds": self.deals, "deals": 1, "at_table": 2,
            "bots": bots.iter().enumerate().map(entrants).collect::<Vec<_>>(),
        }))
        .context("a plan")?;
        let rules = plan.check(game.players(), game.contest_rules())?;
        let sitting = bots.iter().map(|bot| bot.for_referee(&game)).collect::<Result<Vec<_>, BotError>>()?;
        let table = Table::new(&game, &sitting, &plan, rules);
        let asked = |bot| Bot::for_game(bot, &game).map(|bot| Some(bot).filter(|_| self.ask > 0));
        let again = bots.iter().map(asked).collect::<Result<_, BotError>>()?;
        let players = by.iter().map(|bot| bot.for_game(&game)).collect::<Result<_, BotError>>()?;
        let way = self.playouts.map_or(Way::ActionValue, Way::Playouts);
        let worth = Worth::new(&game, players, way, Contest::new(rules, Player::FIRST));
        let judge = Judge::new(&game, Seats::of(&plan, game.players()), worth, again, self.ask, rules);
        let mut deals = Vec::new();
        for deal in 0..u64::from(self.deals) {
            let Some(played) = table.play(deal, 0, context.stop) else { return Ok(None) };
            let luck = judge.deal(deal, 0, &played.hands)?;
            deals.push(DealScore { seatings: luck.in_margins(&played.payoffs, 0, 1) });
            if context.is_stopped() {
                return Ok(None);
            }
        }
        let freed = Freed::of(&deals);
        let mut outcome = Outcome::default();
        for (name, score) in [
            ("plain", &freed.plain),
            ("duplicate", &freed.duplicate),
            ("plain, freed", &freed.adjusted),
            ("duplicate, freed", &freed.both),
        ] {
            outcome = with_score(outcome, name, score);
            if let Some((share, interval)) = freed.cut(score, LEVEL) {
                let interval = interval.map(|ends| ends.map(|end| 100.0 * end));
                outcome = outcome
                    .measure(format!("less by %, {name}"), Measure::estimated(100.0 * share, interval));
            }
        }
        Ok(Some(outcome))
    }
}

/// Adds the mean of a score and its deviation.
fn with_score(outcome: Outcome, name: &str, score: &Score) -> Outcome {
    let moments = score.moments();
    let mean = moments.mean().map(|mean| Measure::estimated(mean, moments.student(LEVEL)));
    let deviation = score.deviation().map(|deviation| Measure::estimated(deviation, None));
    let measures = [("payoff", mean), ("deviation", deviation)];
    let known = measures.into_iter().filter_map(|(what, measure)| Some((what, measure?)));
    known.fold(outcome, |outcome, (what, measure)| outcome.measure(format!("{what}, {name}"), measure))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn luck_is_taken_off_and_the_mean_stays() {
        let text = "game = 'kuhn'\nbots = ['random', 'random']\ndeals = 400\nby = ['random']\nplayouts = 16\nask = 4";
        let work: Aivat = toml::from_str(text).expect("work");
        let never = AtomicBool::new(false);
        let found = work.run(&WorkContext::new(3, &never)).expect("bots").expect("not stopped");
        let value = |name: &str| found.measures[name].value;
        assert!(value("deviation, plain, freed") < 0.7 * value("deviation, plain"), "{found:?}");
        assert!(value("less by %, plain, freed") > 30.0);
        // Both are 0 in the mean; four standard errors.
        let half = found.measures["payoff, plain, freed"].reach(f64::MAX).expect("many deals");
        assert!(value("payoff, plain, freed").abs() < half / 1.96 * 4.0, "{found:?}");
        let stop = AtomicBool::new(true);
        assert!(work.run(&WorkContext::new(3, &stop)).expect("bots").is_none());
    }
}
