//! Klondike Chess as a whole: its phases, its words, and what each player noticed.

mod setup;
mod turn;

mod moves;
mod transfers;

mod action;
mod table;

mod board;
mod leap;
mod options;
mod square;
mod stack;

mod card;

use super::Naive;
use action::Action;
use card::{Card, list, read_groups, sorted};
use options::Options;
use table::Table;

/// Klondike Chess being played. Player 0 is Black and moves first, player 1 is Red.
#[derive(Clone, Debug)]
pub struct KlondikeChess {
    pub options: Options,
    pub table: Table,
    pub phase: Phase,
    /// Whose turn it is, or will be after the chance word that is awaited.
    pub mover: usize,
    /// The hands of the set-up, in card order; the cards not yet dealt are in the pile of the table.
    pub hands: [Vec<Card>; 2],
    /// The number of start spaces that have been filled, those of player 0 first.
    pub spaces_set: usize,
    /// Turns of both players together.
    pub turns: usize,
    pub last_turn: Option<LastTurn>,
    /// Every position that counts for repetition, in time order.
    pub positions: Vec<String>,
    /// Reshuffles since the last flip, move, transfer or add.
    pub reshuffles: usize,
    /// Whether a king of this colour ever was on the board, in the sense of `king_counts`.
    pub had_king: [bool; 2],
    /// Whether no king was face-up on the board when the turn-fifty condition was looked at.
    pub kings_missed: bool,
    /// The legal actions of the player to move with their words, sorted by these.
    pub offered: Vec<(String, Action)>,
    pub payoff: [f64; 2],
    pub seen: [String; 2],
}

/// The next event.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Phase {
    Deal,
    Refill,
    Set,
    Pile,
    Turn,
    Over,
}

/// The part of the turn before that matters for ko.
#[derive(Clone, Debug)]
pub struct LastTurn {
    pub action: Action,
    pub position_before: String,
}

impl KlondikeChess {
    /// The game before its deal; options that are not given have their defaults, unknown names and values
    /// panic.
    pub fn new(options: &[(&str, &str)]) -> Self {
        let options = Options::choose(options);
        KlondikeChess {
            table: Table::new(options.board.clone()),
            options,
            phase: Phase::Deal,
            mover: 0,
            hands: [vec![], vec![]],
            spaces_set: 0,
            turns: 0,
            last_turn: None,
            positions: vec![],
            reshuffles: 0,
            had_king: [false, false],
            kings_missed: false,
            offered: vec![],
            payoff: [0.0, 0.0],
            seen: [String::new(), String::new()],
        }
    }

    // The new order of the draw pile, top first: a secret of the cards.
    fn order_pile(&mut self, word: &str) {
        let groups = read_groups(word, "pile");
        assert!(
            groups.len() == 1 && sorted(&groups[0]) == sorted(&self.table.pile),
            "the pile must be {} in any order",
            list(&sorted(&self.table.pile))
        );
        self.table.pile = groups[0].iter().rev().copied().collect();
        self.tell_both("pile;");
        if self.turns == 0 {
            self.start_turns();
        } else {
            self.await_turn();
        }
    }

    fn play_offered(&mut self, word: &str) {
        let found = self.offered.iter().find(|(name, _)| name == word);
        let (_, action) = found.unwrap_or_else(|| panic!("`{word}` is not legal")).clone();
        if action == Action::Claim {
            self.claim();
        } else {
            self.take_turn(action);
        }
    }

    pub fn tell(&mut self, player: usize, event: &str) {
        self.seen[player].push_str(event);
    }

    pub fn tell_both(&mut self, event: &str) {
        self.tell(0, event);
        self.tell(1, event);
    }
}

impl Naive for KlondikeChess {
    fn turn(&self) -> String {
        match self.phase {
            Phase::Deal | Phase::Refill | Phase::Pile => "chance".to_string(),
            Phase::Set | Phase::Turn => format!("player {}", self.mover),
            Phase::Over => "over".to_string(),
        }
    }

    fn legal(&self) -> Vec<String> {
        match self.phase {
            Phase::Set => self.set_words(),
            Phase::Turn => self.offered.iter().map(|(word, _)| word.clone()).collect(),
            Phase::Deal | Phase::Refill | Phase::Pile | Phase::Over => vec![],
        }
    }

    fn play(&mut self, word: &str) {
        match self.phase {
            Phase::Deal => self.deal(word),
            Phase::Refill => self.refill(word),
            Phase::Set => self.set(word),
            Phase::Pile => self.order_pile(word),
            Phase::Turn => self.play_offered(word),
            Phase::Over => panic!("`{word}` comes after the end of the game"),
        }
    }

    fn returns(&self) -> Vec<f64> {
        self.payoff.to_vec()
    }

    fn seen(&self, player: usize) -> String {
        self.seen[player].clone()
    }
}
