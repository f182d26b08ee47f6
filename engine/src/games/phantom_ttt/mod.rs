//! Phantom tic-tac-toe: neither player sees the other's squares.
//!
//! A try at an occupied square fails; only its mover sees that, and must try again. The other does not
//! even notice: the one exception to the rule that every action is noticed by all players. The first line
//! wins, a full board without one is a draw.

mod board;
mod game;
mod notation;
mod rules;
mod seen;

pub use board::{Board, Square, Tries};
pub use rules::PhantomTtt;
pub use seen::InfoSet;
