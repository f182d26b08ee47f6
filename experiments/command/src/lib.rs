//! The command `hinterhand` as a function: its subcommands.
//!
//! A crate that adds its games and bots to the registries before it calls [`main`] has the whole command with
//! them:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use hinterhand_engine::dynamic::AnyGame;
//! use hinterhand_engine::{ActionSet, Rng, View};
//! use hinterhand_players::bots::{self, BotInfo};
//!
//! fn main() -> ExitCode {
//!     let info = BotInfo { name: "first", about: "plays the first legal action", ..BotInfo::PLAIN };
//!     bots::add(info, |_, _| Ok(Box::new(|view: &View<'_, AnyGame>, _: &mut Rng| view.legal.nth(0))));
//!     hinterhand_command::main()
//! }
//! ```
//!
//! `docs/own-crate.md` shows one with a game as well.

mod command;

pub use command::main;
