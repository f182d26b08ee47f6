//! The command `hinterhand`: what may be typed, and pages of what was found.

mod command;
mod report;

pub use command::main;
