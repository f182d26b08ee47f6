//! What Kinderschnapsen, Sixty-six and Schnapsen share: the cards, the talon, who must follow and who
//! takes the trick, and what a player can conclude about the hidden cards.

mod action;
mod card;
mod deal;
mod follow;
mod hidden;
mod talon;

pub use action::{Action, Actions, ParseActionError};
pub use card::{Card, CardSet, ParseCardError, Rank, Suit};
pub use deal::{Deal, DealError, Pack};
pub use follow::{Duty, takes};
pub use talon::Talon;

pub(crate) use hidden::Hidden;
