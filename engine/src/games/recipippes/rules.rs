//! The rules of Recipippes as values: flags, defaults and presets.

use super::court::CourtSet;
use crate::{Allowed, Described, GameInfo, OptionError, OptionSpec, Player, Preset, Settings};

/// Recipippes with its options; `Default` is the game as we read it, for two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipippes {
    /// How many play: 2, 3 or 4.
    pub players: u8,
    /// Whether a guess decides who moves first, or player 0 does.
    pub setup: Setup,
    /// When the hand is counted against its limit of ten cards.
    pub hand_limit_check: HandLimitCheck,
    /// Whether a player above the limit can only trade, or may also capture or steal down to it.
    pub over_limit_trade_only: bool,
    /// Whether a trade names the number of cards to draw, or draws them one by one.
    pub trade_draw: TradeDraw,
    /// Whether a trade without a discard is allowed, which is a pass.
    pub allow_trade_zero: bool,
    /// Which orders of the discards can be chosen.
    pub discard_order: DiscardOrder,
    /// Which sets of cards capture.
    pub capture_cover: CaptureCover,
    /// Whether The Excuse goes to whom somebody tries to steal from, even if he defends himself.
    pub excuse_on_attempt: bool,
    /// Whether a defence must not hold a card that it does not need.
    pub defense_minimal: bool,
    /// When the deck counts as exhausted.
    pub exhaust_at: ExhaustAt,
    /// What may be done in the last turns.
    pub final_turns: FinalTurns,
    /// Whether the player who brings the last turns about has one too.
    pub final_turn_includes_trigger: bool,
    /// What the players are paid.
    pub payoff: Payoff,
}

/// How it is decided who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setup {
    /// Player 0 guesses pawn or court; who is right by it chooses his seat.
    Full,
    /// Player 0 moves first, and no card of the pile is known.
    Fixed,
}

/// When the hand is counted against its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandLimitCheck {
    /// After the draw that begins the turn.
    AtAction,
    /// Before that draw.
    AtTurnStart,
}

/// How the cards of a trade are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TradeDraw {
    /// Their number is named once.
    Declared,
    /// One by one, each seen before the next.
    Sequential,
}

/// Which orders of the discards can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiscardOrder {
    /// Any.
    Full,
    /// Only which card comes on top.
    TopOnly,
    /// None: from the lowest card to the highest.
    Canonical,
}

/// Which sets of cards capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureCover {
    /// Those of which no card can be left out.
    Irredundant,
    /// Those of which each card shows a suit of the target.
    EachRelevant,
}

/// When the deck counts as exhausted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExhaustAt {
    /// When its last card is taken.
    LastTaken,
    /// When a card is to be drawn and there is none.
    FailedDraw,
}

/// What may be done in the last turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FinalTurns {
    /// Anything.
    Full,
    /// Capture, steal, or pass.
    CaptureStealOnly,
}

/// What the players are paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payoff {
    /// A win or a loss, shared by the winners.
    Win,
    /// The difference of the points.
    Margin,
}

/// The most cards that a hand may have when its turn ends with anything but a draw.
pub(super) const HAND_LIMIT: u8 = 10;

impl Default for Recipippes {
    fn default() -> Recipippes {
        Recipippes {
            players: 2,
            setup: Setup::Full,
            hand_limit_check: HandLimitCheck::AtAction,
            over_limit_trade_only: true,
            trade_draw: TradeDraw::Declared,
            allow_trade_zero: true,
            discard_order: DiscardOrder::Full,
            capture_cover: CaptureCover::Irredundant,
            excuse_on_attempt: false,
            defense_minimal: false,
            exhaust_at: ExhaustAt::LastTaken,
            final_turns: FinalTurns::Full,
            final_turn_includes_trigger: true,
            payoff: Payoff::Win,
        }
    }
}

impl Described for Recipippes {
    const INFO: GameInfo = GameInfo {
        name: "recipippes",
        title: "Recipippes",
        players: "2 to 4",
        cards: "45: the extended Decktet, 36 basic cards, 4 pawns, 4 courts, The Excuse",
        longest: "2735",
        widest: "78 met in random games; thousands with each_relevant",
        status: "checked against a second implementation",
        options: &[
            OptionSpec { key: "players", allowed: Allowed::Numbers(&[2, 3, 4]), about: "how many play" },
            OptionSpec {
                key: "setup",
                allowed: Allowed::Words(&["full", "fixed"]),
                about: "a guess decides who chooses the seat, or player 0 moves first",
            },
            OptionSpec {
                key: "hand_limit_check",
                allowed: Allowed::Words(&["at_action", "at_turn_start"]),
                about: "the hand is counted after or before the draw that begins the turn",
            },
            OptionSpec {
                key: "over_limit_trade_only",
                allowed: Allowed::Flag(true),
                about: "above the limit one can only trade",
            },
            OptionSpec {
                key: "trade_draw",
                allowed: Allowed::Words(&["declared", "sequential"]),
                about: "a trade names the number of cards to draw, or draws them one by one",
            },
            OptionSpec {
                key: "allow_trade_zero",
                allowed: Allowed::Flag(true),
                about: "a trade without a discard is a pass",
            },
            OptionSpec {
                key: "discard_order",
                allowed: Allowed::Words(&["full", "top_only", "canonical"]),
                about: "discards are arranged freely, only the top is chosen, or they lie in card order",
            },
            OptionSpec {
                key: "capture_cover",
                allowed: Allowed::Words(&["irredundant", "each_relevant"]),
                about: "no card of a capture can be left out, or each shows a suit of the target",
            },
            OptionSpec {
                key: "excuse_on_attempt",
                allowed: Allowed::Flag(false),
                about: "The Excuse moves also when the steal is defended",
            },
            OptionSpec {
                key: "defense_minimal",
                allowed: Allowed::Flag(false),
                about: "no card of a defence can be left out",
            },
            OptionSpec {
                key: "exhaust_at",
                allowed: Allowed::Words(&["last_taken", "failed_draw"]),
                about: "the deck is exhausted when its last card is taken, or when a draw fails",
            },
            OptionSpec {
                key: "final_turns",
                allowed: Allowed::Words(&["full", "capture_steal_only"]),
                about: "the last turns are whole turns, or for capture, steal or pass only",
            },
            OptionSpec {
                key: "final_turn_includes_trigger",
                allowed: Allowed::Flag(true),
                about: "who empties the pile has a last turn too",
            },
            OptionSpec {
                key: "payoff",
                allowed: Allowed::Words(&["win", "margin"]),
                about: "a win or a loss, or the difference of the points",
            },
        ],
        presets: &[
            Preset {
                name: "compact",
                options: &[("setup", "fixed"), ("discard_order", "top_only")],
                about: "no guess, and only the top of the discards is chosen: smaller trees for solvers",
            },
            Preset {
                name: "letter",
                options: &[("final_turns", "capture_steal_only"), ("excuse_on_attempt", "true")],
                about: "the last turns and The Excuse by the letter of the rules",
            },
        ],
    };

    fn with_settings(settings: &Settings) -> Result<Recipippes, OptionError> {
        let is = |key: &str, word: &str| settings.word(key) == word;
        Ok(Recipippes {
            players: settings.number("players") as u8,
            setup: if is("setup", "fixed") { Setup::Fixed } else { Setup::Full },
            hand_limit_check: if is("hand_limit_check", "at_turn_start") {
                HandLimitCheck::AtTurnStart
            } else {
                HandLimitCheck::AtAction
            },
            over_limit_trade_only: settings.flag("over_limit_trade_only"),
            trade_draw: if is("trade_draw", "sequential") {
                TradeDraw::Sequential
            } else {
                TradeDraw::Declared
            },
            allow_trade_zero: settings.flag("allow_trade_zero"),
            discard_order: match settings.word("discard_order").as_str() {
                "top_only" => DiscardOrder::TopOnly,
                "canonical" => DiscardOrder::Canonical,
                _ => DiscardOrder::Full,
            },
            capture_cover: if is("capture_cover", "each_relevant") {
                CaptureCover::EachRelevant
            } else {
                CaptureCover::Irredundant
            },
            excuse_on_attempt: settings.flag("excuse_on_attempt"),
            defense_minimal: settings.flag("defense_minimal"),
            exhaust_at: if is("exhaust_at", "failed_draw") {
                ExhaustAt::FailedDraw
            } else {
                ExhaustAt::LastTaken
            },
            final_turns: if is("final_turns", "capture_steal_only") {
                FinalTurns::CaptureStealOnly
            } else {
                FinalTurns::Full
            },
            final_turn_includes_trigger: settings.flag("final_turn_includes_trigger"),
            payoff: if is("payoff", "margin") { Payoff::Margin } else { Payoff::Win },
        })
    }

    fn least_payoff(&self, _: Player) -> f64 {
        match self.payoff {
            // All others win.
            Payoff::Win => 1.0 - f64::from(self.players),
            // The others capture everything.
            Payoff::Margin => -f64::from(CourtSet::ALL.points()),
        }
    }
}
