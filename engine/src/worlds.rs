//! The deals that fit what a player knows, listed.

use crate::Game;

/// A game whose hidden worlds can be listed where they are few.
pub trait Worlds: Game {
    /// Every state that fits `info_set` with its probability, or nothing if there are more than `limit`.
    /// [`Game::sample`] draws from exactly this distribution.
    fn worlds(&self, info_set: &Self::InfoSet, limit: usize) -> Option<Vec<(Self::State, f64)>>;
}
