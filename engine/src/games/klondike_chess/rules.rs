//! The rules of Klondike Chess as values: flags, defaults, and the tables that follow from them.

use super::board::BoardSpec;
use super::reach::{LeapTurn, Reach};
use crate::{
    Allowed, Described, GameInfo, OptionError, OptionField, Player, Settings, Value, nearest, options, words,
};

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

options! {
    /// The options; `Default` is the game as the rules page has it.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Options {
        /// Thrones and start spaces.
        pub board: BoardSpec = Allowed::Text("compass"),
            "thrones and start spaces: compass, face_off, or own:<throne of 0>,<throne of 1>/<starts of \
             0>/<starts of 1>";
        /// The limit of the turns of a leap.
        pub leap_turn: LeapTurn = LeapTurn::ALLOWED,
            "in a leap each change of direction, or all of them together, is at most 90 degrees";
        /// The cards that may be laid on a throne.
        pub throne_order: ThroneOrder = ThroneOrder::ALLOWED,
            "on a throne goes the next value of the suit, any higher one, or the next or a king";
        /// Whether a card may be transferred to an empty square.
        pub split_to_empty: bool = Allowed::Flag(true),
            "a card may be transferred to an empty square";
        /// Whether any card of a ring may be transferred.
        pub ring_transfer: bool = Allowed::Flag(true),
            "any card of a stack of 13, 26, 39 or 52 may be transferred";
        /// Whether a player may transfer cards off its own throne.
        pub defend_own_throne: bool = Allowed::Flag(false),
            "a player may transfer cards off their own throne";
        /// Whether a player may add cards of the other's colour.
        pub add_any_colour: bool = Allowed::Flag(true),
            "a player may add cards of the other's colour to the other's start spaces";
        /// Which kings count for the exception to winning.
        pub king_counts: KingCounts = KingCounts::ALLOWED,
            "whether a king that lay face-down counts as one that its player had";
        /// This many reshuffles without a change on the board are a draw.
        pub reshuffle_draw: u16 = Allowed::Range(1, 1000, 3),
            "this many reshuffles without a change on the board are a draw";
        /// After this many turns of each player a draw may be claimed if no king is on the board.
        pub king_draw_turn: u16 = Allowed::Range(0, 10_000, 50),
            "after this many turns of each player without a king face-up a draw may be claimed";
        /// Whether that is looked at once for all.
        pub king_draw_latched: bool = Allowed::Flag(true),
            "that is looked at once for all, not on each turn again";
        /// The rule for a player without a legal action.
        pub no_move: NoMove = NoMove::ALLOWED,
            "what happens when the player to move can do nothing";
        /// After this many turns of both players the game is a draw.
        pub max_plies: u16 = Allowed::Range(1, 20_000, 1000),
            "after this many turns of both players the game is a draw";
    }
}

words! {
    /// The cards that may be laid on a throne that is not empty; on an empty one it is an ace.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum ThroneOrder {
        /// The next value of the suit.
        Consecutive = "consecutive",
        /// Any higher value of the suit.
        Ascending = "ascending",
        /// The next value of the suit, or at any time a king.
        KingDirect = "king_direct",
    }
}

words! {
    /// Which kings count for the exception to winning: that the opponent never had one.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum KingCounts {
        /// Any on the board, face-down ones too.
        OnBoardAny = "on_board_any",
        /// Those that were face-up on the board.
        FaceUpOnly = "face_up_only",
    }
}

words! {
    /// The rule for a player without a legal action.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum NoMove {
        /// The game is a draw.
        Draw = "draw",
        /// It passes.
        Pass = "pass",
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

impl OptionField for BoardSpec {
    fn read(key: &'static str, value: &Value) -> Result<BoardSpec, OptionError> {
        let board = value.to_string();
        board.parse().map_err(|error| {
            let hint = nearest(&board, ["compass", "face_off"]).filter(|_| !board.starts_with("own:"));
            let hint = hint.map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"));
            OptionError::Text { key, message: format!("{error}{hint}") }
        })
    }

    fn write(&self, _: Allowed) -> Value {
        Value::Word(self.to_string())
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
        options: Options::OPTIONS,
        presets: &[],
    };

    fn with_settings(settings: &Settings) -> Result<KlondikeChess, OptionError> {
        Options::from_settings(settings).map(KlondikeChess::new)
    }

    fn least_payoff(&self, _: Player) -> f64 {
        -1.0
    }
}
