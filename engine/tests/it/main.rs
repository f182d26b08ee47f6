//! The tests of the engine as a whole.

/// What every game promises, one line per game.
mod contract;
