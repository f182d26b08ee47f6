//! A room: people and bots at one game, hand after hand.

mod hand;
mod hint;
mod knocking;
mod score;
mod task;
mod terms;
mod view;

pub(crate) use hand::Hand;
pub(crate) use score::Score;
pub(crate) use task::{Ask, Entered, RoomTask};
pub(crate) use terms::{Side, Terms, TermsError};
pub(crate) use view::drawing_json;
