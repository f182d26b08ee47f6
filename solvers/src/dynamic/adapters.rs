//! Parts of a game of known type as parts of any game, and the other way round.

use std::sync::Arc;

use hinterhand_engine::dynamic::{ActionNumber, AnyGame, AnyInfoSet, AnyLegal, AnyState, Playable};
use hinterhand_engine::{ActionSet, Game, Player, Rng, View};

use crate::search::{ActionValue, ActionValues, Inference, OpenCards, Rollout, Search};
use crate::strategy::Strategy;

/// Makes new searches of any game.
pub type NewSearch<'m> = Box<dyn Fn() -> Box<dyn Search<AnyGame> + 'm> + Send + Sync + 'm>;

/// A solver of open cards that any thread may use.
pub type AnyOpenCards<G> = Box<dyn OpenCards<G> + Send + Sync>;

/// A solver of open cards of any game.
pub type AnySolver<'m> = Box<dyn OpenCards<AnyGame> + Send + Sync + 'm>;

/// Makes new solvers of open cards.
pub type NewSolver<'m> = Arc<dyn Fn() -> AnySolver<'m> + Send + Sync + 'm>;

/// A search of a game of known type as a search of any game.
pub(super) struct OfAnyGame<'g, G: Game> {
    search: Box<dyn Search<G> + 'g>,
    /// The legal actions of its decision.
    legal: Option<AnyLegal>,
}

impl<'g, G: Playable> OfAnyGame<'g, G> {
    pub(super) fn boxed(search: Box<dyn Search<G> + 'g>) -> Box<dyn Search<AnyGame> + 'g> {
        Box::new(OfAnyGame { search, legal: None })
    }
}

impl<G: Playable> Search<AnyGame> for OfAnyGame<'_, G> {
    fn turn_to(&mut self, view: &View<'_, AnyGame>, rng: &mut Rng) {
        let (info_set, legal) = (view.info_set.typed(), view.legal.typed());
        self.search.turn_to(&View { contest: view.contest, info_set, legal }, rng);
        self.legal = Some(view.legal.clone());
    }

    fn step(&mut self, steps: u64) -> u64 {
        self.search.step(steps)
    }

    fn action_values(&self) -> ActionValues<ActionNumber> {
        let legal = self.legal.as_ref().expect("it is turned to a decision first");
        numbered::<G>(&self.search.action_values(), legal.typed())
    }
}

/// A search of any game as a search of a game of known type.
pub(super) struct OfGame<'g, G: Game> {
    search: Box<dyn Search<AnyGame> + 'g>,
    /// The legal actions of its decision.
    legal: Option<G::Legal>,
}

impl<'g, G: Playable> OfGame<'g, G> {
    pub(super) fn boxed(search: Box<dyn Search<AnyGame> + 'g>) -> Box<dyn Search<G> + 'g> {
        Box::new(OfGame { search, legal: None })
    }
}

impl<G: Playable> Search<G> for OfGame<'_, G> {
    fn turn_to(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        let info_set = AnyInfoSet::new(view.info_set.clone());
        let legal = AnyLegal::new::<G>(view.legal.clone());
        self.search.turn_to(&View { contest: view.contest, info_set: &info_set, legal: &legal }, rng);
        self.legal = Some(view.legal.clone());
    }

    fn step(&mut self, steps: u64) -> u64 {
        self.search.step(steps)
    }

    fn action_values(&self) -> ActionValues<G::Action> {
        let legal = self.legal.as_ref().expect("it is turned to a decision first");
        let mut entries = Vec::new();
        for ActionValue { action, probability, value, error, visits } in self.search.action_values().entries {
            let action = legal.nth(action.index());
            entries.push(ActionValue { action, probability, value, error, visits });
        }
        ActionValues { entries }
    }
}

/// A strategy of any game as a strategy of a game of known type.
pub(super) struct StrategyOfGame<'s>(Box<dyn Strategy<AnyGame> + 's>);

impl<'s> StrategyOfGame<'s> {
    pub(super) fn boxed<G: Playable>(strategy: Box<dyn Strategy<AnyGame> + 's>) -> Box<dyn Strategy<G> + 's> {
        Box::new(StrategyOfGame(strategy))
    }
}

impl<G: Playable> Strategy<G> for StrategyOfGame<'_> {
    fn probabilities(&self, info_set: &G::InfoSet, legal: &G::Legal, out: &mut Vec<f64>) {
        self.0.probabilities(&AnyInfoSet::new(info_set.clone()), &AnyLegal::new::<G>(legal.clone()), out);
    }
}

/// The same action values with numbers for actions. They need not list all legal actions.
pub(super) fn numbered<G: Game>(
    action_values: &ActionValues<G::Action>,
    legal: &G::Legal,
) -> ActionValues<ActionNumber> {
    // Most searches list the legal actions in their order.
    let mut order = legal.iter().enumerate();
    let mut entries = Vec::with_capacity(action_values.entries.len());
    for &ActionValue { action, probability, value, error, visits } in &action_values.entries {
        let next = order.find(|(_, other)| *other == action).map(|(number, _)| number);
        let number = next.or_else(|| legal.iter().position(|other| other == action));
        let action = ActionNumber::new(number.expect("the listed actions are legal"));
        entries.push(ActionValue { action, probability, value, error, visits });
    }
    ActionValues { entries }
}

/// A solver, a judge or a player of a game of known type, with the game, as one of any game.
pub(super) struct InGame<'g, G, T: ?Sized> {
    pub(super) game: &'g G,
    pub(super) part: Box<T>,
}

impl<G: Playable> OpenCards<AnyGame> for InGame<'_, G, dyn OpenCards<G> + Send + Sync> {
    fn values(&mut self, _: &AnyGame, state: &AnyState, legal: &AnyLegal, values: &mut Vec<f64>) {
        self.part.values(self.game, state.typed(), legal.typed(), values);
    }

    fn value(&mut self, _: &AnyGame, state: &AnyState) -> f64 {
        self.part.value(self.game, state.typed())
    }
}

impl<G: Playable> Inference<AnyGame> for InGame<'_, G, dyn Inference<G>> {
    fn likelihood(&self, _: &AnyGame, world: &AnyState, me: Player) -> f64 {
        self.part.likelihood(self.game, world.typed(), me)
    }
}

impl<G: Playable> Rollout<AnyGame> for InGame<'_, G, dyn Rollout<G>> {
    fn roll_out(&self, _: &AnyGame, state: &mut AnyState, rng: &mut Rng, payoffs: &mut [f64]) {
        self.part.roll_out(self.game, state.typed_mut(), rng, payoffs);
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::games::Kuhn;

    use super::*;

    #[test]
    fn actions_keep_their_numbers_when_some_are_left_out() {
        let game = Kuhn::default();
        let mut state = game.start();
        game.deal(&mut state, &mut Rng::new(1, 0));
        let legal = game.legal(&state);
        let [first, second] = [0, 1].map(|number| legal.nth(number));
        for (listed, numbers) in
            [(vec![first, second], vec![0, 1]), (vec![second], vec![1]), (vec![second, first], vec![1, 0])]
        {
            let action_values = ActionValues::mixed(listed.into_iter().map(|action| (action, 0.5)));
            let found = numbered::<Kuhn>(&action_values, &legal)
                .entries
                .into_iter()
                .map(|entry| entry.action.index());
            assert!(found.eq(numbers));
        }
    }
}
