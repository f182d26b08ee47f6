//! The messages of a browser at a room.

use serde::Deserialize;

/// A message of a browser.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Said {
    /// The key of the seat, first of all.
    Enter { key: String },
    /// An action.
    Act { hand: usize, made: usize, word: String },
    /// A knock, at any time.
    Knock,
    /// The next hand.
    Next { hand: usize },
    /// The last decision is taken back.
    Undo { hand: usize, made: usize },
    /// What would a bot do?
    Hint { hand: usize, made: usize },
    /// Still there.
    Ping,
}
