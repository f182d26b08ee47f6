//! Generic Poker, GP(T,C,R,B) in the literature: Leduc poker with its sizes as options.
//!
//! In Lisý, Lanctot and Bowling, "Online Monte Carlo Counterfactual Regret Minimization for Search in
//! Imperfect Information Games" (2015), T is the number of ranks, C the number of cards of each, R the
//! largest number of raises after the bet of a round, B the number of sizes of a bet or raise.
//! GP(3,2,1,1) is Leduc poker.

use super::{Action, Pack, Stakes, Table, Variant};
use crate::{Allowed, GameInfo, OptionError, OptionSpec, Preset, Settings};

/// The parameters of Generic Poker; `Default` is GP(3,3,2,2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Generic {
    /// T: how many ranks there are, 2 to 13.
    pub ranks: u8,
    /// C: how many cards there are of each rank, 2 to 8.
    pub copies: u8,
    /// R: how many raises may follow the bet in a round, up to 7.
    pub raises: u8,
    /// B: how many sizes a bet or raise may have, 1 to 5: 2, 4, ... in the first round, twice that in
    /// the second.
    pub bets: u8,
    /// The number of betting rounds: 2, or 1, without a board.
    pub rounds: u8,
}

impl Default for Generic {
    fn default() -> Generic {
        Generic { ranks: 3, copies: 3, raises: 2, bets: 2, rounds: 2 }
    }
}

impl Variant for Generic {
    const INFO: GameInfo = GameInfo {
        name: "generic-poker",
        title: "Generic Poker",
        players: "2",
        cards: "9: three ranks, three of each (up to 13 ranks and 8 of each)",
        longest: "12 (at most 22)",
        widest: "4 (at most 7)",
        status: "GP(3,2,1,1) agrees with OpenSpiel's Leduc poker",
        options: &[
            OptionSpec::new("players", Allowed::Numbers(&[2]), "how many play"),
            OptionSpec::new("ranks", Allowed::Range(2, 13, 3), "how many ranks there are"),
            OptionSpec::new("copies", Allowed::Range(2, 8, 3), "how many cards there are of each rank"),
            OptionSpec::new(
                "bets",
                Allowed::Range(1, 5, 2),
                "how many sizes a bet or raise may have: 2, 4, ... and in the second round 4, 8, ...",
            ),
            OptionSpec::new(
                "raises",
                Allowed::Range(0, 7, 2),
                "how many raises may follow the bet in a round",
            ),
            OptionSpec::new(
                "rounds",
                Allowed::Range(1, 2, 2),
                "how many betting rounds there are; the card on the board comes before the second",
            ),
        ],
        presets: &[
            Preset { name: "gp3322", options: &[], about: "GP(3,3,2,2), the small one of the paper" },
            Preset {
                name: "gp4644",
                options: &[("ranks", "4"), ("copies", "6"), ("raises", "4"), ("bets", "4")],
                about: "GP(4,6,4,4), the large one of the paper",
            },
            Preset {
                name: "leduc",
                options: &[("copies", "2"), ("raises", "1"), ("bets", "1")],
                about: "GP(3,2,1,1): Leduc poker with suits merged",
            },
        ],
    };

    fn with_settings(settings: &Settings) -> Result<Generic, OptionError> {
        Ok(Generic {
            ranks: settings.read("ranks")?,
            copies: settings.read("copies")?,
            raises: settings.read("raises")?,
            bets: settings.read("bets")?,
            rounds: settings.read("rounds")?,
        })
    }

    fn pack(&self) -> Pack {
        let allowed = (2..=13).contains(&self.ranks) && (2..=8).contains(&self.copies);
        assert!(allowed, "no pack of {self:?}");
        Pack::numbers(self.ranks, self.copies)
    }

    fn stakes(&self) -> Stakes {
        let allowed = (1..=5).contains(&self.bets) && self.raises <= 7 && (1..=2).contains(&self.rounds);
        assert!(allowed, "no stakes of {self:?}");
        Stakes { sizes: self.bets, raises: self.raises + 1, rounds: self.rounds }
    }

    fn word(&self, table: &Table, action: Action) -> String {
        match (action, table.is_level()) {
            (Action::Fold, _) => "fold".to_owned(),
            (Action::Call, true) => "check".to_owned(),
            (Action::Call, false) => "call".to_owned(),
            (Action::Raise(size), true) => format!("bet:{}", table.chips(size)),
            (Action::Raise(size), false) => format!("raise:{}", table.chips(size)),
        }
    }
}
