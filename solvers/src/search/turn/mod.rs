//! Search within a turn: what a player can reach by its own actions, as far as it can foresee.
//!
//! In games whose random playouts do not end, a player can still search for the best position in which to
//! hand over the turn. [`TurnSearch`] does that.

mod game;
mod klondike_chess;
mod lines;
mod schikanoeschen;

pub use game::TurnGame;
pub use lines::{TurnOptions, TurnSearch};
