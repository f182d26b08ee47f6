//! Games that are played to learn from them.

use hinterhand_engine::Rng;

use super::sitting::Policy;
use super::targets::Remembered;

/// A kind of game that is played to learn from it.
pub trait Gathering: Sync {
    /// What a thread needs to play.
    type Room: Clone + Send + Sync;

    /// The number of inputs of a decision.
    fn inputs(&self) -> usize;

    /// Room for a thread.
    fn room(&self) -> Self::Room;

    /// Plays the game with this number. The chance in it and the choices at random come from `rng`.
    fn play(&self, learner: Policy<'_>, number: u64, room: &mut Self::Room, rng: &mut Rng) -> Gathered;
}

/// What a game has given.
#[derive(Clone, PartialEq, Debug)]
pub struct Gathered {
    /// The decisions of the learner.
    pub decisions: Vec<Remembered>,
    /// Whether the learner has won; of a game against itself, whether one of its seats has.
    pub won: bool,
}
