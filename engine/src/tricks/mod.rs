//! The common core of Kinderschnapsen, Sixty-six and Schnapsen: the cards, the talon, who must follow and who
//! takes the trick, and what a player can conclude about the hidden cards.

mod action;
mod card;
mod common;
mod deal;
#[cfg(feature = "drawings")]
pub(crate) mod drawing;
mod follow;
mod hidden;
#[cfg(feature = "observations")]
mod observation;
mod seen;
mod table;
mod talon;
pub(crate) mod words;

pub use action::{Action, Actions, ParseActionError};
pub use card::{Card, CardSet, ParseCardError, Rank, Suit, pair};
pub use deal::{Deal, DealError, Pack};
pub use follow::{Duty, takes};
pub use seen::InfoSet;
pub use table::Table;
pub use talon::Talon;
