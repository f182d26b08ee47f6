//! The tests of the engine as a whole.

// What the modules of a test share is `pub` to each other and to nobody else.
#![allow(unreachable_pub)]

/// What every game promises, one line per game.
mod contract;

/// The engine against the second implementation, whole trees and random games.
mod agreement;
/// A second implementation of the trick-taking games, to compare with.
mod naive;
/// Which second implementation referees which game.
mod referee;

/// Deals that differ by hidden cards alone.
mod hidden;
/// Games under every option.
mod variants;
