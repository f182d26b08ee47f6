//! What a room writes down before it is shown, so that it can go on from there.

use std::fmt::Debug;

use super::Terms;

/// A word of a hand, and what the bot that chose it thought, as JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    /// The word.
    pub(crate) word: String,
    /// The thought of a bot.
    pub(crate) thought: Option<String>,
}

/// The place where rooms write, with errors as text.
pub(crate) trait Journal: Debug + Send + Sync {
    /// Writes a new room, or new terms of one.
    fn put(&self, room: &str, terms: &Terms) -> Result<(), String>;

    /// Writes this move of a hand, which is the one with this number.
    fn add(&self, room: &str, hand: usize, ply: usize, one: &Move) -> Result<(), String>;

    /// Takes back the moves of a hand from a ply on.
    fn cut(&self, room: &str, hand: usize, from: usize) -> Result<(), String>;
}
