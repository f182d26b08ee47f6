//! The rules of Goofspiel as values: options and defaults.

use crate::{Allowed, Described, GameInfo, OptionError, Player, Settings, options, words};

options! {
    /// Goofspiel with its options; `Default` has four cards and the highest prize first.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Goofspiel {
        /// The number of bid cards of each player, and of prizes: 1 to 13.
        pub cards: u8 = Allowed::Range(1, 13, 4),
            "how many cards each player bids with, and how many prizes there are";
        /// In which order the prizes come.
        pub prizes: Prizes = Prizes::ALLOWED,
            "in which order the prizes come, by points; increasing begins with a prize of 0";
        /// The payoff.
        pub payoff: Payoff = Payoff::ALLOWED,
            "1 for more points, or the difference in points";
    }
}

words! {
    /// In which order the prizes come.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Prizes {
        /// The highest first.
        Descending = "descending",
        /// 0 first, then 1, and so on: the highest is one less than the number of cards.
        Increasing = "increasing",
        /// By chance, one before each round.
        Random = "random",
    }
}

words! {
    /// The payoff.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Payoff {
        /// 1 to the player with more points.
        Win = "win",
        /// The difference in points.
        Margin = "margin",
    }
}

impl Goofspiel {
    /// All cards as bits.
    pub(super) fn pack(&self) -> u16 {
        (1 << (self.cards + 1)) - 2
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
        options: Goofspiel::OPTIONS,
        presets: &[],
    };

    fn with_settings(settings: &Settings) -> Result<Goofspiel, OptionError> {
        Goofspiel::from_settings(settings)
    }

    fn least_payoff(&self, _: Player) -> f64 {
        let cards = f64::from(self.cards);
        match (self.payoff, self.prizes) {
            (Payoff::Win, _) => -1.0,
            // A player that wins every round but one has its lowest card left for that, and its prize is the
            // lowest, which counts 0 or 1.
            (Payoff::Margin, Prizes::Increasing) => -cards * (cards - 1.0) / 2.0,
            (Payoff::Margin, _) => (2.0 - cards * (cards + 1.0) / 2.0).min(0.0),
        }
    }
}
