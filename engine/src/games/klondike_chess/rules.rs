//! The rules of Klondike Chess as values: flags, defaults, and the tables that follow from them.

use super::board::BoardSpec;
use super::reach::Reach;
use crate::{Allowed, Described, GameInfo, OptionError, OptionSpec, Player, Settings, nearest};

/// Klondike Chess with its options and the tables made from them.
///
/// ```
/// use hinterhand_engine::games::klondike_chess::{BoardSpec, KlondikeChess, Options};
/// let game = KlondikeChess::new(Options { board: BoardSpec::FACE_OFF, ..Options::default() });
/// assert_eq!(game.options().max_plies, 1000);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KlondikeChess {
    options: Options,
    pub(super) reach: Box<Reach>,
}

/// The options; `Default` is the game as the rules page has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// Thrones and start spaces.
    pub board: BoardSpec,
    /// What limits the turns of a leap.
    pub leap_turn: LeapTurn,
    /// What may be laid on a throne.
    pub throne_order: ThroneOrder,
    /// Whether a card may be transferred to an empty square.
    pub split_to_empty: bool,
    /// Whether any card of a ring may be transferred.
    pub ring_transfer: bool,
    /// Whether a player may transfer cards off his own throne.
    pub defend_own_throne: bool,
    /// Whether a player may add cards of the other's colour.
    pub add_any_colour: bool,
    /// Which kings count for the exception to winning.
    pub king_counts: KingCounts,
    /// This many reshuffles without a change on the board are a draw.
    pub reshuffle_draw: u16,
    /// After this many turns of each player a draw may be claimed if no king is on the board.
    pub king_draw_turn: u16,
    /// Whether that is looked at once for all.
    pub king_draw_latched: bool,
    /// What happens to a player without a legal action.
    pub no_move: NoMove,
    /// After this many turns of both players the game is a draw.
    pub max_plies: u16,
}

/// What limits the turns of a leap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LeapTurn {
    /// Each change of direction is at most 90 degrees.
    EachTurn,
    /// All directions lie within 90 degrees.
    TotalTurn,
}

/// What may be laid on a throne that is not empty; on an empty one an ace.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ThroneOrder {
    /// The next value of the suit.
    Consecutive,
    /// Any higher value of the suit.
    Ascending,
    /// The next value of the suit, or at any time a king.
    KingDirect,
}

/// Which kings count for the exception to winning: that the opponent never had one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KingCounts {
    /// Any on the board, face-down ones too.
    OnBoardAny,
    /// Those that were face-up on the board.
    FaceUpOnly,
}

/// What happens to a player without a legal action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoMove {
    /// The game is a draw.
    Draw,
    /// He passes.
    Pass,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            board: BoardSpec::COMPASS,
            leap_turn: LeapTurn::EachTurn,
            throne_order: ThroneOrder::Consecutive,
            split_to_empty: true,
            ring_transfer: true,
            defend_own_throne: false,
            add_any_colour: true,
            king_counts: KingCounts::OnBoardAny,
            reshuffle_draw: 3,
            king_draw_turn: 50,
            king_draw_latched: true,
            no_move: NoMove::Draw,
            max_plies: 1000,
        }
    }
}

impl KlondikeChess {
    /// The game with these options.
    pub fn new(options: Options) -> KlondikeChess {
        KlondikeChess { options, reach: Box::new(Reach::new(options.leap_turn)) }
    }

    /// Its options.
    #[inline]
    pub fn options(&self) -> &Options {
        &self.options
    }
}

impl Default for KlondikeChess {
    fn default() -> KlondikeChess {
        KlondikeChess::new(Options::default())
    }
}

impl Described for KlondikeChess {
    const INFO: GameInfo = GameInfo {
        name: "klondike-chess",
        title: "Klondike Chess",
        players: "2",
        cards: "52 French cards on a board of 8x8",
        longest: "1514 with max_plies=1000",
        widest: "some hundreds; 155 on average in random play",
        status: "checked against a second implementation",
        options: &[
            OptionSpec {
                key: "board",
                allowed: Allowed::Text("compass"),
                about: "thrones and start spaces: compass, face_off, or \
                        own:<throne of 0>,<throne of 1>/<starts of 0>/<starts of 1>",
            },
            OptionSpec {
                key: "leap_turn",
                allowed: Allowed::Words(&["each_turn", "total_turn"]),
                about: "in a leap each change of direction, or all of them together, is at most 90 degrees",
            },
            OptionSpec {
                key: "throne_order",
                allowed: Allowed::Words(&["consecutive", "ascending", "king_direct"]),
                about: "on a throne goes the next value of the suit, any higher one, or the next or a king",
            },
            OptionSpec {
                key: "split_to_empty",
                allowed: Allowed::Flag(true),
                about: "a card may be transferred to an empty square",
            },
            OptionSpec {
                key: "ring_transfer",
                allowed: Allowed::Flag(true),
                about: "any card of a stack of 13, 26, 39 or 52 may be transferred",
            },
            OptionSpec {
                key: "defend_own_throne",
                allowed: Allowed::Flag(false),
                about: "a player may transfer cards off his own throne",
            },
            OptionSpec {
                key: "add_any_colour",
                allowed: Allowed::Flag(true),
                about: "a player may add cards of the other's colour to the other's start spaces",
            },
            OptionSpec {
                key: "king_counts",
                allowed: Allowed::Words(&["on_board_any", "face_up_only"]),
                about: "whether a king that lay face-down counts as one that its player had",
            },
            OptionSpec {
                key: "reshuffle_draw",
                allowed: Allowed::Range(1, 1000, 3),
                about: "this many reshuffles without a change on the board are a draw",
            },
            OptionSpec {
                key: "king_draw_turn",
                allowed: Allowed::Range(0, 10_000, 50),
                about: "after this many turns of each player without a king face-up a draw may be claimed",
            },
            OptionSpec {
                key: "king_draw_latched",
                allowed: Allowed::Flag(true),
                about: "that is looked at once for all, not on each turn again",
            },
            OptionSpec {
                key: "no_move",
                allowed: Allowed::Words(&["draw", "pass"]),
                about: "what happens when the player to move can do nothing",
            },
            OptionSpec {
                key: "max_plies",
                allowed: Allowed::Range(1, 20_000, 1000),
                about: "after this many turns of both players the game is a draw",
            },
        ],
        presets: &[],
    };

    fn with_settings(settings: &Settings) -> Result<KlondikeChess, OptionError> {
        let board = settings.word("board");
        let board = board.parse().map_err(|error| {
            let hint = nearest(&board, ["compass", "face_off"]).filter(|_| !board.starts_with("own:"));
            let hint = hint.map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"));
            OptionError::Text { key: "board", message: format!("{error}{hint}") }
        })?;
        Ok(KlondikeChess::new(Options {
            board,
            leap_turn: match settings.word("leap_turn").as_str() {
                "each_turn" => LeapTurn::EachTurn,
                _ => LeapTurn::TotalTurn,
            },
            throne_order: match settings.word("throne_order").as_str() {
                "consecutive" => ThroneOrder::Consecutive,
                "ascending" => ThroneOrder::Ascending,
                _ => ThroneOrder::KingDirect,
            },
            split_to_empty: settings.flag("split_to_empty"),
            ring_transfer: settings.flag("ring_transfer"),
            defend_own_throne: settings.flag("defend_own_throne"),
            add_any_colour: settings.flag("add_any_colour"),
            king_counts: match settings.word("king_counts").as_str() {
                "on_board_any" => KingCounts::OnBoardAny,
                _ => KingCounts::FaceUpOnly,
            },
            reshuffle_draw: settings.number("reshuffle_draw") as u16,
            king_draw_turn: settings.number("king_draw_turn") as u16,
            king_draw_latched: settings.flag("king_draw_latched"),
            no_move: match settings.word("no_move").as_str() {
                "draw" => NoMove::Draw,
                _ => NoMove::Pass,
            },
            max_plies: settings.number("max_plies") as u16,
        }))
    }

    fn least_payoff(&self, _: Player) -> f64 {
        -1.0
    }
}
