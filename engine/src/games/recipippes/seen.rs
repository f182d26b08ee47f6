//! A game as one seat sees it.

use std::hash::{Hash, Hasher};

use super::{CardSet, Position};
use crate::Player;

/// The information set of one player: the position with everything blanked that it has not seen.
///
/// Its own draws stay at their places in the decks, and the digest stands for all public events,
/// so nothing is ever forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InfoSet {
    pub(super) seat: Player,
    pub(super) position: Position,
}

impl InfoSet {
    #[inline]
    pub(super) fn of(position: &Position, seat: Player) -> InfoSet {
        let mut position = *position;
        for (player, hand) in position.hands.iter_mut().enumerate() {
            if player != seat.index() {
                *hand &= position.known;
            }
        }
        position.decks.iter_mut().for_each(|deck| deck.hide_from(seat));
        let left = position.pile_left();
        let bottom = position.lot.filter(|_| left > 0);
        position.pile[5 - left..].fill(None);
        if bottom.is_some() {
            position.pile[4] = bottom;
        }
        InfoSet { seat, position }
    }

    /// The seat that knows this.
    pub fn seat(&self) -> Player {
        self.seat
    }

    /// The position as far as it is known: other hands hold only what all players know to be there.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The player's own cards.
    pub fn cards(&self) -> CardSet {
        self.position.hand(self.seat)
    }
}

impl Hash for InfoSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The public events, and what this player alone noticed: all else follows from them.
        let position = &self.position;
        state.write_u128(position.digest.bits());
        state.write_u8(self.seat.index() as u8);
        state.write_u64(self.cards().bits());
        position.decks.iter().for_each(|deck| state.write(deck.bytes()));
    }
}
