//! The game with all cards on the table.

use hinterhand_engine::{ActionSet, Game};

/// A solver of one state whose every card is seen by both of two players, what one wins the other loses. It
/// may keep what it has found out for the next state as long as that does not change any value.
pub trait OpenCards<G: Game> {
    /// Clears `values` and fills it with what each of the actions `legal` at `state` wins for the player to
    /// move if both play on as well as possible, or as well as the solver can tell.
    fn values(&mut self, game: &G, state: &G::State, legal: &G::Legal, values: &mut Vec<f64>);

    /// Returns what the player to move at `state` wins: the greatest of these values.
    fn value(&mut self, game: &G, state: &G::State) -> f64 {
        let legal = game.legal(state);
        let mut values = Vec::with_capacity(legal.len());
        self.values(game, state, &legal, &mut values);
        values.into_iter().fold(f64::NEG_INFINITY, f64::max)
    }
}
