//! What a room writes down before it is shown, so that it can go on from there.

use serde_json::{Value as Json, json};

use super::Terms;

/// A word of a hand, and what the bot that chose it thought, as JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    /// The word.
    pub(crate) word: String,
    /// The thought of a bot.
    pub(crate) thought: Option<String>,
}

/// Something that is to be written down.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Note {
    /// A new room, or new terms of one.
    Terms(Terms),
    /// The move of a hand with this number.
    Move { hand: usize, ply: usize, one: Move },
    /// The moves of a hand from this one on are taken back.
    Cut { hand: usize, from: usize },
}

impl Note {
    /// The moves with which a hand begins.
    pub(crate) fn begun(words: &[String]) -> impl Iterator<Item = Note> + '_ {
        let one = |word: &String| Move { word: word.clone(), thought: None };
        words.iter().enumerate().map(move |(ply, word)| Note::Move { hand: 0, ply, one: one(word) })
    }

    /// The note as a page without a server keeps it.
    pub(crate) fn json(&self) -> Json {
        match self {
            Note::Terms(terms) => json!({ "terms": terms }),
            Note::Move { hand, ply, one } => {
                json!({ "hand": hand, "ply": ply, "word": one.word, "thought": one.thought })
            }
            Note::Cut { hand, from } => json!({ "hand": hand, "cut": from }),
        }
    }
}
