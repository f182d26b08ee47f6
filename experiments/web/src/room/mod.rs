//! A room: people and bots at one game, hand after hand.

mod hand;
mod hint;
mod knocking;
mod note;
mod play;
mod said;
mod score;
#[cfg(feature = "server")]
mod task;
mod terms;
mod thought;
mod view;

pub(crate) use hand::Hand;
pub(crate) use hint::{advised, why};
pub(crate) use note::{Move, Note};
pub(crate) use play::Room;
pub(crate) use said::Said;
pub(crate) use score::Score;
#[cfg(feature = "server")]
pub(crate) use task::{Ask, Entered, GONE, RoomTask};
#[cfg(feature = "server")]
pub(crate) use terms::TermsError;
pub(crate) use terms::{Side, Terms, load, load_rules, rules_of};
pub(crate) use thought::{LONGEST, Question, Thought};
pub(crate) use view::drawing_json;
