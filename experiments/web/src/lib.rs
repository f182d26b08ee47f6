//! The page: people play any game in the registry in a browser, against bots and each other; on a server, or
//! without one in the browser alone.
//!
//! In reading order:
//!
//! - [`server`]: what can be asked for when it is started; it listens, and ends when it is told to.
//! - `routes`: what answers which address. `guard`: what every request must have, and every answer has.
//! - `room`: people and bots at one game, hand after hand: what was agreed, the hand, what a seat is shown,
//!   what may happen next; on a server the task that lets them act in turn. `wish`: what a person asks for
//!   who opens one. `rooms`: all of them, woken when they are needed.
//! - `socket`: a browser at a room. `bots`: those that are open. `thinker`: their decisions. `programs`:
//!   those that are programs of their own. `slow`: work away from everything that must not wait.
//! - `store`: rooms and moves in an SQLite file, so that no move is lost that was acknowledged; `writer`: the
//!   thread that writes there.
//! - `records`: a game that is over, or comes from elsewhere, position by position; what bots think of it.
//! - `studying`: questions about strategies. `solutions`: ranges, heat maps, differences, solutions.
//! - `catalogue`: what may be asked for. `listing`: the games and bots that are offered. `named`: what bots
//!   with files are called.
//! - `watch`: tournaments while they are played. `trainings`: trainings while they go on. `experiments`:
//!   those of papers.
//! - `assets`: the files of the page, which are part of the program (`bundle`: the scripts as one file).
//!   [`export()`] writes them to a folder, with the rules and the bots as WebAssembly; [`local`] is what the
//!   page asks there in place of a server, and all that is left without the feature `server`: tables with the
//!   rules alone, and bots.
//!
//! A browser receives what its seat knows: everything is made from the information set of the seat and from
//! what it noticed; one that watches receives what each player could tell it. See `docs/web.md`.

#[cfg(feature = "server")]
mod assets;
mod bots;
#[cfg(feature = "server")]
mod bundle;
mod catalogue;
#[cfg(feature = "server")]
mod experiments;
#[cfg(feature = "server")]
mod export;
#[cfg(feature = "server")]
mod guard;
#[cfg(feature = "server")]
mod listing;
pub mod local;
#[cfg(feature = "server")]
mod named;
#[cfg(feature = "server")]
mod programs;
mod records;
mod room;
#[cfg(feature = "server")]
mod rooms;
#[cfg(feature = "server")]
mod routes;
mod secret;
#[cfg(feature = "server")]
pub mod server;
#[cfg(feature = "server")]
mod slow;
#[cfg(feature = "server")]
mod socket;
#[cfg(feature = "server")]
mod solutions;
#[cfg(feature = "server")]
mod store;
#[cfg(feature = "server")]
mod studying;
#[cfg(feature = "server")]
mod thinker;
#[cfg(feature = "server")]
mod trainings;
#[cfg(feature = "server")]
mod watch;
mod wish;
#[cfg(feature = "server")]
mod writer;

#[cfg(feature = "server")]
pub use export::{ExportOptions, Exported, MODULES, export};
pub use local::{LocalBots, LocalTables};
#[cfg(feature = "server")]
pub use named::SameName;
#[cfg(feature = "server")]
pub use server::{ServeOptions, Server};
