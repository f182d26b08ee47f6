//! Klondike Chess as numbers.

use super::action::Action;
use super::board::Square;
use super::card::{Card, CardSet};
use super::position::Phase;
use super::rules::KlondikeChess;
use super::seen::InfoSet;
use super::setup::STARTS;
use super::stock::STOCK;
use crate::observation::{ActionNumbers, Field, Numbers, Observation};

/// Sixteen numbers to a suit, of which thirteen are cards.
const CARDS: usize = 64;
const SQUARES: usize = 64;
/// The kinds of decisions: setting a card, and all others.
const PHASES: usize = 2;

/// The first number of each kind of action, in the order of the kinds, and the end.
const FIRST: [usize; 20] = {
    let sizes = [
        CARDS,
        SQUARES,
        CARDS * SQUARES,
        1,
        CARDS * SQUARES,
        2 * CARDS,
        2 * CARDS,
        CARDS,
        SQUARES,
        CARDS,
        CARDS,
        CARDS,
        CARDS,
        SQUARES,
        CARDS,
        CARDS,
        1,
        1,
        1,
    ];
    let mut first = [0; 20];
    let mut kind = 0;
    while kind < sizes.len() {
        first[kind + 1] = first[kind] + sizes[kind];
        kind += 1;
    }
    first
};

impl Observation for KlondikeChess {
    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("seat", [2], "the seat of the player"),
            Field::new("setting", [PHASES], "whether cards are still set, or the game is played"),
            Field::new("hand", [CARDS], "the own cards that may still be set"),
            Field::new("own_set", [STARTS, CARDS], "the cards that the player has set, by start space"),
            Field::new("other_set", [STARTS, CARDS], "those of the other that have been turned over"),
            Field::new("face_down", [SQUARES], "the squares with a face-down card"),
            Field::new("on_board", [CARDS, SQUARES], "the square of each face-up card on the board"),
            Field::new("lowest", [CARDS], "the lowest card of each stack on the board"),
            Field::new("thrones", [2, CARDS], "the cards on the own throne and on that of the other"),
            Field::new("waste_top", [CARDS], "the top card of the waste"),
            Field::new("waste", [CARDS], "the cards of the waste"),
            Field::new("seen", [CARDS], "the cards that have been drawn or turned over"),
            Field::new("stock", [2], "the cards of the waste and of the draw pile, divided by 44"),
            Field::new("kings", [2], "whether the player, and the other, have shown a king"),
            Field::new("turns", [1], "the turns so far, divided by 1000"),
            Field::new("reshuffles", [1], "the reshuffles since the board last changed"),
        ]
    }

    fn action_numbers(&self) -> ActionNumbers {
        ActionNumbers::Fixed(FIRST[19])
    }

    fn action_number(&self, action: Action) -> usize {
        let number = action.number() as usize;
        let (kind, within) = (number >> 12, number & 0xfff);
        FIRST[kind] + within
    }

    fn observe(&self, info_set: &InfoSet, numbers: &mut Numbers<'_>) {
        let (seat, position) = (info_set.seat(), info_set.position());
        let order = [seat, seat.other()];
        let set = |numbers: &mut Numbers<'_>, cards: CardSet| numbers.bits(CARDS, cards.bits());
        let setting = position.phase == Phase::Set;
        numbers.one_of(2, seat.index());
        numbers.one_of(PHASES, usize::from(!setting));
        set(numbers, if setting { position.setup.settable(seat) } else { CardSet::EMPTY });
        for player in order {
            let spaces = numbers.take(STARTS * CARDS);
            for (space, card) in position.set_by(player) {
                spaces[space * CARDS + card.index()] = 1.0;
            }
        }
        numbers.bits(SQUARES, position.face_down_squares());
        let squares = numbers.take(CARDS * SQUARES);
        for card in position.on_board().iter() {
            let square: Square = position.stacks.at(card);
            squares[card.index() * SQUARES + square.index()] = 1.0;
        }
        set(numbers, position.stacks.lows());
        order.iter().for_each(|&player| set(numbers, position.throne(player)));
        numbers.one_of(CARDS, position.waste().last().map(|card| card.index()));
        set(numbers, position.waste().iter().copied().collect());
        set(numbers, position.seen);
        numbers.part(position.waste().len(), STOCK);
        numbers.part(position.stock.left(), STOCK);
        for player in order {
            numbers.number(f32::from(u8::from(position.has_shown_king(player))));
        }
        numbers.part(position.turns(), 1000);
        numbers.number(position.reshuffles() as f32);
    }
}

const _: () = assert!(Card::VALUES < 16);
