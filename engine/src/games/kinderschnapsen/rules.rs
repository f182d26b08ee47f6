//! The rules of Kinderschnapsen as values: flags, defaults and presets.

use crate::tricks::{Card, CardSet, Duty, Pack, Rank, Suit};
use crate::{
    Allowed, ContestRules, Described, GameInfo, OptionError, Player, Preset, Settings, options, word_table,
    words,
};

options! {
    /// Kinderschnapsen with its options; `Default` is the game as published.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Kinderschnapsen {
        /// The talon must have at least this many cards to be closed: 2, 4 or 6.
        pub close_min_stock: u8 = Allowed::Numbers(&[2, 4, 6]),
            "cards that the talon must have to be closed, the turnup included";
        /// The pay when a player closed and none checks out.
        pub close_fail: CloseFail = CloseFail::ALLOWED,
            "after a close without a check-out: 1 for the last trick, or 2 (3 without a trick at \
             closing) for the closer's opponent";
        /// Whether the closer's own check-out is paid by the other's points at closing.
        pub freeze_on_close: bool = Allowed::Flag(false),
            "the closer's own check-out is paid by the other's points at closing";
        /// Whether one may check out below 46, and what it costs.
        pub false_checkout: FalseCheckout = FalseCheckout::ALLOWED,
            "checking out below 46: not allowed, or won by the opponent by the checker's points, or by a \
             fixed amount";
        /// Whether 46 points end the hand without being asked.
        pub auto_checkout: bool = Allowed::Flag(false),
            "46 points end the hand at once";
    }
}

words! {
    /// The pay when a player closed and none checks out.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum CloseFail {
        /// The winner of the last trick gets 1, as always.
        LastTrick = "last_trick",
        /// The closer's opponent gets 2, or 3 if it had no trick when the talon was closed.
        OpponentWins2or3 = "opponent_wins2or3",
    }
}

/// Whether one may check out below 46, and what it costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FalseCheckout {
    /// It is not allowed.
    Forbidden,
    /// The opponent wins by the points of the player that checked out.
    OpponentTier,
    /// The opponent wins this much: 1, 2 or 3.
    OpponentFixed(u8),
}

word_table! {
    FalseCheckout {
        "forbidden" = FalseCheckout::Forbidden,
        "opponent_tier" = FalseCheckout::OpponentTier,
        "opponent_fixed:1" = FalseCheckout::OpponentFixed(1),
        "opponent_fixed:2" = FalseCheckout::OpponentFixed(2),
        "opponent_fixed:3" = FalseCheckout::OpponentFixed(3),
    }
}

/// In closed play suit is followed and the lead beaten, and a void is filled with trumps.
pub(super) const DUTY: Duty = Duty { beat: true, trump: true };

pub(super) const PACK: Pack = Pack {
    cards: CardSet::pack(
        &[Suit::Spades, Suit::Hearts, Suit::Diamonds],
        &[Rank::Two, Rank::Seven, Rank::Jack, Rank::Queen],
    ),
    hand: 3,
    talon: 6,
};

/// The points of each rank, from Two to Ace.
pub(super) const POINTS: [u8; 8] = [2, 7, 0, 11, 12, 0, 0, 0];

impl Kinderschnapsen {
    /// The points that a check-out needs.
    pub const TARGET: u8 = 46;
    /// In closed play suit is followed and the lead beaten, and a void is filled with trumps.
    pub const DUTY: Duty = DUTY;
    /// The twelve cards, how many go to a hand and how many to the talon.
    pub const PACK: Pack = PACK;

    /// The points of a card.
    #[inline]
    pub const fn points(card: Card) -> u8 {
        POINTS[card.index() & 7]
    }
}

impl Described for Kinderschnapsen {
    const INFO: GameInfo = GameInfo {
        name: "kinderschnapsen",
        title: "Kinderschnapsen",
        players: "2",
        cards: "12: 2 7 J Q of spades, hearts, diamonds",
        longest: "20",
        widest: "4",
        status: "checked against a second implementation",
        options: Kinderschnapsen::OPTIONS,
        presets: &[
            Preset { name: "icai", options: &[], about: "the game as published for ICAI-15" },
            Preset {
                name: "penalty",
                options: &[("close_fail", "opponent_wins2or3")],
                about: "a failed close costs 2 or 3, as in Schnapsen",
            },
            Preset {
                name: "strict",
                options: &[("close_fail", "opponent_wins2or3"), ("freeze_on_close", "true")],
                about: "as penalty, and the closer is paid as things stood at closing",
            },
        ],
    };

    const CONTEST: ContestRules = ContestRules::KINDERSCHNAPSEN;

    fn with_settings(settings: &Settings) -> Result<Kinderschnapsen, OptionError> {
        Kinderschnapsen::from_settings(settings)
    }

    fn least_payoff(&self, _: Player) -> f64 {
        -3.0
    }
}
