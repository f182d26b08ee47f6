//! The functions of a game that a search within the turn needs.

use hinterhand_engine::Game;

/// A game whose turns consist of several actions or whose actions come back to positions already seen.
pub trait TurnGame: Game {
    /// Fills `actions` with the candidates among the `legal` ones at `state`, in a fixed order; at least one.
    /// Other actions are never played.
    fn candidates(&self, state: &Self::State, legal: &Self::Legal, actions: &mut Vec<Self::Action>);

    /// Whether the player to move cannot foresee what it will see if it plays `action`.
    fn is_gamble(&self, state: &Self::State, action: Self::Action) -> bool;

    /// A number that is the same for positions from which a turn can go on in the same ways.
    fn likeness(&self, state: &Self::State) -> u128;
}
