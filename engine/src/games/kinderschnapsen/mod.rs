//! Kinderschnapsen: twelve cards, two players, 46 points to check out.
//!
//! [`Kinderschnapsen`] is the rules as a value, [`Hand`] the position, its
//! [`InfoSet`](crate::tricks::InfoSet) the position as one seat sees it. A hand is one game here; the score
//! from 5 down to 0 is a [`Contest`](crate::Contest).

mod deals;
mod game;
mod hand;
mod key;
mod notation;
mod position_key;
mod rules;
mod symmetry;

pub use deals::Deals;
pub use hand::{Finish, Hand};
pub use rules::{CloseFail, FalseCheckout, Kinderschnapsen};
pub use symmetry::SuitMap;
