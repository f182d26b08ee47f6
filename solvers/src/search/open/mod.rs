//! Solving positions whose every card lies open on the table.
//!
//! [`OpenTricks`] solves Sixty-six, Schnapsen and Kinderschnapsen to the end of the hand; [`ToDepth`] any game of
//! two, to a depth, with an [`Evaluation`](super::Evaluation) beyond it.

mod depth;
mod memory;
mod order;
mod scene;
mod strict;
mod terms;
mod tricks;

pub use depth::{DepthOptions, Level, ToDepth};
pub use tricks::{OpenTricks, TrickGame};
