//! Actions and sets of them: one byte, sixteen rows of sixteen.

use std::fmt;

use super::stack::Stack;
use crate::ActionSet;
use crate::cards::debug_as_text;

/// A player's action.
///
/// The high half of the byte is the row: the stack that a card goes to, or another kind of action; the low
/// half is the column: the stack that the card comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u8);

/// The row of moves to the final stacks.
pub(super) const FINAL_ROW: usize = 12;
/// The row of jokers taken out of the game.
pub(super) const JOKER_ROW: usize = 13;
/// The row of board cards turned over.
pub(super) const FLIP_ROW: usize = 14;
/// The row of words without a stack.
const WORD_ROW: usize = 15;
/// The column of the card in hand.
pub(super) const HAND_COLUMN: usize = 12;

const WORDS: [&str; 10] =
    ["turn", "end", "offer", "accept", "decline", "knock", "wait", "let", "keep", "revert"];

impl Action {
    /// Turn over a main card.
    pub const TURN: Action = Action::new(WORD_ROW, 0);
    /// End the turn without a discard.
    pub const END: Action = Action::new(WORD_ROW, 1);
    /// Offer a draw.
    pub const OFFER: Action = Action::new(WORD_ROW, 2);
    /// Accept the draw.
    pub const ACCEPT: Action = Action::new(WORD_ROW, 3);
    /// Decline the draw.
    pub const DECLINE: Action = Action::new(WORD_ROW, 4);
    /// Knock: the claim that the card touched is the wrong one.
    pub const KNOCK: Action = Action::new(WORD_ROW, 5);
    /// Do not knock yet.
    pub const WAIT: Action = Action::new(WORD_ROW, 6);
    /// Do not knock.
    pub const LET: Action = Action::new(WORD_ROW, 7);
    /// Knock, and let the move stand.
    pub const KEEP: Action = Action::new(WORD_ROW, 8);
    /// Knock, and take the move back.
    pub const REVERT: Action = Action::new(WORD_ROW, 9);

    #[inline]
    pub(super) const fn new(row: usize, column: usize) -> Action {
        Action((16 * row + column) as u8)
    }

    /// Moves the top card of `from` (or the card in hand) to the stack `to`: a board, side or discard
    /// stack, or any final stack.
    pub const fn shift(from: Stack, to: Stack) -> Action {
        let row = if to.is_final() { FINAL_ROW } else { to.index() };
        Action::new(row, Action::column_of(from))
    }

    /// Takes the joker on top of `from` (or in hand) out of the game.
    pub const fn joker(from: Stack) -> Action {
        Action::new(JOKER_ROW, Action::column_of(from))
    }

    /// Turns over the top card of a board stack.
    pub const fn flip(stack: Stack) -> Action {
        Action::new(FLIP_ROW, stack.index())
    }

    const fn column_of(from: Stack) -> usize {
        if from.index() == Stack::HAND.index() { HAND_COLUMN } else { from.index() }
    }

    /// Its number, below 256.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) const fn row(self) -> usize {
        self.0 as usize >> 4
    }

    #[inline]
    pub(super) const fn column(self) -> usize {
        self.0 as usize & 15
    }

    /// The stack that its card comes from, for all but words.
    #[inline]
    pub(super) const fn source(self) -> Stack {
        if self.column() == HAND_COLUMN { Stack::HAND } else { Stack::from_index(self.column()) }
    }

    /// Whether it moves a card from one board stack to another.
    #[inline]
    pub(super) const fn is_on_board(self) -> bool {
        self.row() < Stack::BOARD && self.column() < Stack::BOARD
    }
}

impl Default for Action {
    /// The first one.
    fn default() -> Action {
        Action(0)
    }
}

impl fmt::Display for Action {
    /// The word of the notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.row() {
            row @ 0..FINAL_ROW => write!(f, "{}>{}", self.source(), Stack::from_index(row)),
            FINAL_ROW => write!(f, "{}>D", self.source()),
            JOKER_ROW => write!(f, "joker:{}", self.source()),
            FLIP_ROW => write!(f, "flip:{}", self.source()),
            _ => f.write_str(WORDS.get(self.column()).unwrap_or(&"?")),
        }
    }
}

debug_as_text!(Action);

/// A set of actions: bit `n` is the action with number `n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Actions([u64; 4]);

impl Actions {
    /// No action.
    pub const NONE: Actions = Actions([0; 4]);

    /// The set of these actions.
    #[inline]
    pub const fn of(actions: &[Action]) -> Actions {
        let mut set = Actions::NONE;
        let mut n = 0;
        while n < actions.len() {
            set.0[actions[n].index() / 64] |= 1 << (actions[n].index() % 64);
            n += 1;
        }
        set
    }

    /// Adds the actions of `row` in these columns.
    #[inline]
    pub(super) fn add(&mut self, row: usize, columns: u16) {
        self.0[row / 4] |= u64::from(columns) << (16 * (row % 4));
    }

    /// Adds `action` if `condition` holds.
    #[inline]
    pub(super) fn add_if(&mut self, action: Action, condition: bool) {
        self.0[action.index() / 64] |= u64::from(condition) << (action.index() % 64);
    }

    /// Takes `action` out.
    #[inline]
    pub(super) fn remove(&mut self, action: Action) {
        self.0[action.index() / 64] &= !(1 << (action.index() % 64));
    }

    /// The columns of `row` in the set.
    #[inline]
    pub(super) fn columns(&self, row: usize) -> u16 {
        (self.0[row / 4] >> (16 * (row % 4))) as u16
    }

    /// Takes all actions of `row` out.
    #[inline]
    pub(super) fn clear(&mut self, row: usize) {
        self.0[row / 4] &= !(u64::from(u16::MAX) << (16 * (row % 4)));
    }

    /// Those that bring a card from one of these columns to the board.
    #[inline]
    pub(super) fn onto_board(&self, columns: u16) -> Actions {
        const _: () = assert!(Stack::BOARD == 8, "the rows of the board are two words");
        let each_row = u64::from(columns) * 0x0001_0001_0001_0001;
        Actions([self.0[0] & each_row, self.0[1] & each_row, 0, 0])
    }

    /// The actions that are also in `other`.
    #[inline]
    pub(super) fn and(&self, other: &Actions) -> Actions {
        Actions(std::array::from_fn(|n| self.0[n] & other.0[n]))
    }
}

impl ActionSet<Action> for Actions {
    #[inline]
    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    fn nth(&self, mut n: usize) -> Action {
        for (word, &bits) in self.0.iter().enumerate() {
            let count = bits.count_ones() as usize;
            if n < count {
                let mut bits = bits;
                for _ in 0..n {
                    bits &= bits - 1;
                }
                return Action((64 * word) as u8 | bits.trailing_zeros() as u8);
            }
            n -= count;
        }
        panic!("fewer actions than the number asked for");
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        self.0.iter().enumerate().flat_map(|(word, &bits)| {
            let mut bits = bits;
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let action = Action((64 * word) as u8 | bits.trailing_zeros() as u8);
                    bits &= bits - 1;
                    action
                })
            })
        })
    }

    #[inline]
    fn is_empty(&self) -> bool {
        // Word by word: what was just written so cannot be read as a whole without waiting.
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    fn contains(&self, action: Action) -> bool {
        self.0[action.index() / 64] >> (action.index() % 64) & 1 != 0
    }
}
