//! Goofspiel with imperfect information: sealed bids for prizes, of which only the winner is announced.
//!
//! Bids are made one after the other, but the second is made without knowing the first. A tie burns the
//! prize. The last round plays itself, since no player has a choice. OpenSpiel plays `imp_info=true` like
//! this; its `point_difference` is half of our margin.

mod auction;
mod game;
mod notation;
#[cfg(feature = "observations")]
mod observation;
mod rules;
mod seen;

pub use auction::{Auction, Bid, Outcome};
pub use rules::{Goofspiel, Payoff, Prizes};
pub use seen::InfoSet;
