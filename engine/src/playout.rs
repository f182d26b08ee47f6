//! A game to its end: uniformly at random, or as a player chooses.

use crate::{Game, Rng, Turn};

/// Plays uniformly random actions to the end of the game: [`Game::play_at_random`] as a function.
#[inline]
pub fn playout<G: Game>(game: &G, state: &mut G::State, rng: &mut Rng) -> u64 {
    game.play_at_random(state, rng)
}

/// As [`playout`], but `choose` picks the action from the position and what is legal there.
pub fn playout_by<G: Game>(
    game: &G,
    state: &mut G::State,
    rng: &mut Rng,
    mut choose: impl FnMut(&G::State, &G::Legal, &mut Rng) -> G::Action,
) -> u64 {
    let mut actions = 0;
    loop {
        match game.turn(state) {
            Turn::Player(_) => {
                let action = choose(state, &game.legal(state), rng);
                game.play(state, action);
                actions += 1;
            }
            Turn::Chance => game.deal(state, rng),
            Turn::Over => return actions,
        }
    }
}

/// A game with a directed player: one that plays by a simple and cheap rule, for playouts and tests that need
/// other games than uniformly random ones. It is not a bot, since it is given the state; but its rule must
/// not use what its seat does not know.
pub trait Directed: Game + Sized {
    /// The rule of the directed player, in one sentence.
    const RULE: &'static str;

    /// The choice of the directed player among the `legal` actions.
    fn directed(&self, state: &Self::State, legal: &Self::Legal, rng: &mut Rng) -> Self::Action;

    /// As [`playout`], between directed players.
    fn play_out(&self, state: &mut Self::State, rng: &mut Rng) -> u64 {
        playout_by(self, state, rng, |state, legal, rng| self.directed(state, legal, rng))
    }
}
