//! Sixty-six with 24 cards and Schnapsen with 20: marriages, exchange, closing, and 66 points to claim.
//!
//! Both are one [`Family`] of rules over packs of different size. [`Hand`] is the position, its
//! [`InfoSet`](crate::tricks::InfoSet) the position as one seat sees it. A hand is one game here, and player
//! 0 leads it; who leads the next one and the score are a [`Contest`](crate::Contest).

mod directed;
mod hand;
mod notation;
mod position_key;
mod rules;

pub use hand::Hand;
pub use rules::{AfterAnnounce, AllPlayed, CloseFail, FalseStop, Family, Schnapsen, SixtySix};
