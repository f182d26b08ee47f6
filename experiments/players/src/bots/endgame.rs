//! The option of searches to leave the last tricks to the solver of endgames.

use super::registry::{BotOption, Kind};

/// Whether the last tricks are solved.
pub(super) const OPTION: BotOption = BotOption {
    key: "endgame",
    kind: Kind::Flag(false),
    about: "the last tricks of closed hands are solved as the game of hidden information that they are, in trick games",
};
