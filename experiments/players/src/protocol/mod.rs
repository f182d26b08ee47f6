//! Bots that are programs of their own, in any language: a referee asks them over standard input and output.
//!
//! The protocol is described in `docs/protocol.md`. A [`ProgramPool`] starts processes of one program; a
//! [`Seat`] asks one of them for the moves of one player, with the views that a [`ViewWriter`] writes; what
//! goes wrong is a [`Fault`], for which the referee scores the hand. [`check`](check()) tests a program;
//! [`serve`](serve()) is the other end, at which a bot of this crate answers another referee, with a
//! [`Reconstruction`] of the state from each view.

mod check;
mod command_line;
mod error;
mod fault;
pub mod messages;
mod pool;
#[cfg(unix)]
mod process;
#[cfg(not(unix))]
#[path = "no_process.rs"]
mod process;
mod reconstruct;
mod schema;
mod seat;
mod serve;
mod view_writer;

pub use check::{CheckError, CheckResult, Trial, check};
pub use command_line::{quoted, split_at_comma, words};
pub use error::ProgramError;
pub use fault::{Fault, FaultKind, Forfeit};
pub use pool::{Limits, ProgramPool};
pub use reconstruct::{Reconstruction, ReconstructionError};
pub use seat::{Answer, Seat};
pub use serve::{ServeError, serve};
pub use view_writer::ViewWriter;
