//! The number of histories of a board, counted without walking through them.
//!
//! How a game may go on depends on the stones that stand and, of those that a player has not run into yet, on their
//! number only.

use std::collections::HashMap;

use hinterhand_engine::games::phantom::Version;
use hinterhand_solvers::oracle::Histories;

use super::board::{Board, Squares, count, each};

/// Counts the histories of a board, the empty one included.
pub(super) fn histories(board: &Board) -> Histories {
    let start = Stage { stones: [0; 2], unknown: [0; 2], mover: 0 };
    Counter { board, known: HashMap::new() }.from(start)
}

/// What the number of continuations depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stage {
    stones: [Squares; 2],
    /// For each player, the number of stones of the other that it has not run into.
    unknown: [u8; 2],
    mover: usize,
}

struct Counter<'b> {
    board: &'b Board,
    known: HashMap<Stage, Histories>,
}

impl Counter<'_> {
    /// The histories that go on from here, this one included.
    fn from(&mut self, stage: Stage) -> Histories {
        let Stage { stones, unknown, mover } = stage;
        let free = self.board.all() & !(stones[0] | stones[1]);
        if count(free) == 0 || (0..2).any(|player| self.board.wins(player, stones[player])) {
            return Histories { decisions: 0, ends: 1 };
        }
        if let Some(&known) = self.known.get(&stage) {
            return known;
        }
        let mut sum = Histories { decisions: 1, ends: 0 };
        let mut add = |further: Histories, ways: u64| {
            sum.decisions += ways * further.decisions;
            sum.ends += ways * further.ends;
        };
        for square in each(free) {
            let mut next = Stage { mover: 1 - mover, ..stage };
            next.stones[mover] |= 1 << square;
            next.unknown[1 - mover] += 1;
            add(self.from(next), 1);
        }
        if unknown[mover] > 0 {
            let mut next = stage;
            next.unknown[mover] -= 1;
            if self.board.version() == Version::Abrupt {
                next.mover = 1 - mover;
            }
            add(self.from(next), unknown[mover].into());
        }
        self.known.insert(stage, sum);
        sum
    }
}
