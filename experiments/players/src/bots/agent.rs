//! Agents: from a view to a decision, with a probability for each legal action.

use std::time::Duration;

use hinterhand_engine::dynamic::{ActionNumber, AnyGame};
use hinterhand_engine::{ActionSet, Rng, View};
use hinterhand_solvers::search::{ActionValues, Search};
use hinterhand_solvers::strategy::Strategy;

use crate::clock::Instant;
use crate::games::LoadedGame;
use crate::strategy::FileStrategy;

/// A player of one seat in one game, asked for one decision after the other. It sees a [`View`] and never the
/// state behind it.
///
/// Any closure of the right shape is an agent:
///
/// ```
/// use hinterhand_engine::dynamic::{ActionNumber, AnyGame};
/// use hinterhand_engine::{ActionSet, Rng, View};
/// use hinterhand_players::bots::Agent;
///
/// fn needs_an_agent(_: impl Agent) {}
/// needs_an_agent(|view: &View<'_, AnyGame>, _: &mut Rng| view.legal.nth(0));
/// ```
pub trait Agent {
    /// Returns the decision of the player that sees `view`, after at most `most` if a clock is kept: an agent
    /// that does not search may ignore it. Chance is drawn from `rng`.
    fn decide(&mut self, view: &View<'_, AnyGame>, most: Option<Duration>, rng: &mut Rng) -> Decision;
}

impl<F: FnMut(&View<'_, AnyGame>, &mut Rng) -> ActionNumber> Agent for F {
    fn decide(&mut self, view: &View<'_, AnyGame>, _: Option<Duration>, rng: &mut Rng) -> Decision {
        let chosen = self(view, rng);
        certain(view, chosen)
    }
}

/// A decision of an agent.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The legal actions with their probabilities.
    pub action_values: ActionValues<ActionNumber>,
    /// The number of steps of the search; 0 for agents that do not search.
    pub steps: u64,
}

/// The limits of the search for a decision: it ends at the first one reached, or when nothing is left to find
/// out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The maximum number of steps.
    pub steps: Option<u64>,
    /// The maximum time.
    pub time: Option<Duration>,
}

/// Plays every legal action with the same probability.
pub(super) struct UniformAgent;

impl Agent for UniformAgent {
    fn decide(&mut self, view: &View<'_, AnyGame>, _: Option<Duration>, _: &mut Rng) -> Decision {
        let even = 1.0 / view.legal.len() as f64;
        without_search(ActionValues::mixed(view.legal.iter().map(|action| (action, even))))
    }
}

/// Plays by the greedy player of the game.
pub(super) struct GreedyAgent<'g> {
    pub(super) game: &'g LoadedGame,
}

impl Agent for GreedyAgent<'_> {
    fn decide(&mut self, view: &View<'_, AnyGame>, _: Option<Duration>, rng: &mut Rng) -> Decision {
        certain(view, self.game.methods().greedy(view.info_set, view.legal, rng))
    }
}

/// Plays by the directed player of the game.
pub(super) struct DirectedAgent<'g> {
    pub(super) game: &'g LoadedGame,
}

impl Agent for DirectedAgent<'_> {
    fn decide(&mut self, view: &View<'_, AnyGame>, _: Option<Duration>, rng: &mut Rng) -> Decision {
        certain(view, self.game.methods().directed(view.info_set, view.legal, rng))
    }
}

/// Plays by a strategy from a file, which may depend on the score.
pub(super) struct FileAgent<'b> {
    pub(super) strategy: &'b FileStrategy<'b>,
    pub(super) probabilities: Vec<f64>,
}

impl Agent for FileAgent<'_> {
    fn decide(&mut self, view: &View<'_, AnyGame>, _: Option<Duration>, _: &mut Rng) -> Decision {
        let probabilities = &mut self.probabilities;
        self.strategy.probabilities_at(view.contest, view.info_set, view.legal, probabilities);
        without_search(ActionValues::mixed(view.legal.iter().zip(probabilities.iter().copied())))
    }
}

/// Plays by a strategy that does not depend on the score.
pub(super) struct StrategyAgent<'b> {
    pub(super) strategy: &'b dyn Strategy<AnyGame>,
    pub(super) probabilities: Vec<f64>,
}

impl Agent for StrategyAgent<'_> {
    fn decide(&mut self, view: &View<'_, AnyGame>, _: Option<Duration>, _: &mut Rng) -> Decision {
        self.strategy.probabilities(view.info_set, view.legal, &mut self.probabilities);
        without_search(ActionValues::mixed(view.legal.iter().zip(self.probabilities.iter().copied())))
    }
}

/// The decision of an agent that does not search.
pub(super) fn without_search(action_values: ActionValues<ActionNumber>) -> Decision {
    Decision { action_values, steps: 0 }
}

/// The decision of an agent that plays one action and no other.
fn certain(view: &View<'_, AnyGame>, chosen: ActionNumber) -> Decision {
    without_search(ActionValues::mixed(
        view.legal.iter().map(|action| (action, f64::from(u8::from(action == chosen)))),
    ))
}

/// Searches within a budget.
pub(super) struct SearchAgent<'b> {
    pub(super) search: Box<dyn Search<AnyGame> + 'b>,
    pub(super) budget: Budget,
}

impl Agent for SearchAgent<'_> {
    fn decide(&mut self, view: &View<'_, AnyGame>, most: Option<Duration>, rng: &mut Rng) -> Decision {
        let began = Instant::now();
        self.search.turn_to(view, rng);
        let time = self.budget.time.into_iter().chain(most).min();
        let steps = run_within(Budget { time, ..self.budget }, began, |steps| self.search.step(steps));
        Decision { action_values: self.search.action_values(), steps }
    }
}

/// The approximate number of times the clock is read during a search.
const CLOCK_CHECKS: f64 = 200.0;

/// Calls `step` until the budget is spent, but at least once, and returns the number of steps taken. A step that takes as
/// long as those before it and would end after the time is not begun.
fn run_within(budget: Budget, began: Instant, mut step: impl FnMut(u64) -> u64) -> u64 {
    let most = budget.steps.unwrap_or(u64::MAX);
    let Some(time) = budget.time else { return step(most) };
    let (started, mut done, mut next) = (Instant::now(), 0, 1);
    loop {
        let asked = next.min(most - done);
        let took = step(asked);
        done += took;
        let spent = began.elapsed();
        if took < asked || done >= most || spent + started.elapsed().div_f64(done as f64) > time {
            return done;
        }
        // As many steps as fit between two readings of the clock at the speed so far, without running past
        // the end.
        let pace = done as f64 / spent.as_secs_f64().max(1e-9);
        let left = (time - spent).as_secs_f64().min(time.as_secs_f64() / CLOCK_CHECKS);
        next = ((pace * left) as u64).clamp(1, 2 * next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_ends_with_its_steps_or_with_nothing_left() {
        let begun = Instant::now();
        let long = Duration::from_secs(1000);
        for (steps, time, there, expected) in [
            (Some(100), None, 1000, 100),
            (Some(100), Some(long), 1000, 100),
            (None, Some(long), 1000, 1000),
            (Some(1), Some(Duration::ZERO), 1000, 1),
        ] {
            let mut left = there;
            let took = run_within(Budget { steps, time }, begun, |asked| {
                let took = asked.min(left);
                left -= took;
                took
            });
            assert_eq!(took, expected);
        }
    }

    #[test]
    fn time_ends_what_steps_do_not() {
        let time = Some(Duration::from_millis(5));
        let took = run_within(Budget { steps: None, time }, Instant::now(), |asked| {
            std::thread::sleep(Duration::from_micros(10 * asked));
            asked
        });
        // A step lasts 10 microseconds at least.
        assert!((1..=500).contains(&took), "{took}");
    }

    #[test]
    fn a_step_that_does_not_fit_is_not_begun() {
        let time = Some(Duration::from_millis(40));
        let took = run_within(Budget { steps: None, time }, Instant::now(), |asked| {
            std::thread::sleep(Duration::from_millis(30));
            asked
        });
        assert_eq!(took, 1);
    }
}
