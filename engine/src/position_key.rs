//! The key of a position: the part of a state that still matters for the rest of the game.

use crate::Game;

/// A game that can tell two ways to the same future apart from two futures, for tables of positions.
pub trait PositionKey: Game {
    /// A key of all that may follow from `state`, given the events of chance so far.
    ///
    /// Of two states in which chance has decided the same: if their position_keys are equal, so are whose turn it
    /// is, what is legal, what is paid if it is over, and the position_keys after any one action. Who knows what
    /// is left out: this is about the game with open cards.
    fn position_key(&self, state: &Self::State) -> u128;
}
