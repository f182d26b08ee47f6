//! The faults of a game in the small form.

use std::fmt;

/// The reason why a game in the small form cannot be enumerated.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum SmallError {
    /// The tree is too large.
    TooLarge { limit: usize },
    /// A game has too many words.
    TooLong { limit: usize },
    /// The rules contradict themselves after these words.
    Broken { words: String, reason: String },
}

impl fmt::Display for SmallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SmallError::TooLarge { limit } => {
                write!(f, "the game has more than {limit} nodes, too many for the small form")
            }
            SmallError::TooLong { limit } => {
                write!(f, "the game continues after {limit} words, too long for the small form")
            }
            SmallError::Broken { words, reason } if words.is_empty() => write!(f, "at the start: {reason}"),
            SmallError::Broken { words, reason } => write!(f, "after `{words}`: {reason}"),
        }
    }
}

impl std::error::Error for SmallError {}
