//! The rules of Recipippes as values: flags, defaults and presets.

use super::court::CourtSet;
use crate::{Allowed, Described, GameInfo, OptionError, Player, Preset, Settings, options, words};

options! {
    /// Recipippes with its options; `Default` is the game as we read it, for two players.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Recipippes {
        /// The number of players: 2, 3 or 4.
        pub players: u8 = Allowed::Numbers(&[2, 3, 4]),
            "how many play";
        /// Whether a guess decides who moves first, or player 0 does.
        pub setup: Setup = Setup::ALLOWED,
            "a guess decides who chooses the seat, or player 0 moves first";
        /// When the hand is counted against its limit of ten cards.
        pub hand_limit_check: HandLimitCheck = HandLimitCheck::ALLOWED,
            "the hand is counted after or before the draw that begins the turn";
        /// Whether a player above the limit can only trade, or may also capture or steal down to it.
        pub over_limit_trade_only: bool = Allowed::Flag(true),
            "above the limit one can only trade";
        /// Whether a trade names the number of cards to draw, or draws them one by one.
        pub trade_draw: TradeDraw = TradeDraw::ALLOWED,
            "a trade names the number of cards to draw, or draws them one by one";
        /// Whether a trade without a discard is allowed, which is a pass.
        pub allow_trade_zero: bool = Allowed::Flag(true),
            "a trade without a discard is a pass";
        /// Which orders of the discards can be chosen.
        pub discard_order: DiscardOrder = DiscardOrder::ALLOWED,
            "discards are arranged freely, only the top is chosen, or they lie in card order";
        /// Which sets of cards capture.
        pub capture_cover: CaptureCover = CaptureCover::ALLOWED,
            "no card of a capture can be left out, or each shows a suit of the target";
        /// Whether The Excuse goes to the target of an attempted steal even if the target defends itself.
        pub excuse_on_attempt: bool = Allowed::Flag(false),
            "The Excuse moves also when the steal is defended";
        /// Whether a defence must not hold a card that it does not need.
        pub defense_minimal: bool = Allowed::Flag(false),
            "no card of a defence can be left out";
        /// When the deck counts as exhausted.
        pub exhaust_at: ExhaustAt = ExhaustAt::ALLOWED,
            "the deck is exhausted when its last card is taken, or when a draw fails";
        /// The actions that are legal in the last turns.
        pub final_turns: FinalTurns = FinalTurns::ALLOWED,
            "the last turns are whole turns, or for capture, steal or pass only";
        /// Whether the player who brings the last turns about has one too.
        pub final_turn_includes_trigger: bool = Allowed::Flag(true),
            "the player that empties the pile has a last turn too";
        /// The payoff of the players.
        pub payoff: Payoff = Payoff::ALLOWED,
            "a win or a loss, or the difference of the points";
    }
}

words! {
    /// The way in which the first player is decided.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Setup {
        /// Player 0 guesses pawn or court; the player that the guess favours chooses its seat.
        Full = "full",
        /// Player 0 moves first, and no card of the pile is known.
        Fixed = "fixed",
    }
}

words! {
    /// When the hand is counted against its limit.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum HandLimitCheck {
        /// After the draw that begins the turn.
        AtAction = "at_action",
        /// Before that draw.
        AtTurnStart = "at_turn_start",
    }
}

words! {
    /// The way in which the cards of a trade are drawn.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum TradeDraw {
        /// Their number is named once.
        Declared = "declared",
        /// One by one, each seen before the next.
        Sequential = "sequential",
    }
}

words! {
    /// Which orders of the discards can be chosen.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum DiscardOrder {
        /// Any.
        Full = "full",
        /// Only which card comes on top.
        TopOnly = "top_only",
        /// None: from the lowest card to the highest.
        Canonical = "canonical",
    }
}

words! {
    /// Which sets of cards capture.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum CaptureCover {
        /// Those of which no card can be left out.
        Irredundant = "irredundant",
        /// Those of which each card shows a suit of the target.
        EachRelevant = "each_relevant",
    }
}

words! {
    /// When the deck counts as exhausted.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ExhaustAt {
        /// When its last card is taken.
        LastTaken = "last_taken",
        /// When a card is to be drawn and there is none.
        FailedDraw = "failed_draw",
    }
}

words! {
    /// The actions that are legal in the last turns.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum FinalTurns {
        /// Anything.
        Full = "full",
        /// Capture, steal, or pass.
        CaptureStealOnly = "capture_steal_only",
    }
}

words! {
    /// The payoff of the players.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Payoff {
        /// A win or a loss, shared by the winners.
        Win = "win",
        /// The difference of the points.
        Margin = "margin",
    }
}

/// The most cards that a hand may have when its turn ends with anything but a draw.
pub(super) const HAND_LIMIT: u8 = 10;

impl Described for Recipippes {
    const INFO: GameInfo = GameInfo {
        name: "recipippes",
        title: "Recipippes",
        players: "2 to 4",
        cards: "45: the extended Decktet, 36 basic cards, 4 pawns, 4 courts, The Excuse",
        longest: "2735",
        widest: "78 met in random games; thousands with each_relevant",
        status: "checked against a second implementation",
        options: Recipippes::OPTIONS,
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
        Recipippes::from_settings(settings)
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
