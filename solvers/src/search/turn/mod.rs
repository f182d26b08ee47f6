//! Searching within the turn: what can be reached by a player's own actions, as far as he can foresee it.
//!
//! Where playouts to the end say nothing because they do not end, a player can still look for the best position in
//! which to leave the table to the other. [`TurnSearch`] does that.

mod game;
mod klondike_chess;
mod lines;
mod schikanoeschen;

pub use game::TurnGame;
pub use lines::{TurnOptions, TurnSearch};
