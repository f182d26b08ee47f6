//! The rules of Goofspiel as values: options and defaults.

use crate::{Allowed, Described, GameInfo, OptionError, OptionSpec, Player, Settings};

/// Goofspiel with its options; `Default` has four cards and the highest prize first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goofspiel {
    /// How many bid cards each player has, and how many prizes there are: 1 to 13.
    pub cards: u8,
    /// In which order the prizes come.
    pub prizes: Prizes,
    /// What is paid.
    pub payoff: Payoff,
}

/// In which order the prizes come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prizes {
    /// The highest first.
    Descending,
    /// By chance, one before each round.
    Random,
}

/// What is paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payoff {
    /// 1 to the player with more points.
    Win,
    /// The difference in points.
    Margin,
}

impl Default for Goofspiel {
    fn default() -> Goofspiel {
        Goofspiel { cards: 4, prizes: Prizes::Descending, payoff: Payoff::Win }
    }
}

impl Described for Goofspiel {
    const INFO: GameInfo = GameInfo {
        name: "goofspiel",
        title: "Goofspiel",
        players: "2",
        cards: "4 bids each and 4 prizes (1 to 13)",
        longest: "6 (at most 36)",
        widest: "4 (at most 13)",
        status: "sizes and payoffs agree with OpenSpiel",
        options: &[
            OptionSpec {
                key: "cards",
                allowed: Allowed::Range(1, 13, 4),
                about: "how many cards each player bids with, and how many prizes there are",
            },
            OptionSpec {
                key: "prizes",
                allowed: Allowed::Words(&["descending", "random"]),
                about: "in which order the prizes come",
            },
            OptionSpec {
                key: "payoff",
                allowed: Allowed::Words(&["win", "margin"]),
                about: "1 for more points, or the difference in points",
            },
        ],
        presets: &[],
    };

    fn with_settings(settings: &Settings) -> Result<Goofspiel, OptionError> {
        Ok(Goofspiel {
            cards: settings.number("cards") as u8,
            prizes: if settings.word("prizes") == "descending" { Prizes::Descending } else { Prizes::Random },
            payoff: if settings.word("payoff") == "win" { Payoff::Win } else { Payoff::Margin },
        })
    }

    fn least_payoff(&self, _: Player) -> f64 {
        let cards = f64::from(self.cards);
        match self.payoff {
            Payoff::Win => -1.0,
            // Whoever wins every round but one has his lowest card left for that, and its prize is 1.
            Payoff::Margin => (2.0 - cards * (cards + 1.0) / 2.0).min(0.0),
        }
    }
}
