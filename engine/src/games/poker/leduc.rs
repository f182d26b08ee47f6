//! Leduc poker: six cards, at most two raises a round, of 2 and then of 4.

use super::{Action, Pack, Stakes, Table, Variant};
use crate::{GameInfo, OptionError, OptionSpec, Preset, Settings, words};

words! {
    /// Whether the players can tell the two cards of a rank apart. It decides nothing, but makes the tree
    /// five times as large.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Suits {
        /// J Q K of spades and of hearts.
        #[default]
        Apart = "apart",
        /// Two J, two Q, two K.
        Merged = "merged",
    }
}

impl Variant for Suits {
    const INFO: GameInfo = GameInfo {
        name: "leduc",
        title: "Leduc poker",
        players: "2",
        cards: "6: J Q K of spades and hearts",
        longest: "10",
        widest: "3",
        status: "sizes and payoffs agree with OpenSpiel",
        options: &[OptionSpec::new(
            "suits",
            Suits::ALLOWED,
            "whether the two cards of a rank can be told apart",
        )],
        presets: &[Preset {
            name: "merged",
            options: &[("suits", "merged")],
            about: "suits merged: the same game with a fifth of the nodes",
        }],
    };

    fn with_settings(settings: &Settings) -> Result<Suits, OptionError> {
        settings.read("suits")
    }

    fn pack(&self) -> Pack {
        match self {
            Suits::Apart => Pack::SUITED,
            Suits::Merged => Pack::MERGED,
        }
    }

    fn stakes(&self) -> Stakes {
        Stakes { sizes: 1, raises: 2, rounds: 2 }
    }

    fn word(&self, _: &Table, action: Action) -> String {
        let word = match action {
            Action::Fold => "fold",
            Action::Call => "call",
            Action::Raise(_) => "raise",
        };
        word.to_owned()
    }
}
