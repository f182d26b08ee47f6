//! Greedy players: the action of the highest immediate gain, without looking ahead.

mod klondike_chess;
mod recipippes;
mod schikanoeschen;
mod trick_games;

pub use klondike_chess::GreedyKlondikeChess;
pub use recipippes::GreedyRecipippes;
pub use schikanoeschen::GreedySchikanoeschen;
pub use trick_games::TrickGames;

use hinterhand_engine::{Game, Rng};

/// A simple, documented rule of play, as a baseline for searches. It uses only the information set of its
/// player.
pub trait Greedy<G: Game>: Sync {
    /// The rule in one or two sentences.
    fn rule(&self) -> &'static str;

    /// The choice of the player with `info_set` among the `legal` actions. Ties may be left to chance.
    fn choose(&self, game: &G, info_set: &G::InfoSet, legal: &G::Legal, rng: &mut Rng) -> G::Action;
}
