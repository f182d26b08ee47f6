//! The options of the game, read from words.

use super::board::Board;

/// The options of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    pub board: Board,
    pub leap_turn: LeapTurn,
    pub throne_order: ThroneOrder,
    pub split_to_empty: bool,
    pub ring_transfer: bool,
    pub defend_own_throne: bool,
    pub add_any_colour: bool,
    pub king_counts: KingCounts,
    pub reshuffle_draw: usize,
    pub king_draw_turn: usize,
    pub king_draw_latched: bool,
    pub no_move: NoMove,
    pub max_plies: usize,
}

/// C2: which changes of direction a leap may make.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LeapTurn {
    EachTurn,
    TotalTurn,
}

/// C15: which card may follow on a throne.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ThroneOrder {
    Consecutive,
    Ascending,
    KingDirect,
}

/// C16: how a king must have been on the board for its colour to have had one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum KingCounts {
    OnBoardAny,
    FaceUpOnly,
}

/// C24: what happens to a player who has no legal action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum NoMove {
    Draw,
    Pass,
}

impl Options {
    /// Options that are not named have their defaults; unknown names and values panic.
    pub fn choose(named: &[(&str, &str)]) -> Options {
        let mut options = Options::default();
        for (name, value) in named {
            options.set(name, value);
        }
        options
    }

    fn default() -> Options {
        Options {
            board: Board::read("compass"),
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

    fn set(&mut self, name: &str, value: &str) {
        match (name, value) {
            ("board", _) => self.board = Board::read(value),
            ("leap_turn", "each_turn") => self.leap_turn = LeapTurn::EachTurn,
            ("leap_turn", "total_turn") => self.leap_turn = LeapTurn::TotalTurn,
            ("throne_order", "consecutive") => self.throne_order = ThroneOrder::Consecutive,
            ("throne_order", "ascending") => self.throne_order = ThroneOrder::Ascending,
            ("throne_order", "king_direct") => self.throne_order = ThroneOrder::KingDirect,
            ("split_to_empty", _) => self.split_to_empty = read_bool(value),
            ("ring_transfer", _) => self.ring_transfer = read_bool(value),
            ("defend_own_throne", _) => self.defend_own_throne = read_bool(value),
            ("add_any_colour", _) => self.add_any_colour = read_bool(value),
            ("king_counts", "on_board_any") => self.king_counts = KingCounts::OnBoardAny,
            ("king_counts", "face_up_only") => self.king_counts = KingCounts::FaceUpOnly,
            ("reshuffle_draw", _) => self.reshuffle_draw = read_number(value),
            ("king_draw_turn", _) => self.king_draw_turn = read_number(value),
            ("king_draw_latched", _) => self.king_draw_latched = read_bool(value),
            ("no_move", "draw") => self.no_move = NoMove::Draw,
            ("no_move", "pass") => self.no_move = NoMove::Pass,
            ("max_plies", _) => self.max_plies = read_number(value),
            _ => panic!("unknown option `{name}={value}`"),
        }
    }
}

fn read_bool(value: &str) -> bool {
    match value {
        "true" => true,
        "false" => false,
        _ => panic!("`{value}` is neither true nor false"),
    }
}

// A count of turns or reshuffles, from 1.
fn read_number(value: &str) -> usize {
    let number = value.parse().unwrap_or_else(|_| panic!("`{value}` is no number"));
    assert!(number >= 1, "the number must be at least 1");
    number
}
