//! Perft over many deals: the whole tree of each to a depth.

use hinterhand_engine::{Game, perft};

/// The actions played when every history of up to `depth` actions is played out, leaves too.
pub fn played<G: Game>(game: &G, dealt: &[G::State], depth: usize) -> u64 {
    dealt.iter().map(|state| perft::played(game, state, depth)).sum()
}

/// The histories of exactly `depth` actions, the last ply counted in bulk.
pub fn leaves<G: Game>(game: &G, dealt: &[G::State], depth: usize) -> u64 {
    dealt.iter().map(|state| perft::leaves(game, state, depth)).sum()
}

/// The expected results of [`played`] and [`leaves`], counted by the third loop of the engine.
pub fn expected<G: Game>(game: &G, dealt: &[G::State], depth: usize) -> (u64, u64) {
    let counts = dealt.iter().map(|state| perft::perft(game, state, depth));
    counts.fold((0, 0), |(played, leaves), plies| {
        (played + plies.iter().sum::<u64>(), leaves + plies.last().copied().unwrap_or(0))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playouts;
    use hinterhand_engine::games::Kinderschnapsen;

    #[test]
    fn the_three_loops_agree() {
        let game = Kinderschnapsen::default();
        let dealt = playouts::deals(&game, 1, 5);
        for depth in 1..=6 {
            let (all, last) = expected(&game, &dealt, depth);
            assert_eq!(played(&game, &dealt, depth), all);
            assert_eq!(leaves(&game, &dealt, depth), last);
        }
    }
}
