//! The game with all cards on the table.

use hinterhand_engine::Game;

/// A solver of one state whose every card is seen by both of two players, what one wins the other loses. It
/// may keep what it has found out for the next state as long as that does not change any value.
pub trait OpenCards<G: Game> {
    /// Clears `values` and fills it with what each of the actions `legal` at `state` wins for the player to
    /// move if both play on as well as possible, or as well as the solver can tell.
    fn values(&mut self, game: &G, state: &G::State, legal: &G::Legal, values: &mut Vec<f64>);
}
