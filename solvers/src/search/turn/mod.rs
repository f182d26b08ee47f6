//! Search within a turn: what a player can reach by its own actions, as far as it can foresee.
//!
//! Where playouts to the end say nothing because they do not end, a player can still look for the best position in
//! which to leave the table to the other. [`TurnSearch`] does that.

mod game;
mod klondike_chess;
mod lines;
mod schikanoeschen;

pub use game::TurnGame;
pub use lines::{TurnOptions, TurnSearch};
