//! How a game shuffles again what nobody has seen.

use hinterhand_engine::{FaceDown, Game, Rng};

/// How a game shuffles again what lies face down.
pub struct Shuffling<G: Game> {
    /// How many cards lie in an order that nobody knows; 0 if there is but one.
    pub face_down: fn(&G, &G::State) -> usize,
    /// Lays these cards in an order drawn evenly.
    pub reshuffle: fn(&G, &mut G::State, &mut Rng),
}

impl<G: FaceDown> Shuffling<G> {
    /// The one that the engine has.
    pub const OF_THE_GAME: Shuffling<G> = Shuffling { face_down: G::face_down, reshuffle: G::reshuffle };
}

impl<G: Game> Clone for Shuffling<G> {
    fn clone(&self) -> Shuffling<G> {
        *self
    }
}

impl<G: Game> Copy for Shuffling<G> {}
