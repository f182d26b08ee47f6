//! Who plays: an agent is shown what its seat may know, and answers with an action.

use hinterhand_engine::{Game, Rng, View};

/// A player of `G`, of any skill. It sees a [`View`] and never the state behind it.
///
/// Any closure of the right shape is an agent:
///
/// ```
/// use hinterhand_engine::{ActionSet, Rng, View, games::Kinderschnapsen};
/// use hinterhand_players::agent::Agent;
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
