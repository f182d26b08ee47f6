//! The key of a position: the part of a state that still matters for the rest of the game.

use crate::Game;

/// A game with keys of positions, for transposition tables.
pub trait PositionKey: Game {
    /// Returns a key of everything in `state` that can still matter, given the events of chance so far.
    ///
    /// If the keys of two states with the same chance events are equal, so are their turns, legal actions,
    /// payoffs if the game is over, and the keys after any one action. What each player knows is not part of
    /// the key: it describes the game with open cards.
    fn position_key(&self, state: &Self::State) -> u128;
}
