//! Who plays: an agent is shown what its seat may know, and answers with an action.

use hinterhand_engine::{ActionSet, Game, Rng, View};
use hinterhand_solvers::strategy::Strategy;

/// A player of `G`, of any skill. It sees a [`View`] and never the state behind it.
///
/// Any closure of the right shape is an agent:
///
/// ```
/// use hinterhand_engine::{ActionSet, Rng, View, games::Kinderschnapsen};
/// use hinterhand_experiments::agent::Agent;
///
/// fn needs_an_agent(_: impl Agent<Kinderschnapsen>) {}
/// needs_an_agent(|view: &View<'_, Kinderschnapsen>, _: &mut Rng| view.legal.nth(0));
/// ```
pub trait Agent<G: Game> {
    /// Chooses one of the legal actions of `view`. Whatever is left to chance is drawn from `rng`, so that
    /// a game can be played again from its seed.
    fn act(&mut self, view: &View<'_, G>, rng: &mut Rng) -> G::Action;
}

impl<G: Game, F: FnMut(&View<'_, G>, &mut Rng) -> G::Action> Agent<G> for F {
    fn act(&mut self, view: &View<'_, G>, rng: &mut Rng) -> G::Action {
        self(view, rng)
    }
}

/// Plays by a strategy: draws each action with the probability that the strategy gives it.
#[derive(Clone, Debug, Default)]
pub struct StrategyAgent<S> {
    strategy: S,
    probabilities: Vec<f64>,
}

impl<S> StrategyAgent<S> {
    /// An agent that plays by `strategy`.
    pub fn new(strategy: S) -> StrategyAgent<S> {
        StrategyAgent { strategy, probabilities: Vec::new() }
    }
}

impl<G: Game, S: Strategy<G>> Agent<G> for StrategyAgent<S> {
    fn act(&mut self, view: &View<'_, G>, rng: &mut Rng) -> G::Action {
        self.strategy.probabilities(view.info_set, view.legal, &mut self.probabilities);
        view.legal.nth(rng.weighted(self.probabilities.iter().copied()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_engine::games::Kuhn;
    use hinterhand_engine::{Contest, ContestRules, Player};
    use hinterhand_solvers::strategy::Uniform;

    #[test]
    fn a_strategy_is_played_as_often_as_it_says() {
        let game = Kuhn::default();
        let mut state = game.start();
        game.deal(&mut state, &mut Rng::new(1, 0));
        let info_set = game.info_set(&state, Player::FIRST);
        let legal = game.legal(&state);
        let view = View {
            contest: &Contest::new(ContestRules::SINGLE_HAND, Player::FIRST),
            info_set: &info_set,
            legal: &legal,
        };
        let mut rng = Rng::new(1, 1);
        let mut agent = StrategyAgent::new(Uniform);
        let first = (0..10_000).filter(|_| Agent::<Kuhn>::act(&mut agent, &view, &mut rng) == legal.nth(0));
        // Four standard deviations of 50: one seed in 16,000 lies outside, and the seed is fixed.
        assert!(first.count().abs_diff(5_000) < 200);
    }
}
