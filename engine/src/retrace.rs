//! The way back: all that has happened before a state.

use crate::{EventOf, Game};

/// A game whose states remember all that has happened, hidden things included.
pub trait Retrace: Game {
    /// All that has happened from the start to `state`, in order: what chance decided with its probability, what
    /// players decided with 1. Playing it from the start leads to `state`.
    fn events(&self, state: &Self::State) -> Vec<(EventOf<Self>, f64)>;
}
