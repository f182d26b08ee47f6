//! Bots that are programs of their own, in any language: a referee asks them over standard input and output.
//!
//! The protocol is told in `docs/protocol.md`. A [`Crew`] starts copies of one program and lends them out; [`Notes`]
//! are in words what one seat notices, and a [`Seat`] asks its copy for a move; what goes wrong is a [`Fault`], for which the
//! referee scores the hand. [`check`](check()) tries a program out; [`serve`](serve()) is the other end, at which a bot
//! of this crate answers another referee.

mod body;
mod check;
mod command_line;
mod crew;
mod error;
mod fault;
mod follow;
pub mod messages;
mod notes;
#[cfg(unix)]
mod process;
#[cfg(not(unix))]
#[path = "no_process.rs"]
mod process;
mod seat;
mod serve;

pub use check::{CheckError, Checked, Trial, check};
pub use command_line::{quoted, split_at_comma, words};
pub use crew::{Crew, Limits};
pub use error::ForeignError;
pub use fault::{Fault, FaultKind, Forfeit};
pub use follow::{FollowError, Follower};
pub use notes::Notes;
pub use seat::{Answer, Seat};
pub use serve::{ServeError, serve};
