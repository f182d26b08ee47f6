//! The position as one seat sees it.

use std::hash::{Hash, Hasher};

use super::position::Position;
use super::rules::KlondikeChess;
use crate::Player;

/// The information set of one player: the position with everything blanked that it has not seen, and a digest
/// of everything that both have noticed.
#[derive(Clone, Debug)]
pub struct InfoSet {
    pub(super) seat: Player,
    /// Of the other's cards only what it handed over or turned over; the draw pile is blank.
    pub(super) position: Position,
}

impl InfoSet {
    #[inline]
    pub(super) fn of(game: &KlondikeChess, position: &Position, seat: Player) -> InfoSet {
        let mut position = position.clone();
        let spaces = game.options().board.starts(seat.other());
        position.setup.mask(seat, spaces.map(|space| position.face_down & space.bit() != 0));
        position.stock.hide();
        InfoSet { seat, position }
    }

    /// The seat that knows this.
    pub fn seat(&self) -> Player {
        self.seat
    }

    /// The position as far as it is known.
    pub fn position(&self) -> &Position {
        &self.position
    }
}

// The log, the player's own cards and the result: all else follows from them.

impl PartialEq for InfoSet {
    fn eq(&self, other: &InfoSet) -> bool {
        let (a, b) = (&self.position, &other.position);
        self.seat == other.seat && a.log == b.log && a.setup == b.setup && a.phase == b.phase
    }
}

impl Eq for InfoSet {}

impl Hash for InfoSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.seat.hash(state);
        self.position.log.hash(state);
        self.position.setup.hash(state);
        self.position.phase.hash(state);
    }
}
