//! Klondike Chess.

/// What the game promises, under every option.
mod contract;
