//! The error of a search that a game does not support.

use super::offers::Offer;

/// Why a game cannot be searched as asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchError {
    /// The game does not offer what the search needs.
    #[error("the game has no {0}")]
    Missing(Offer),
    /// The search is for games of two.
    #[error("the search is for games of two, and this one has {players} players")]
    Players {
        /// The number of players of the game.
        players: usize,
    },
    /// The network is made for other decisions.
    #[error("the network has {found} inputs, and a decision of this game has {wanted}")]
    Inputs {
        /// The number of inputs of the network.
        found: usize,
        /// The number of inputs of a decision.
        wanted: usize,
    },
}
