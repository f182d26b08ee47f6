//! The rules of Schikanöschen as values: flags, defaults and presets.

use crate::{Allowed, Described, GameInfo, OptionError, OptionSpec, Player, Preset, Settings};

/// Schikanöschen with its options; `Default` is the game as the rules page settles it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schikanoeschen {
    /// Whether obligations can be missed, and who may knock when.
    pub knock_mode: KnockMode,
    /// After this many actions the game is a draw.
    pub max_actions: u64,
    /// A move may not lead to a position that this turn has seen.
    pub no_repeat_in_turn: bool,
    /// The third time that a turn starts from the same position is a draw.
    pub repetition_draw: bool,
    /// A player may offer a draw once in his turn.
    pub draw_offers: bool,
    /// When a turn can be ended without a discard.
    pub pass_rule: PassRule,
    /// Jokers leave the game as soon as they lie open on top of a stack.
    pub joker_auto_remove: bool,
    /// A final stack takes cards of one deck only.
    pub final_same_back: bool,
    /// Ace and king are neighbours on the opponent's stacks.
    pub ace_wrap: bool,
}

/// Whether obligations can be missed, and who may knock when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnockMode {
    /// An obligation can be missed; the opponent may knock where it was.
    Obligation,
    /// Obligations are enforced, nobody knocks.
    Off,
    /// As `Obligation`, and the opponent may also knock wrongly, at his risk, after every other action.
    Full,
}

/// When a turn can be ended without a discard. The main stack must be empty in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassRule {
    /// Also the side stack or the discard stack must be empty.
    LiteralOrStuck,
    /// Also the side stack must be empty.
    Literal,
}

impl Default for Schikanoeschen {
    fn default() -> Schikanoeschen {
        Schikanoeschen {
            knock_mode: KnockMode::Obligation,
            max_actions: 2000,
            no_repeat_in_turn: true,
            repetition_draw: true,
            draw_offers: true,
            pass_rule: PassRule::LiteralOrStuck,
            joker_auto_remove: false,
            final_same_back: false,
            ace_wrap: false,
        }
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
        options: &[
            OptionSpec {
                key: "knock_mode",
                allowed: Allowed::Words(&["obligation", "off", "full"]),
                about: "an obligation can be missed and the opponent may knock; or it is enforced; or the \
                        opponent may knock after every action, at his risk",
            },
            OptionSpec {
                key: "max_actions",
                allowed: Allowed::Range(1, i64::MAX, 2000),
                about: "after this many actions the game is a draw",
            },
            OptionSpec {
                key: "no_repeat_in_turn",
                allowed: Allowed::Flag(true),
                about: "a move may not lead to a position that this turn has seen",
            },
            OptionSpec {
                key: "repetition_draw",
                allowed: Allowed::Flag(true),
                about: "the third time that a turn starts from the same position is a draw",
            },
            OptionSpec {
                key: "draw_offers",
                allowed: Allowed::Words(&["once_per_turn", "off"]),
                about: "whether a player may offer a draw, once in his turn",
            },
            OptionSpec {
                key: "pass_rule",
                allowed: Allowed::Words(&["literal_or_stuck", "literal"]),
                about: "a turn can be ended without a discard when the main stack is empty and the side stack \
                        (or the discard stack) is; or only when main and side stack are",
            },
            OptionSpec {
                key: "joker_auto_remove",
                allowed: Allowed::Flag(false),
                about: "jokers leave the game as soon as they lie open on top of a stack",
            },
            OptionSpec {
                key: "final_same_back",
                allowed: Allowed::Flag(false),
                about: "a final stack takes cards of one deck only",
            },
            OptionSpec {
                key: "ace_wrap",
                allowed: Allowed::Flag(false),
                about: "ace and king of a suit are neighbours on the opponent's stacks",
            },
        ],
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
        Ok(Schikanoeschen {
            knock_mode: match settings.word("knock_mode").as_str() {
                "obligation" => KnockMode::Obligation,
                "off" => KnockMode::Off,
                _ => KnockMode::Full,
            },
            max_actions: settings.number("max_actions").unsigned_abs(),
            no_repeat_in_turn: settings.flag("no_repeat_in_turn"),
            repetition_draw: settings.flag("repetition_draw"),
            draw_offers: settings.word("draw_offers") != "off",
            pass_rule: match settings.word("pass_rule").as_str() {
                "literal_or_stuck" => PassRule::LiteralOrStuck,
                _ => PassRule::Literal,
            },
            joker_auto_remove: settings.flag("joker_auto_remove"),
            final_same_back: settings.flag("final_same_back"),
            ace_wrap: settings.flag("ace_wrap"),
        })
    }

    fn least_payoff(&self, _: Player) -> f64 {
        -1.0
    }
}
