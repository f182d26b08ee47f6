//! A search that claims as soon as a claim wins.

use hinterhand_engine::dynamic::{ActionNumber, AnyGame};
use hinterhand_engine::{Game as _, Rng, Turn, View};

use super::adapters::NewSearch;
use super::methods::Methods;
use crate::search::{ActionValue, ActionValues, Search};

/// Makes searches that take a right claim, where there is one, without any step: it never pays more later.
pub(super) fn claiming<'m>(game: &'m AnyGame, methods: &'m dyn Methods, new: NewSearch<'m>) -> NewSearch<'m> {
    Box::new(move || Box::new(Claiming { game, methods, search: new(), claim: None }))
}

struct Claiming<'m> {
    game: &'m AnyGame,
    methods: &'m dyn Methods,
    search: Box<dyn Search<AnyGame> + 'm>,
    /// The claim at the decision, if there is one, with its payoff.
    claim: Option<(ActionNumber, f64)>,
}

impl Search<AnyGame> for Claiming<'_> {
    fn turn_to(&mut self, view: &View<'_, AnyGame>, rng: &mut Rng) {
        let claim = self.methods.right_claim(view.info_set, view.legal);
        self.claim = claim.map(|claim| {
            // It ends the hand alike whatever the others hold.
            let mut fits = self.game.sample(view.info_set, rng);
            let Turn::Player(me) = self.game.turn(&fits) else { unreachable!("a player claims") };
            self.game.play(&mut fits, claim);
            (claim, self.game.payoff(&fits, me))
        });
        if claim.is_none() {
            self.search.turn_to(view, rng);
        }
    }

    fn step(&mut self, steps: u64) -> u64 {
        if self.claim.is_some() { 0 } else { self.search.step(steps) }
    }

    fn action_values(&self) -> ActionValues<ActionNumber> {
        let Some((action, payoff)) = self.claim else { return self.search.action_values() };
        let claim = ActionValue { action, probability: 1.0, value: Some(payoff), error: None, visits: None };
        ActionValues { entries: vec![claim] }
    }
}
