//! Bot against bot on duplicate deals, as `hinterhand duel` plays them with the same seed.

use anyhow::{Context as _, bail};
use hinterhand_matches::duel::{self, Pairing};
use hinterhand_matches::exact::Exact;
use hinterhand_matches::ratings::Moments;
use hinterhand_players::bots::Bot;
use serde::Deserialize;

use crate::{GameSpec, Measure, Outcome, WorkContext};

/// Two bots and the deals that they play.
///
/// The measures, all of the first bot: `win %`, in which draws are halves, `payoff`, the same `in seat` 0 and
/// 1, where there are also `won %`, `lost %` and the difference of these, `lead %`; `games lost`, `games won`
/// and `games drawn`; `loss` to the solution if `exact`, its parts `loss in trick 1` to 6 and `loss at leads`, `at
/// replies`, `at closing` and `at claims`, and `ms a decision`. If there is a bot `beside` it,
/// `loss beyond the other` is the difference of the losses of both, deal by deal: on the same deals bots that
/// decide alike lose alike, so it is known far better than either loss.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Duel {
    game: GameSpec,
    /// The bot that is measured. `{solution}` in a bot stands for the file of a solution of Kinderschnapsen.
    first: String,
    second: String,
    /// The number of deals, each played from every seat.
    pairs: u64,
    /// Whether its decisions are compared with the solution by which the second bot plays.
    #[serde(default)]
    exact: bool,
    /// Another bot that plays the same deals against the second one, for comparison of the losses.
    beside: Option<String>,
    /// The number of the series of deals: cells of different series share neither deals nor other chance.
    #[serde(default)]
    series: u64,
}

/// The bot that plays by the solution.
const SOLUTION: &str = "table:{solution}";

impl Duel {
    /// Plays; `None` if stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        let open = |text: &str| -> anyhow::Result<Option<Bot>> {
            let Some(text) = context.named(text)? else { return Ok(None) };
            Ok(Some(Bot::open(text.parse()?)?))
        };
        let (Some(first), Some(second)) = (open(&self.first)?, open(&self.second)?) else { return Ok(None) };
        let beside = self.beside.as_deref().map(open).transpose()?;
        if matches!(beside, Some(None)) {
            return Ok(None);
        }
        let beside = beside.flatten();
        let game = self.game.load()?;
        let [first, second] = [first.for_referee(&game)?, second.for_referee(&game)?];
        let beside = beside.as_ref().map(|bot| bot.for_referee(&game)).transpose()?;
        let exact = match (self.exact, game.hand(), second.solution()) {
            (false, ..) => None,
            // The known costs are those against this solution alone.
            (true, Some(hand), Some(solution)) if self.second == SOLUTION => {
                Some(Exact::knowing(hand, solution, context.first_trick.clone()))
            }
            (true, Some(hand), Some(solution)) => Some(Exact::new(hand, solution)),
            _ => bail!("`{}` is not a solution with which decisions could be compared", self.second),
        };
        if let (Some(beside), None) = (&self.beside, &exact) {
            bail!("`{beside}` stands beside the bot for comparison of losses, which only `exact` judges");
        }
        let seed = context.seed.wrapping_add(self.series << 32);
        let pairing = Pairing { game: &game, bots: [&first, &second], exact: exact.as_ref(), seed };
        let play = |pairing: &Pairing<'_, '_>| {
            duel::run(pairing, self.pairs, 1, context.stop, |_| ()).context("cannot start a thread")
        };
        let duel = play(&pairing)?;
        let mut beyond = None;
        if let Some(beside) = &beside {
            let other = play(&Pairing { bots: [beside, &second], ..pairing })?;
            let differences = duel.losses_of_deals.iter().zip(&other.losses_of_deals);
            beyond = Some(differences.map(|(loss, other)| loss - other).collect::<Moments>());
        }
        if context.is_stopped() {
            return Ok(None);
        }
        let mut outcome = results_of(&duel)?;
        if self.exact {
            outcome = outcome.measure(
                "loss",
                Measure::estimated(duel.loss().context("no deal")?, duel.loss_interval_95()),
            );
            for (part, moments) in duel.loss_parts() {
                let mean = moments.mean().context("no deal")?;
                outcome =
                    outcome.measure(format!("loss {part}"), Measure::estimated(mean, moments.normal(0.95)));
            }
        }
        if let Some(beyond) = beyond {
            let mean = beyond.mean().context("no deal")?;
            outcome = outcome.measure("loss beyond the other", Measure::estimated(mean, beyond.normal(0.95)));
        }
        if let Some(ms) = duel.efforts[0].mean_ms() {
            outcome = outcome.measure("ms a decision", Measure::exact(ms));
        }
        Ok(Some(outcome))
    }
}

/// The measures of the results alone.
fn results_of(duel: &duel::Duel) -> anyhow::Result<Outcome> {
    let per_cent = |share: Option<f64>, interval: Option<[f64; 2]>| {
        let share = share.context("no deal was played")?;
        let interval = interval.map(|bounds| bounds.map(|bound| 100.0 * bound));
        anyhow::Ok(Measure::estimated(100.0 * share, interval))
    };
    let mut outcome = Outcome::default()
        .measure("win %", per_cent(duel.win_share(), duel.win_share_interval_95())?)
        .measure("payoff", Measure::estimated(duel.mean().context("no deal")?, duel.interval_95()));
    for (name, games) in [("games won", duel.wins), ("games drawn", duel.draws), ("games lost", duel.losses)]
    {
        outcome = outcome.measure(name, Measure::exact(games as f64));
    }
    for (seat, results) in duel.in_seats().iter().enumerate() {
        let payoff = results.payoff.mean().context("no deal")?;
        let payoff = Measure::estimated(payoff, results.payoff.normal(0.95));
        outcome = outcome.measure(format!("payoff in seat {seat}"), payoff);
        let shares =
            [("win", results.share), ("won", results.won), ("lost", results.lost), ("lead", results.lead)];
        for (name, share) in shares {
            let name = format!("{name} % in seat {seat}");
            outcome = outcome.measure(name, per_cent(share.mean(), share.normal(0.95))?);
        }
    }
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn run(text: &str, stop: bool) -> anyhow::Result<Option<Outcome>> {
        let work: Duel = toml::from_str(text).expect("work");
        let stop = AtomicBool::new(stop);
        work.run(&WorkContext::new(1, &stop))
    }

    #[test]
    fn seats_are_told_apart() {
        let text = "game = 'kuhn'\nfirst = 'random'\nsecond = 'random'\npairs = 4000";
        let found = run(text, false).expect("bots").expect("not stopped");
        let near = |name: &str, value: f64| {
            let Measure { value: found, interval_95, .. } = found.measures[name];
            // Four standard errors.
            let half = interval_95.map_or(0.0, |[low, high]| (high - low) / 2.0 / 1.96 * 4.0);
            assert!((found - value).abs() < half && half > 0.0, "{name}: {found} is not {value}");
        };
        // Random play gives the first seat an eighth; from both seats together the payoff is 0.
        near("payoff in seat 0", 0.125);
        near("payoff in seat 1", -0.125);
        near("payoff", 0.0);
        near("win %", 50.0);
        let count = |name: &str| found.measures[name].value;
        assert_eq!(count("games won") + count("games drawn") + count("games lost"), 8000.0);
        for seat in ["in seat 0", "in seat 1"] {
            let [won, lost, lead] = ["won", "lost", "lead"].map(|name| count(&format!("{name} % {seat}")));
            // A hand of Kuhn poker is never drawn.
            assert!((won + lost - 100.0).abs() < 1e-9 && (won - lost - lead).abs() < 1e-9);
        }
        let other = run(&format!("{text}\nseries = 1"), false).expect("bots").expect("not stopped");
        assert_ne!(found.measures["payoff"], other.measures["payoff"]);
        assert!(run(text, true).expect("bots").is_none());
    }

    #[test]
    fn costs_need_a_solution() {
        let text = "game = 'kuhn'\nfirst = 'random'\nsecond = 'random'\npairs = 2\nexact = true";
        let error = run(text, false).unwrap_err().to_string();
        assert_eq!(error, "`random` is not a solution with which decisions could be compared");
        let text = "game = 'kuhn'\nfirst = 'random'\nsecond = 'random'\npairs = 2\nbeside = 'random'";
        let error = run(text, false).unwrap_err().to_string();
        assert!(error.contains("comparison of losses"), "{error}");
    }
}
