//! The simple players of a game as values: the directed one, and models of the others.

use hinterhand_engine::{Directed, Game, Reshuffle, Rng, Turn};

use crate::search::{Greedy, Model};

/// A simple player that the others are taken for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// The greedy player of the game.
    Greedy,
    /// The directed player of the game.
    Directed,
}

/// A simple player of `G` that the others are taken for.
pub enum ModelOf<G: Game + 'static> {
    /// The greedy player.
    Greedy(&'static dyn Greedy<G>),
    /// The directed player.
    Directed(DirectedPlayer<G>),
}

/// The directed player of a game.
pub struct DirectedPlayer<G: Game> {
    /// Its rule, in one sentence.
    pub rule: &'static str,
    /// Its choice at a position, of which it uses only what the player to move knows.
    pub choose: fn(&G, &G::State, &G::Legal, &mut Rng) -> G::Action,
    /// Plays a game to its end between directed players, and returns the number of actions.
    pub play_out: fn(&G, &mut G::State, &mut Rng) -> u64,
}

/// The shuffling of face-down cards of a game.
pub struct Shuffling<G: Game> {
    /// The number of cards whose order no player knows; 0 if there is but one.
    pub face_down: fn(&G, &G::State) -> usize,
    /// Lays these cards in an order drawn evenly.
    pub reshuffle: fn(&G, &mut G::State, &mut Rng),
}

impl<G: Directed> DirectedPlayer<G> {
    /// The directed player of the engine.
    pub const OF_THE_GAME: DirectedPlayer<G> =
        DirectedPlayer { rule: G::RULE, choose: G::directed, play_out: G::play_out };
}

impl<G: Reshuffle> Shuffling<G> {
    /// The shuffling of the engine.
    pub const OF_THE_GAME: Shuffling<G> = Shuffling { face_down: G::face_down, reshuffle: G::reshuffle };
}

impl<G: Game> Model<G> for ModelOf<G> {
    fn act(&self, game: &G, state: &G::State, legal: &G::Legal, rng: &mut Rng) -> G::Action {
        match self {
            ModelOf::Greedy(greedy) => {
                let Turn::Player(player) = game.turn(state) else { unreachable!("only players act") };
                greedy.choose(game, &game.info_set(state, player), legal, rng)
            }
            ModelOf::Directed(player) => (player.choose)(game, state, legal, rng),
        }
    }

    fn draws(&self) -> u32 {
        1
    }
}

impl<G: Game> Clone for ModelOf<G> {
    fn clone(&self) -> ModelOf<G> {
        *self
    }
}

impl<G: Game> Copy for ModelOf<G> {}

impl<G: Game> Clone for DirectedPlayer<G> {
    fn clone(&self) -> DirectedPlayer<G> {
        *self
    }
}

impl<G: Game> Copy for DirectedPlayer<G> {}

impl<G: Game> Clone for Shuffling<G> {
    fn clone(&self) -> Shuffling<G> {
        *self
    }
}

impl<G: Game> Copy for Shuffling<G> {}
