//! The position as one seat sees it.

use std::hash::{Hash, Hasher};

use super::hidden::Hidden;
use super::position::{Phase, Position};
use super::rules::KlondikeChess;
use super::stock::Pile;
use crate::{Player, Rng};

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

    /// A position that fits, each as likely as chance and the other's hidden choices make it.
    pub(super) fn sample(&self, game: &KlondikeChess, rng: &mut Rng) -> Position {
        let mut position = self.position.clone();
        if position.phase != Phase::Deal {
            Hidden::new(game, self).fill(&mut position.setup, rng);
            if position.phase != Phase::Pile && position.stock.left() > 0 {
                let pile = Pile::shuffled(position.pile_cards(), rng);
                position.stock.order(&pile);
            }
        }
        position
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
