//! A phantom board as one player sees it.

use super::board::{Board, Square, SquareSet, Tries};
use super::goal::Goal;
use super::rules::Phantom;
use super::version::Version;
use crate::{Game, Player, Turn};

/// The information set of one player: its tries, the number of turns of the other that it has noticed, and
/// whether the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InfoSet {
    seat: Player,
    pub(super) tries: Tries,
    /// The number of squares that the other has taken; in the abrupt version, that it has tried.
    pub(super) others: u8,
    pub(super) over: bool,
}

impl InfoSet {
    pub(super) fn of<G: Goal>(game: &Phantom<G>, board: &Board, seat: Player) -> InfoSet {
        let others = game.version().turns(board.tries(seat.other())) as u8;
        InfoSet { seat, tries: *board.tries(seat), others, over: game.turn(board) == Turn::Over }
    }

    /// The information set of the player to move at `seat` after these tries, each a square and whether it was free.
    pub fn to_move(version: Version, seat: Player, made: &[(Square, bool)]) -> InfoSet {
        let mut tries = Tries::default();
        made.iter().for_each(|&(square, free)| tries.push(square, free));
        // Turns alternate, and player 0 begins.
        let others = (version.turns(&tries) + seat.index()) as u8;
        InfoSet { seat, tries, others, over: false }
    }

    /// The seat that knows this.
    pub fn seat(&self) -> Player {
        self.seat
    }

    /// The squares that the player has tried.
    pub fn tries(&self) -> &Tries {
        &self.tries
    }

    /// The number of turns of the other that the player has noticed: in the classical version each has put a
    /// stone on the board, in the abrupt version each was a try.
    pub fn others(&self) -> usize {
        usize::from(self.others)
    }

    /// The squares of a board that the player has not tried: its legal actions when it is to move.
    pub fn untried(&self, all: u16) -> SquareSet {
        self.tries.untried(all)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether the other is the one to move next, or would be if the game went on.
    pub(super) fn is_other_next(&self, version: Version) -> bool {
        (version.turns(&self.tries) + self.others()) % 2 != self.seat.index()
    }

    /// The board on which the other has made these tries.
    pub(super) fn board(&self, others: Tries) -> Board {
        let mut tries = [self.tries; 2];
        tries[self.seat.other().index()] = others;
        Board { tries }
    }
}
