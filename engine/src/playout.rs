//! A uniformly random game to its end: the loop that is run most often of all.

use crate::{ActionSet, Game, Rng, Turn};

/// Plays uniformly random actions from `state`, with chance where it moves, until the game is over.
/// Returns how many actions the players took.
// Compiled apart from its callers: what the caller does besides must not cost it registers, and the same
// code should run wherever games are played out.
#[inline(never)]
pub fn playout<G: Game>(game: &G, state: &mut G::State, rng: &mut Rng) -> u64 {
    let mut actions = 0;
    loop {
        // Players mostly follow players, so they have a loop of their own.
        while let Turn::Player(_) = game.turn(state) {
            let legal = game.legal(state);
            game.play(state, legal.nth(rng.below(legal.len() as u32) as usize));
            actions += 1;
        }
        if game.turn(state) == Turn::Over {
            return actions;
        }
        game.deal(state, rng);
    }
}
