//! A kind of card of a small poker.

use std::fmt;

/// A kind of card: cards that no player can tell apart are of one kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Kind(pub(super) u8);

/// The names of all kinds by number, [`Kind::NONE`] first.
pub(super) const NAMES: [&str; 23] = [
    "-", "JS", "JH", "QS", "QH", "KS", "KH", "J", "Q", "K", "1", "2", "3", "4", "5", "6", "7", "8", "9",
    "10", "11", "12", "13",
];

impl Kind {
    /// No card, or one that is not known.
    pub const NONE: Kind = Kind(0);
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAMES[self.0 as usize])
    }
}
