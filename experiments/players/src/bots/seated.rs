//! A bot in a seat: it acts, and keeps account of what that took.

use std::time::{Duration, Instant};

use hinterhand_engine::{ActionSet, Game, Rng, View};
use hinterhand_solvers::search::Counsel;

use super::{Thinker, Thought};
use crate::agent::Agent;

/// What a player's decisions took, those aside where there was nothing to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// The decisions.
    pub decisions: u64,
    /// The steps of the search.
    pub steps: u64,
    /// The time.
    pub time: Duration,
}

impl Effort {
    /// Adds what another took.
    pub fn add(&mut self, other: Effort) {
        self.decisions += other.decisions;
        self.steps += other.steps;
        self.time += other.time;
    }

    /// Steps for each decision.
    pub fn mean_steps(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.steps as f64 / self.decisions as f64)
    }

    /// Milliseconds for each decision.
    pub fn mean_ms(&self) -> Option<f64> {
        (self.decisions > 0).then(|| 1e3 * self.time.as_secs_f64() / self.decisions as f64)
    }
}

/// What one decision took and what the player thought of it: nothing where there was nothing to choose.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Decision {
    /// The steps of the search.
    pub steps: u64,
    /// The time.
    pub time: Duration,
    /// What the player expected to win with the action that he took, if he has looked.
    pub value: Option<f64>,
}

/// An action that was chosen.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<A> {
    /// The action.
    pub action: A,
    /// What the player thought of all actions; nothing where there was nothing to choose, or if he does not say.
    pub counsel: Option<Counsel<A>>,
}

/// A bot that plays one seat of one game. It draws each action with the probability that it gives to it.
pub struct Seated<'b, G: Game> {
    thinker: Box<dyn Thinker<G> + 'b>,
    /// How long it may think about a decision, if a clock is kept.
    most: Option<Duration>,
    effort: Effort,
    last: Decision,
}

impl<'b, G: Game> Seated<'b, G> {
    /// Seats one who thinks.
    pub fn new(thinker: Box<dyn Thinker<G> + 'b>) -> Seated<'b, G> {
        Seated { thinker, most: None, effort: Effort::default(), last: Decision::default() }
    }

    /// It may think so long about each decision from now on: its share of the clock, which a referee keeps.
    pub fn allow(&mut self, most: Duration) {
        self.most = Some(most);
    }

    /// What its decisions have taken so far.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// What its last decision took.
    pub fn last(&self) -> Decision {
        self.last
    }

    /// What it thinks of the actions at a decision.
    pub fn counsel(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Counsel<G::Action> {
        let began = Instant::now();
        let Thought { counsel, steps } = self.thinker.think(view, self.most, rng);
        let time = began.elapsed();
        self.effort.add(Effort { decisions: 1, steps, time });
        self.last = Decision { steps, time, value: None };
        counsel
    }

    /// Acts, and says why.
    pub fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Choice<G::Action> {
        if view.legal.len() == 1 {
            self.last = Decision::default();
            return Choice { action: view.legal.nth(0), counsel: None };
        }
        let counsel = self.counsel(view, rng);
        let chosen = &counsel.moves[rng.weighted(counsel.moves.iter().map(|weighed| weighed.probability))];
        self.last.value = chosen.value;
        Choice { action: chosen.action, counsel: Some(counsel) }
    }
}

impl<G: Game> Agent<G> for Seated<'_, G> {
    fn act(&mut self, view: &View<'_, G>, rng: &mut Rng) -> G::Action {
        self.choose(view, rng).action
    }
}

impl<G: Game> std::fmt::Debug for Seated<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Seated").field("effort", &self.effort).finish_non_exhaustive()
    }
}
