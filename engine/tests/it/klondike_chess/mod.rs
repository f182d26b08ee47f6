//! Klondike Chess. The scenarios of the rules page stand beside the game, where boards can be laid out.

/// The contract of the game, under every option.
mod contract;
/// The endings of games, and the frequency of each kind of action.
mod endings;
/// Worlds and samples.
mod sampling;
/// Games replayed word for word.
mod telling;
