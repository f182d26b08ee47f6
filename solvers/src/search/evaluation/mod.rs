//! Evaluations: estimates of the value of a game that is not over.

mod burden;
mod race;

pub use burden::Burden;
pub use race::Race;
pub(crate) use race::{Obstacles, Run};

use hinterhand_engine::Game;

/// An estimate of what all players will have won, made from a state with all that is hidden in it: searches
/// ask it about worlds that they have sampled.
pub trait Evaluation<G: Game>: Sync {
    /// Fills `payoffs`, one for each player, with the estimate at `state`, which is not over.
    fn estimate(&self, game: &G, state: &G::State, payoffs: &mut [f64]);
}
