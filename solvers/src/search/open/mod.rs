//! Solving positions whose every card lies open on the table.
//!
//! [`OpenTricks`] solves Sixty-six, Schnapsen and Kinderschnapsen to the end of the hand, and
//! [`LateOpenTricks`] what is left of it once no more cards are drawn; [`OpenPhantom`] solves phantom games; [`ToDepth`]
//! any game of two, to a depth, with an [`Evaluation`](super::Evaluation) beyond it.

mod depth;
mod late;
mod memory;
mod order;
mod phantom;
mod scene;
mod strict;
mod terms;
mod trick_game;
mod tricks;

pub use depth::{DepthOptions, Level, ToDepth};
pub use late::LateOpenTricks;
pub use phantom::OpenPhantom;
pub use trick_game::TrickGame;
pub use tricks::OpenTricks;
