//! The directed player, which follows a list of preferences, for tests, playouts and benches.

use super::action::{Action, Actions, FINAL_ROW, FLIP_ROW, HAND_COLUMN, JOKER_ROW};
use super::card::Open;
use super::position::{Phase, Position};
use super::rules::Schikanoeschen;
use super::stack::Stack;
use crate::{ActionSet, Directed, Rng};

/// One choice in this number is made at random.
const WHIM: u32 = 8;

impl Directed for Schikanoeschen {
    const RULE: &'static str = "every eighth choice is any legal action; otherwise what is nearest to getting \
                                rid of cards, first of all the final stacks";

    /// Every eighth choice is any legal action, each equally likely. Otherwise the first of these kinds of
    /// which one is legal, and any action of that kind:
    ///
    /// 1. a card to a final stack;
    /// 2. turn up a card of the own board;
    /// 3. an own card, held or on top of side or discard stack, to a stack of the opponent;
    /// 4. take a joker out of the game;
    /// 5. such an own card to the board;
    /// 6. the only face-up card on an own board stack to another stack that shows a card;
    /// 7. turn over a main card, or with one in hand discard it;
    /// 8. end the turn; let, wait, and decline.
    fn directed(&self, position: &Position, legal: &Actions, rng: &mut Rng) -> Action {
        let whim = rng.below(WHIM) == 0;
        let wanted = if whim { *legal } else { self.preferred(position, legal) };
        let some = wanted.len() as u32;
        wanted.nth(if some > 1 { rng.below(some) as usize } else { 0 })
    }
}

impl Schikanoeschen {
    fn preferred(&self, position: &Position, legal: &Actions) -> Actions {
        if !matches!(position.phase, Phase::Act | Phase::Held) {
            let quiet = const { Actions::of(&[Action::LET, Action::WAIT, Action::DECLINE]) };
            return legal.and(&quiet);
        }
        let (me, other) = (position.active, position.active.other());
        let own = Stack::side(me).bit() | Stack::discard(me).bit() | 1 << HAND_COLUMN;
        let row = |row: usize, columns: u16| {
            let mut found = Actions::NONE;
            found.add(row, legal.columns(row) & columns);
            found
        };
        for kind in [FINAL_ROW, FLIP_ROW] {
            if legal.columns(kind) != 0 {
                return row(kind, u16::MAX);
            }
        }
        for stack in [Stack::side(other), Stack::discard(other)] {
            if legal.columns(stack.index()) & own != 0 {
                return row(stack.index(), own);
            }
        }
        if legal.columns(JOKER_ROW) != 0 {
            return row(JOKER_ROW, u16::MAX);
        }
        let to_board = legal.onto_board(own);
        if !to_board.is_empty() {
            return to_board;
        }
        let mut baring = legal.onto_board(bare_stacks(position));
        if !baring.is_empty() {
            for n in 0..Stack::BOARD {
                let open = position.open(Stack::from_index(n));
                if open == Open::DOWN || open == Open::EMPTY {
                    baring.clear(n);
                }
            }
            if !baring.is_empty() {
                return baring;
            }
        }
        for action in [Action::TURN, Action::shift(Stack::HAND, Stack::discard(me)), Action::END] {
            if legal.contains(action) {
                return Actions::of(&[action]);
            }
        }
        *legal
    }
}

/// The active player's board stacks with one face-up card over face-down ones.
#[inline]
fn bare_stacks(position: &Position) -> u16 {
    (0..4).map(|column| Stack::board(position.active, column)).fold(0, |stacks, stack| {
        let down = position.face_down(stack);
        stacks | u16::from(down > 0 && position.height(stack) == down + 1) << stack.index()
    })
}
