//! Phantom games: two players put stones on a board, and neither sees the other's.
//!
//! A try at a square where the other has a stone fails, and only its mover sees that. In the
//! [classical](Version::Classical) version the mover must try again, and the other does not even notice:
//! the one exception to the rule that every action is noticed by all players. In the
//! [abrupt](Version::Abrupt) version the turn ends, and the other notices that there was a turn, no more.
//! No square is tried twice by one player.
//!
//! [`PhantomTtt`] and [`DarkHex`] differ in what is to be reached, the [`Goal`]; all else is shared.

mod any;
mod board;
mod connection;
#[cfg(feature = "drawings")]
mod drawing;
mod game;
mod goal;
mod hidden;
mod info_set;
mod line;
mod notation;
#[cfg(feature = "observations")]
mod observation;
mod rules;
mod version;

pub use any::AnyGoal;
pub use board::{Board, Square, SquareSet, Tries};
pub use connection::Connection;
pub use goal::Goal;
pub use info_set::InfoSet;
pub use line::Line;
pub use rules::Phantom;
pub use version::Version;

/// Phantom tic-tac-toe: the first line wins, a full board without one is a draw.
pub type PhantomTtt = Phantom<Line>;

/// Dark hex: the first chain between the own two edges wins, and one of the players gets there.
pub type DarkHex = Phantom<Connection>;

/// Any of them.
pub type AnyPhantom = Phantom<AnyGoal>;
