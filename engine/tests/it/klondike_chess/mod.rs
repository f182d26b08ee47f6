//! Klondike Chess. The scenarios of the rules page stand beside the game, where boards can be laid out.

/// What the game promises, under every option.
mod contract;
/// How games end, and how often each kind of action occurs.
mod endings;
/// Worlds and samples.
mod sampling;
/// Games replayed word for word.
mod telling;
