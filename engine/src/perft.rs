//! Counting a game's tree to a depth: the test and the yardstick of every engine.

use crate::{ActionSet, Game, Turn};

/// The histories of exactly 1, 2, ... `depth` actions from `state`.
///
/// Ended histories are not carried on, and neither are those that reach a chance node: they are counted at
/// no greater depth. The last ply is counted without being played.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: usize) -> Vec<u64> {
    let mut counts = vec![0; depth];
    if depth > 0 {
        count(game, state, &mut counts);
    }
    counts
}

fn count<G: Game>(game: &G, state: &G::State, counts: &mut [u64]) {
    if let Turn::Player(_) = game.turn(state) {
        let legal = game.legal(state);
        let (here, deeper) = counts.split_first_mut().expect("called with at least one ply to go");
        *here += legal.len() as u64;
        if !deeper.is_empty() {
            for action in legal.iter() {
                let mut next = state.clone();
                game.play(&mut next, action);
                count(game, &next, deeper);
            }
        }
    }
}

/// The histories of exactly `depth` actions, the last ply counted in bulk: the number of leaves.
pub fn leaves<G: Game>(game: &G, state: &G::State, depth: usize) -> u64 {
    let Turn::Player(_) = game.turn(state) else { return 0 };
    let legal = game.legal(state);
    if depth <= 1 {
        return legal.len() as u64;
    }
    legal
        .iter()
        .map(|action| {
            let mut next = state.clone();
            game.play(&mut next, action);
            leaves(game, &next, depth - 1)
        })
        .sum()
}

/// The number of actions played when every history of up to `depth` actions is played out, leaves too.
pub fn played<G: Game>(game: &G, state: &G::State, depth: usize) -> u64 {
    let Turn::Player(_) = game.turn(state) else { return 0 };
    game.legal(state)
        .iter()
        .map(|action| {
            let mut next = state.clone();
            game.play(&mut next, action);
            if depth > 1 {
                1 + played(game, &next, depth - 1)
            } else {
                // A leaf is not read: without this the compiler may leave out the work of playing it.
                std::hint::black_box(&next);
                1
            }
        })
        .sum()
}
