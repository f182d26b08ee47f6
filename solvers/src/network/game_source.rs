//! Where a learner gets its games from: what plays them, and what a game leaves.

use hinterhand_engine::Rng;

use super::sitting::Policy;
use super::targets::Remembered;

/// A kind of game that is played to learn from it.
pub trait GameSource: Sync {
    /// What a thread needs to play.
    type Workspace: Clone + Send + Sync;

    /// The number of inputs of a decision.
    fn inputs(&self) -> usize;

    /// A workspace for a thread.
    fn workspace(&self) -> Self::Workspace;

    /// Plays the game with this number. The chance in it and the choices at random come from `rng`.
    fn play(
        &self,
        learner: Policy<'_>,
        number: u64,
        workspace: &mut Self::Workspace,
        rng: &mut Rng,
    ) -> PlayedGame;
}

/// What is learned from a game.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The decisions of the learner.
    pub decisions: Vec<Remembered>,
    /// Whether the learner has won; of a game against itself, whether one of its seats has.
    pub won: bool,
}
