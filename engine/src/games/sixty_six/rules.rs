//! The rules of Sixty-six and Schnapsen as values: flags, defaults and presets.

use crate::tricks::{Card, CardSet, Duty, Pack, Rank, Suit};
use crate::{
    Allowed, ContestRules, Described, GameInfo, OptionError, OptionSpec, Player, Preset, Settings, words,
};

/// Sixty-six with its options; `Default` is the game as its manual and program play it.
pub type SixtySix = Family<24>;

/// The 20-card two-player game with its options; `Default` is the game as Austrians play it.
pub type Schnapsen = Family<20>;

/// The rules of a game of the family with this many cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Family<const CARDS: usize> {
    /// Only a player with a trick may exchange.
    pub exchange_needs_trick: bool,
    /// One may also exchange before replying to a lead.
    pub exchange_as_second: bool,
    /// The talon must have at least this many cards for an exchange, the open one included.
    pub exchange_min_deck: u8,
    /// The actions that may follow an announcement.
    pub after_announce: AfterAnnounce,
    /// The points of an announcement wait until the announcer has a trick.
    pub marriage_needs_trick: bool,
    /// The points for king and queen of trumps.
    pub trump_marriage: u8,
    /// As long as no player has a trick, none announces or closes.
    pub first_trick_free: bool,
    /// The pay when a player closed and none stopped.
    pub close_fail: CloseFail,
    /// The closer's own correct claim is paid by the other's tricks and points at closing.
    pub freeze_on_close: bool,
    /// The winner of the last trick may still stop.
    pub stop_after_last_trick: bool,
    /// One can only stop with 66 points.
    pub stop_only_if_66: bool,
    /// The points for the last trick once the talon is used up; a closed one never is.
    pub last_trick_points: u8,
    /// The pay when the talon was used up and no player stopped.
    pub all_played: AllPlayed,
    /// The price of a stop below 66.
    pub false_stop: FalseStop,
    /// The talon must have at least this many cards to be closed, the open one included; more than it
    /// ever has, as [`Family::NEVER_CLOSED`], if it may not be closed.
    pub close_min_deck: u8,
    /// The duty of a reply when the talon is closed or used up, besides following suit.
    pub duty: Duty,
    /// Pairs may be announced when the talon is closed or used up.
    pub marriage_when_closed: bool,
}

words! {
    /// The actions that may follow an announcement.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum AfterAnnounce {
        /// Only a card of the pair, or to stop.
        PlayOrStop = "play_or_stop",
        /// Also exchange, close and announce other pairs; the card led must belong to an announced pair.
        Free = "free",
    }
}

words! {
    /// The pay when a player closed and none stopped.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum CloseFail {
        /// The winner of the last trick gets 1, as always.
        LastTrick = "last_trick",
        /// The closer with 66 points is paid as if it had stopped; otherwise its opponent gets 3.
        CloserJudged = "closer_judged",
        /// Unless the closer makes a correct claim first, its opponent gets 2, or 3 if it had no trick when
        /// the talon was closed.
        CloserMustWin = "closer_must_win",
    }
}

words! {
    /// The pay when the talon was used up and no player stopped.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum AllPlayed {
        /// The winner of the last trick gets 1.
        LastTrick = "last_trick",
        /// The player with more points gets 1; with equal points neither gets anything.
        MorePoints = "more_points",
    }
}

/// The price of a stop below 66.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FalseStop {
    /// The opponent gets 3.
    Three,
    /// The opponent gets 2, or 3 if it has no trick.
    TwoOrThree,
}

/// The points that a claim needs.
pub(super) const TARGET: u8 = 66;

/// The points of each rank, from Two to Ace.
pub(super) const POINTS: [u8; 8] = [0, 0, 0, 2, 3, 4, 10, 11];

impl<const CARDS: usize> Family<CARDS> {
    /// The points that a claim needs.
    pub const TARGET: u8 = TARGET;

    /// More cards than a talon has: the `close_min_deck` of a game in which it may not be closed.
    pub const NEVER_CLOSED: u8 = 13;

    /// The pack.
    pub const PACK: Pack = match CARDS {
        24 => Pack {
            cards: CardSet::pack(
                &Suit::ALL,
                &[Rank::Nine, Rank::Jack, Rank::Queen, Rank::King, Rank::Ten, Rank::Ace],
            ),
            hand: 6,
            talon: 12,
        },
        20 => Pack {
            cards: CardSet::pack(&Suit::ALL, &[Rank::Jack, Rank::Queen, Rank::King, Rank::Ten, Rank::Ace]),
            hand: 5,
            talon: 10,
        },
        _ => panic!("the family has games of 24 and of 20 cards"),
    };

    /// The points of a card.
    #[inline]
    pub const fn card_points(card: Card) -> u8 {
        POINTS[card.index() & 7]
    }

    /// The points for announcing this pair.
    #[inline]
    pub(super) fn marriage(&self, suit: Suit, trump: Suit) -> u8 {
        if suit == trump { self.trump_marriage } else { 20 }
    }

    /// The options that both games have, on top of what is fixed in `base`.
    fn read(base: Family<CARDS>, settings: &Settings) -> Result<Family<CARDS>, OptionError> {
        Ok(Family {
            exchange_needs_trick: settings.flag("exchange_needs_trick"),
            exchange_as_second: settings.flag("exchange_as_second"),
            exchange_min_deck: settings.number("exchange_min_deck") as u8,
            after_announce: settings.read("after_announce")?,
            marriage_needs_trick: settings.flag("marriage_needs_trick"),
            trump_marriage: settings.number("trump_marriage") as u8,
            first_trick_free: settings.flag("first_trick_free"),
            close_fail: settings.read("close_fail")?,
            stop_after_last_trick: settings.flag("stop_after_last_trick"),
            stop_only_if_66: settings.flag("stop_only_if_66"),
            last_trick_points: settings.number("last_trick_points") as u8,
            all_played: settings.read("all_played")?,
            close_min_deck: if settings.flag("closing") {
                settings.number("close_min_deck") as u8
            } else {
                Self::NEVER_CLOSED
            },
            duty: Duty { beat: settings.flag("must_beat"), trump: settings.flag("must_trump") },
            marriage_when_closed: settings.flag("marriage_when_closed"),
            ..base
        })
    }
}

impl Default for SixtySix {
    fn default() -> SixtySix {
        Family {
            exchange_needs_trick: false,
            exchange_as_second: true,
            exchange_min_deck: 4,
            after_announce: AfterAnnounce::PlayOrStop,
            marriage_needs_trick: false,
            trump_marriage: 30,
            first_trick_free: false,
            close_fail: CloseFail::LastTrick,
            freeze_on_close: false,
            stop_after_last_trick: false,
            stop_only_if_66: false,
            last_trick_points: 0,
            all_played: AllPlayed::LastTrick,
            false_stop: FalseStop::Three,
            close_min_deck: 2,
            duty: Duty { beat: false, trump: false },
            marriage_when_closed: true,
        }
    }
}

impl Default for Schnapsen {
    fn default() -> Schnapsen {
        Family {
            exchange_needs_trick: false,
            exchange_as_second: false,
            exchange_min_deck: 4,
            after_announce: AfterAnnounce::PlayOrStop,
            marriage_needs_trick: true,
            trump_marriage: 40,
            first_trick_free: false,
            close_fail: CloseFail::CloserMustWin,
            freeze_on_close: true,
            stop_after_last_trick: true,
            stop_only_if_66: false,
            last_trick_points: 0,
            all_played: AllPlayed::LastTrick,
            false_stop: FalseStop::TwoOrThree,
            close_min_deck: 2,
            duty: Duty { beat: true, trump: true },
            marriage_when_closed: true,
        }
    }
}

/// The description of an option; the two games differ in their defaults only.
const fn spec(key: &'static str, allowed: Allowed, about: &'static str) -> OptionSpec {
    OptionSpec { key, allowed, about }
}

const EXCHANGE_NEEDS_TRICK: OptionSpec =
    spec("exchange_needs_trick", Allowed::Flag(false), "only a player that has won a trick may exchange");
const AFTER_ANNOUNCE: OptionSpec = spec(
    "after_announce",
    AfterAnnounce::ALLOWED,
    "after an announcement only a card of the pair or stop; or also exchange, close and other pairs",
);
const NAMES_SUIT: OptionSpec =
    spec("announce_names_suit", Allowed::Only(true), "an announcement names its suit");
const EXCHANGE_MIN_DECK: OptionSpec = spec(
    "exchange_min_deck",
    Allowed::Numbers(&[4, 2]),
    "cards that the talon must have for an exchange, the open one included",
);
const FIRST_TRICK_FREE: OptionSpec = spec(
    "first_trick_free",
    Allowed::Flag(false),
    "as long as no player has a trick, none announces or closes",
);
const LAST_TRICK_POINTS: OptionSpec = spec(
    "last_trick_points",
    Allowed::Numbers(&[0, 10]),
    "points for the last trick if the talon was used up and never closed",
);
const ALL_PLAYED: OptionSpec = spec(
    "all_played",
    AllPlayed::ALLOWED,
    "used up, never closed and neither player stopped: 1 for the last trick, or for more points",
);
const CLOSING: OptionSpec = spec("closing", Allowed::Flag(true), "the talon may be closed");
const STOP_AFTER_LAST: &str = "the winner of the last trick may still stop";
const STOP_ONLY_IF_66: OptionSpec =
    spec("stop_only_if_66", Allowed::Flag(false), "one can only stop with 66 points");
const MARRIAGE_WHEN_CLOSED: OptionSpec = spec(
    "marriage_when_closed",
    Allowed::Flag(true),
    "pairs may be announced when the talon is closed or used up",
);
const AS_SECOND: &str = "one may also exchange before replying to a lead";
const NEEDS_TRICK: &str = "the points of a pair wait until the announcer has won a trick";
const TRUMP_MARRIAGE: &str = "points for king and queen of trumps";
const MIN_DECK: &str = "cards that the talon must have to be closed, the open one included";
const MIN_DECK_OR_NEVER: &str =
    "cards that the talon must have to be closed, the open one included; it never has 12, so nobody closes";
const MUST_BEAT: &str = "closed or used up: a stronger card of the suit led must be played";
const MUST_TRUMP: &str = "closed or used up: void in the suit led, a trump must be played";

impl Described for SixtySix {
    const INFO: GameInfo = GameInfo {
        name: "sixty-six",
        title: "Sixty-six",
        players: "2",
        cards: "24: 9 J Q K T A of four suits",
        longest: "32",
        widest: "14",
        status: "checked against a second implementation",
        options: &[
            EXCHANGE_NEEDS_TRICK,
            spec("exchange_as_second", Allowed::Flag(true), AS_SECOND),
            EXCHANGE_MIN_DECK,
            AFTER_ANNOUNCE,
            NAMES_SUIT,
            spec("marriage_needs_trick", Allowed::Flag(false), NEEDS_TRICK),
            spec("trump_marriage", Allowed::Numbers(&[30, 40]), TRUMP_MARRIAGE),
            FIRST_TRICK_FREE,
            spec(
                "close_fail",
                Allowed::Words(&[CloseFail::LastTrick.word(), CloseFail::CloserJudged.word()]),
                "closed and neither player stopped: 1 for the last trick, or the closer is judged by its points",
            ),
            spec("stop_after_last_trick", Allowed::Flag(false), STOP_AFTER_LAST),
            STOP_ONLY_IF_66,
            LAST_TRICK_POINTS,
            ALL_PLAYED,
            CLOSING,
            spec("close_min_deck", Allowed::Numbers(&[2, 4, 6, 8, 10, 12]), MIN_DECK),
            spec("must_beat", Allowed::Flag(false), MUST_BEAT),
            spec("must_trump", Allowed::Flag(false), MUST_TRUMP),
            MARRIAGE_WHEN_CLOSED,
        ],
        presets: &[
            Preset { name: "manual", options: &[], about: "the manual, as its program plays it" },
            Preset {
                name: "letter",
                options: &[("after_announce", "free")],
                about: "the letter of the manual: after an announcement anything but another card",
            },
            Preset {
                name: "racket_program",
                options: &[("close_fail", "closer_judged")],
                about: "as the program scores a close after which neither player stopped",
            },
            Preset {
                name: "tavern",
                options: &[
                    ("trump_marriage", "40"),
                    ("must_beat", "true"),
                    ("must_trump", "true"),
                    ("close_fail", "closer_judged"),
                    ("stop_after_last_trick", "true"),
                ],
                about: "as it is often played",
            },
        ],
    };

    const CONTEST: ContestRules = ContestRules::SIXTY_SIX;

    fn with_settings(settings: &Settings) -> Result<SixtySix, OptionError> {
        Family::read(SixtySix::default(), settings)
    }

    fn least_payoff(&self, _: Player) -> f64 {
        -3.0
    }
}

impl Described for Schnapsen {
    const INFO: GameInfo = GameInfo {
        name: "schnapsen",
        title: "Schnapsen",
        players: "2",
        cards: "20: J Q K T A of four suits",
        longest: "27",
        widest: "13",
        status: "checked against a second implementation",
        options: &[
            EXCHANGE_NEEDS_TRICK,
            spec("exchange_as_second", Allowed::Flag(false), AS_SECOND),
            EXCHANGE_MIN_DECK,
            AFTER_ANNOUNCE,
            NAMES_SUIT,
            spec("marriage_needs_trick", Allowed::Flag(true), NEEDS_TRICK),
            spec("trump_marriage", Allowed::Numbers(&[40, 30]), TRUMP_MARRIAGE),
            FIRST_TRICK_FREE,
            spec(
                "close_fail",
                Allowed::Words(&[
                    CloseFail::CloserMustWin.word(),
                    CloseFail::LastTrick.word(),
                    CloseFail::CloserJudged.word(),
                ]),
                "closed without a correct claim of the closer: 2 (3 without a trick of it) for the opponent, \
                 or as \
                 in Sixty-six",
            ),
            spec(
                "freeze_on_close",
                Allowed::Flag(true),
                "the closer's correct claim is paid by the other's tricks and points at closing",
            ),
            spec("stop_after_last_trick", Allowed::Flag(true), STOP_AFTER_LAST),
            STOP_ONLY_IF_66,
            LAST_TRICK_POINTS,
            ALL_PLAYED,
            CLOSING,
            spec("close_min_deck", Allowed::Numbers(&[2, 4, 6, 8, 10, 12]), MIN_DECK_OR_NEVER),
            spec("must_beat", Allowed::Flag(true), MUST_BEAT),
            spec("must_trump", Allowed::Flag(true), MUST_TRUMP),
            MARRIAGE_WHEN_CLOSED,
        ],
        presets: &[Preset {
            name: "strict",
            options: &[("stop_after_last_trick", "false")],
            about: "a claim only on lead: a closer that reaches 66 with the last trick has lost",
        }],
    };

    const CONTEST: ContestRules = ContestRules::SCHNAPSEN;

    fn with_settings(settings: &Settings) -> Result<Schnapsen, OptionError> {
        let base = Schnapsen { freeze_on_close: settings.flag("freeze_on_close"), ..Schnapsen::default() };
        Family::read(base, settings)
    }

    fn least_payoff(&self, _: Player) -> f64 {
        -3.0
    }
}
