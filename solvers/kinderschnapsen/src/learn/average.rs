//! Sums of strategies turned into the average strategy.

use crate::reduced::compile::{Compiled, actions};
use crate::solution::columns::rounded;

/// The decisions of a player in a subgame, with their slots, by the sums of the player's strategies.
pub(crate) fn learned<'c>(
    compiled: &'c Compiled,
    player: usize,
    mut sums: &'c [f32],
) -> impl Iterator<Item = (usize, [u16; 4])> + 'c {
    compiled.decisions[player].iter().map(move |decision| {
        let (own, rest) = sums.split_at(decision.actions.count_ones() as usize);
        sums = rest;
        let mut spread = [0.0; 4];
        for (action, sum) in actions(decision.actions).zip(own) {
            spread[action] = *sum;
        }
        (decision.slot as usize, shared(&spread, decision.actions))
    })
}

/// The probabilities that belong to these sums; evenly if there are none.
pub(crate) fn shared(sums: &[f32], legal: u8) -> [u16; 4] {
    let sum: f64 = sums.iter().map(|&sum| f64::from(sum)).sum();
    if sum > 0.0 {
        rounded(std::array::from_fn(|action| f64::from(sums[action]) / sum))
    } else {
        std::array::from_fn(|action| u16::from(legal >> action & 1))
    }
}
