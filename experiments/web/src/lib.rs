//! The page: a server that lets people play any game in the registry in a browser, against bots and each
//! other.
//!
//! In reading order:
//!
//! - [`server`]: what can be asked for when it is started; it listens, and ends when it is told to.
//! - `routes`: what answers which address. `guard`: what every request must have, and every answer has.
//! - `room`: people and bots at one game, hand after hand: what was agreed, the hand, what a seat is shown,
//!   the task that lets them act in turn. `rooms`: all of them, woken when they are needed.
//! - `socket`: a browser at a room. `thinker`: decisions of bots. `slow`: work away from everything that must
//!   not wait.
//! - `store`: rooms and moves in an SQLite file, so that no move is lost that was acknowledged.
//! - `records`: a game that is over, or comes from elsewhere, position by position; what bots think of it.
//! - `studying`: questions about strategies. `solutions`: ranges, heat maps, differences, solutions.
//! - `catalogue`: the games and bots that are offered. `named`: what bots with files are called.
//! - `watch`: tournaments while they are played. `trainings`: trainings while they go on.
//! - `assets`: the files of the page, which are part of the program.
//!
//! A browser receives what its seat knows: everything is made from the information set of the seat and from
//! what it noticed. See `docs/web.md`.

mod assets;
mod catalogue;
mod guard;
mod named;
mod records;
mod room;
mod rooms;
mod routes;
mod secret;
pub mod server;
mod slow;
mod socket;
mod solutions;
mod store;
mod studying;
mod thinker;
mod trainings;
mod watch;

pub use named::SameName;
pub use server::{ServeOptions, Server};
