//! Flips, moves and passes: turns that join and part no cards.

use super::action::Action;
use super::card::{ACE, Card, JACK, KING, QUEEN};
use super::leap::leaps;
use super::options::LeapTurn;
use super::square::{DIRECTIONS, Square};
use super::stack::is_mine;
use super::table::{Space, Table};

/// Turn 1, C23: flipping an own face-down card.
pub fn flips(table: &Table, player: usize) -> Vec<Action> {
    let is_own =
        |square: &Square| matches!(table.space(*square), Space::Reshuffle(card) if card.colour() == player);
    Square::all().filter(is_own).map(Action::Flip).collect()
}

/// Turn 2: a face-up stack that is mine moves as any card in it to an open square.
pub fn moves(table: &Table, leap_turn: LeapTurn, player: usize) -> Vec<Action> {
    let mut actions = vec![];
    for from in table.stack_squares() {
        let stack = table.stack(from);
        if is_mine(stack, player) {
            for to in targets(table, leap_turn, from, stack) {
                actions.push(Action::Move { from, to });
            }
        }
    }
    actions
}

// The same move by different cards is one action.
fn targets(table: &Table, leap_turn: LeapTurn, from: Square, stack: &[Card]) -> Vec<Square> {
    let mut reached = [false; 64];
    for card in stack {
        for square in reach(table, leap_turn, from, *card) {
            reached[square.0] = true;
        }
    }
    Square::all().filter(|square| reached[square.0] && table.is_open(*square)).collect()
}

// Where the card alone would get, whether the last square is open or not.
fn reach(table: &Table, leap_turn: LeapTurn, from: Square, card: Card) -> Vec<Square> {
    match card.value {
        ACE | KING => from.neighbours().collect(),
        JACK => from.knight_jumps().collect(),
        QUEEN => slides(table, from),
        steps => leaps(leap_turn, from, steps).to_vec(),
    }
}

// C25: occupied squares, face-down cards and thrones block a sliding queen.
fn slides(table: &Table, from: Square) -> Vec<Square> {
    let mut squares = vec![];
    for direction in DIRECTIONS {
        let mut next = from.shifted(direction);
        while let Some(square) = next.filter(|square| table.is_open(*square)) {
            squares.push(square);
            next = square.shifted(direction);
        }
    }
    squares
}

/// Turn 3: a pass, if some face-up stack of mine on the board contains an ace.
pub fn may_pass(table: &Table, player: usize) -> bool {
    table.stack_squares().any(|square| {
        let stack = table.stack(square);
        is_mine(stack, player) && stack.iter().any(|card| card.value == ACE)
    })
}
