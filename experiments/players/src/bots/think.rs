//! How a bot comes to a choice: it thinks about what it sees and says what it thinks of each action.

use std::time::{Duration, Instant};

use hinterhand_engine::{ActionSet, Game, Rng, View};
use hinterhand_solvers::search::{Counsel, Greedy, Search};
use hinterhand_solvers::strategy::Strategy;

use crate::games::Playable;
use crate::strategy::FileStrategy;

/// One who thinks about one decision after the other of one player in one game.
pub trait Thinker<G: Game> {
    /// Thinks about the decision of the player who sees `view`, no longer than `most` if a clock is kept: who does not
    /// search has no need to look at it. Chance is drawn from `rng`.
    fn think(&mut self, view: &View<'_, G>, most: Option<Duration>, rng: &mut Rng) -> Thought<G::Action>;
}

/// What came of thinking.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<A> {
    /// What speaks for each action.
    pub counsel: Counsel<A>,
    /// The steps of the search, 0 of those who do not search.
    pub steps: u64,
}

/// How long to think about a decision: until the first of these is reached, or nothing is left to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// So many steps.
    pub steps: Option<u64>,
    /// So long.
    pub time: Option<Duration>,
}

/// Every action is as good.
pub(super) struct Idle;

impl<G: Game> Thinker<G> for Idle {
    fn think(&mut self, view: &View<'_, G>, _: Option<Duration>, _: &mut Rng) -> Thought<G::Action> {
        let even = 1.0 / view.legal.len() as f64;
        unthought(Counsel::mixed(view.legal.iter().map(|action| (action, even))))
    }
}

/// Goes by a simple rule.
pub(super) struct ByRule<'g, G: Game + 'static> {
    pub(super) game: &'g G,
    pub(super) greedy: &'static dyn Greedy<G>,
}

impl<G: Game> Thinker<G> for ByRule<'_, G> {
    fn think(&mut self, view: &View<'_, G>, _: Option<Duration>, rng: &mut Rng) -> Thought<G::Action> {
        let chosen = self.greedy.choose(self.game, view.info_set, view.legal, rng);
        let sure = |action| (action, f64::from(u8::from(action == chosen)));
        unthought(Counsel::mixed(view.legal.iter().map(sure)))
    }
}

/// Goes by a strategy from a file, which may depend on the score.
pub(super) struct ByFile<'b> {
    pub(super) strategy: &'b FileStrategy<'b>,
    pub(super) probabilities: Vec<f64>,
}

impl<G: Playable> Thinker<G> for ByFile<'_> {
    fn think(&mut self, view: &View<'_, G>, _: Option<Duration>, _: &mut Rng) -> Thought<G::Action> {
        let probabilities = &mut self.probabilities;
        self.strategy.probabilities_at::<G>(view.contest, view.info_set, view.legal, probabilities);
        unthought(Counsel::mixed(view.legal.iter().zip(probabilities.iter().copied())))
    }
}

/// Goes by a strategy, which knows no score.
pub(super) struct ByStrategy<'b, G: Game> {
    pub(super) strategy: &'b dyn Strategy<G>,
    pub(super) probabilities: Vec<f64>,
}

impl<G: Game> Thinker<G> for ByStrategy<'_, G> {
    fn think(&mut self, view: &View<'_, G>, _: Option<Duration>, _: &mut Rng) -> Thought<G::Action> {
        self.strategy.probabilities(view.info_set, view.legal, &mut self.probabilities);
        unthought(Counsel::mixed(view.legal.iter().zip(self.probabilities.iter().copied())))
    }
}

pub(super) fn unthought<A>(counsel: Counsel<A>) -> Thought<A> {
    Thought { counsel, steps: 0 }
}

/// Searches within a budget.
pub(super) struct Searching<'b, G> {
    pub(super) search: Box<dyn Search<G> + 'b>,
    pub(super) budget: Budget,
}

impl<G: Game> Thinker<G> for Searching<'_, G> {
    fn think(&mut self, view: &View<'_, G>, most: Option<Duration>, rng: &mut Rng) -> Thought<G::Action> {
        let began = Instant::now();
        self.search.turn_to(view, rng);
        let time = self.budget.time.into_iter().chain(most).min();
        let steps = spend(Budget { time, ..self.budget }, began, |steps| self.search.step(steps));
        Thought { counsel: self.search.counsel(), steps }
    }
}

/// Looks at the clock about so often in the time there is.
const GLANCES: f64 = 200.0;

/// Has `step` take steps until the budget is spent and returns how many it took.
fn spend(budget: Budget, began: Instant, mut step: impl FnMut(u64) -> u64) -> u64 {
    let most = budget.steps.unwrap_or(u64::MAX);
    let Some(time) = budget.time else { return step(most) };
    let (mut done, mut next) = (0, 1);
    loop {
        let asked = next.min(most - done);
        let took = step(asked);
        done += took;
        let spent = began.elapsed();
        if took < asked || done >= most || spent >= time {
            return done;
        }
        // As many steps as fit between two glances at the pace so far, without running past the end.
        let pace = done as f64 / spent.as_secs_f64().max(1e-9);
        let left = (time - spent).as_secs_f64().min(time.as_secs_f64() / GLANCES);
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
            let took = spend(Budget { steps, time }, begun, |asked| {
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
        let took = spend(Budget { steps: None, time }, Instant::now(), |asked| {
            std::thread::sleep(Duration::from_micros(10 * asked));
            asked
        });
        // A step lasts 10 microseconds at least.
        assert!((1..=500).contains(&took), "{took}");
    }
}
