//! The part of a state that still matters for the rest of the game.

use crate::Game;

/// A game that can tell two ways to the same future apart from two futures, for tables of positions.
pub trait Prospect: Game {
    /// A key of all that may follow from `state`, given the events of chance so far.
    ///
    /// Of two states in which chance has decided the same: if their prospects are equal, so are whose turn it
    /// is, what is legal, what is paid if it is over, and the prospects after any one action. Who knows what
    /// is left out: this is about the game with open cards.
    fn prospect(&self, state: &Self::State) -> u128;
}
