//! The two versions of phantom games.

use super::board::Tries;
use crate::{OptionSpec, words};

words! {
    /// What follows a failed try.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Version {
        /// The mover must try again at once; the other notices nothing of the failed try.
        #[default]
        Classical = "classical",
        /// The turn ends; the other notices that there was a turn.
        Abrupt = "abrupt",
    }
}

impl Version {
    /// The option of all phantom games.
    pub(super) const OPTION: OptionSpec = OptionSpec::new(
        "version",
        Version::ALLOWED,
        "what follows a failed try: another one, which the other player does not notice (classical), or the \
         other player's turn (abrupt)",
    );

    /// The number of turns that a player has had that the other has noticed: those that ended with a stone,
    /// or all.
    pub(super) fn turns(self, tries: &Tries) -> usize {
        match self {
            Version::Classical => tries.successes(),
            Version::Abrupt => tries.count(),
        }
    }
}
