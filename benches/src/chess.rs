//! Chess by cozy-chess, a reference that can be run anywhere: the same loops over another engine.

use std::hint::black_box;

use cozy_chess::{Board, Move};
use hinterhand_engine::Rng;

use crate::playouts::BLOCK;

/// A random game is given up after this many plies; nearly all of them get here.
pub const LONGEST: u64 = 200;

/// The leaves of perft(5) from the start position, as in the published counts.
pub const PERFT_5: u64 = 4_865_609;

/// The actions of all plies of perft(5): 20 + 400 + 8,902 + 197,281 + 4,865,609.
pub const PLAYED_5: u64 = 5_072_212;

/// The actions played when every line of up to `depth` plies is played out, leaves too, and the leaves.
pub fn played(board: &Board, depth: usize) -> (u64, u64) {
    let (mut played, mut leaves) = (0, 0);
    board.generate_moves(|moves| {
        for action in moves {
            let mut next = board.clone();
            next.play_unchecked(action);
            played += 1;
            if depth > 1 {
                let (deeper, last) = self::played(&next, depth - 1);
                played += deeper;
                leaves += last;
            } else {
                // As in the engine's own perft: a leaf is played although it is not read.
                black_box(&next);
                leaves += 1;
            }
        }
        false
    });
    (played, leaves)
}

/// Plays one block of random games from the start position and counts the moves.
///
/// All moves are listed, one is picked, and it is played, until none is left, until fifty moves passed
/// without progress, or for [`LONGEST`] plies.
pub fn block(seed: u64, block: u64) -> u64 {
    let mut rng = Rng::new(seed, block);
    let mut moves: Vec<Move> = Vec::with_capacity(256);
    let mut played = 0;
    for _ in 0..BLOCK {
        let mut board = Board::default();
        for _ in 0..LONGEST {
            moves.clear();
            board.generate_moves(|some| {
                moves.extend(some);
                false
            });
            if moves.is_empty() || board.halfmove_clock() >= 100 {
                break;
            }
            board.play_unchecked(moves[rng.below(moves.len() as u32) as usize]);
            played += 1;
        }
    }
    played
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perft_is_the_known_one() {
        let board = Board::default();
        let counts: Vec<(u64, u64)> = (1..=4).map(|depth| played(&board, depth)).collect();
        assert_eq!(counts, [(20, 20), (420, 400), (9_322, 8_902), (206_603, 197_281)]);
        assert_eq!(PLAYED_5, counts[3].0 + PERFT_5);
    }

    #[test]
    fn random_games_are_long() {
        let played = block(1, 0);
        assert!(played <= LONGEST * BLOCK as u64);
        assert!(played > LONGEST * BLOCK as u64 / 2, "{played} moves");
    }
}
