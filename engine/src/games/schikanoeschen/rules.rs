//! The rules of Schikanöschen as values: flags, defaults and presets.

use crate::{Allowed, Described, GameInfo, OptionError, Player, Preset, Settings, options, words};

options! {
    /// Schikanöschen with its options; `Default` is the game as the rules page settles it.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Schikanoeschen {
        /// Whether obligations can be missed, and who may knock when.
        pub knock_mode: KnockMode = KnockMode::ALLOWED,
            "an obligation can be missed and the opponent may knock; or it is enforced; or the opponent may \
             knock after every action, at a risk";
        /// After this many actions the game is a draw.
        pub max_actions: u64 = Allowed::Range(1, i64::MAX, 2000),
            "after this many actions the game is a draw";
        /// A move may not lead to a position that this turn has seen.
        pub no_repeat_in_turn: bool = Allowed::Flag(true),
            "a move may not lead to a position that this turn has seen";
        /// The third time that a turn starts from the same position is a draw.
        pub repetition_draw: bool = Allowed::Flag(true),
            "the third time that a turn starts from the same position is a draw";
        /// A player may offer a draw once in its turn.
        pub draw_offers: bool = Allowed::Words(&["once_per_turn", "off"]),
            "whether a player may offer a draw, once in a turn";
        /// When a turn can be ended without a discard.
        pub pass_rule: PassRule = PassRule::ALLOWED,
            "a turn can be ended without a discard when the main stack is empty and the side stack (or the \
             discard stack) is; or only when main and side stack are";
        /// Jokers leave the game as soon as they lie open on top of a stack.
        pub joker_auto_remove: bool = Allowed::Flag(false),
            "jokers leave the game as soon as they lie open on top of a stack";
        /// A final stack takes cards of one deck only.
        pub final_same_back: bool = Allowed::Flag(false),
            "a final stack takes cards of one deck only";
        /// Ace and king are neighbours on the opponent's stacks.
        pub ace_wrap: bool = Allowed::Flag(false),
            "ace and king of a suit are neighbours on the opponent's stacks";
    }
}

words! {
    /// Whether obligations can be missed, and who may knock when.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum KnockMode {
        /// An obligation can be missed; the opponent may knock where it was.
        Obligation = "obligation",
        /// Obligations are enforced, and there is no knocking.
        Off = "off",
        /// As `Obligation`, and the opponent may also knock wrongly, at its risk, after every other action.
        Full = "full",
    }
}

words! {
    /// When a turn can be ended without a discard. The main stack must be empty in any case.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum PassRule {
        /// Also the side stack or the discard stack must be empty.
        LiteralOrStuck = "literal_or_stuck",
        /// Also the side stack must be empty.
        Literal = "literal",
    }
}

impl Described for Schikanoeschen {
    const INFO: GameInfo = GameInfo {
        name: "schikanoeschen",
        title: "Schikanöschen",
        players: "2",
        cards: "110: two decks of 52 with three jokers each",
        longest: "1 + max_actions",
        widest: "at most 62",
        status: "checked against a second implementation",
        options: Schikanoeschen::OPTIONS,
        presets: &[Preset {
            name: "text",
            options: &[
                ("knock_mode", "full"),
                ("repetition_draw", "false"),
                ("no_repeat_in_turn", "false"),
                ("pass_rule", "literal"),
            ],
            about: "the source text as it stands; only the cap on the number of actions is added",
        }],
    };

    fn with_settings(settings: &Settings) -> Result<Schikanoeschen, OptionError> {
        Schikanoeschen::from_settings(settings)
    }

    fn least_payoff(&self, _: Player) -> f64 {
        -1.0
    }
}
