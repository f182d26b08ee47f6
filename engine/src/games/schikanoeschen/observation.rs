//! Schikanöschen as numbers.

use super::action::Action;
use super::card::Card;
use super::info_set::InfoSet;
use super::position::Phase;
use super::rules::Schikanoeschen;
use super::stack::Stack;
use crate::Player;
use crate::observation::{ActionNumbers, Field, Numbers, Observation};

const ACTIONS: usize = 256;
const PHASES: usize = Phase::Capped as usize + 1;
/// The cards of a deck, by which heights are divided.
const DECK: usize = 55;

/// The stacks as the player at `seat` sees them: its board, the other's, then side, discard and main stacks, the own
/// first.
fn places(seat: Player) -> [Stack; Stack::PLACES] {
    let sides = [seat, seat.other()];
    std::array::from_fn(|n| match n {
        0..8 => Stack::board(sides[n / 4], n % 4),
        8 | 9 => Stack::side(sides[n - 8]),
        10 | 11 => Stack::discard(sides[n - 10]),
        _ => Stack::main(sides[n - 12]),
    })
}

impl Observation for Schikanoeschen {
    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("seat", [2], "the seat of the player"),
            Field::new("active", [1], "whether the player is the active one"),
            Field::new(
                "open",
                [Stack::SHOWN, Card::COUNT],
                "the open card of each stack: own board, other's board, side stacks, discard stacks, the own first",
            ),
            Field::new(
                "heights",
                [Stack::PLACES],
                "the heights of these stacks and of the main stacks, divided by 55",
            ),
            Field::new("face_down", [Stack::PLACES], "how many of their cards lie face down, divided by 55"),
            Field::new("finals", [8, Card::COUNT], "the top card of each final stack"),
            Field::new("held", [Card::COUNT], "the card in the hand of the active player"),
            Field::new("touched", [ACTIONS], "the action about which the other may knock, by its number"),
            Field::new("phase", [PHASES], "the kind of decision, by its number"),
            Field::new("warned", [2], "whether the player, and the other, have knocked wrongly"),
            Field::new("offered", [1], "whether a draw was offered in this turn"),
        ]
    }

    fn action_numbers(&self) -> ActionNumbers {
        ActionNumbers::Fixed(ACTIONS)
    }

    fn action_number(&self, action: Action) -> usize {
        action.index()
    }

    fn observe(&self, info_set: &InfoSet, numbers: &mut Numbers<'_>) {
        let (seat, position) = (info_set.seat(), info_set.position());
        let places = places(seat);
        numbers.one_of(2, seat.index());
        numbers.number(f32::from(u8::from(position.active() == seat)));
        for &stack in &places[..Stack::SHOWN] {
            numbers.one_of(Card::COUNT, position.open_card(stack).map(Card::index));
        }
        places.iter().for_each(|&stack| numbers.part(position.height(stack), DECK));
        places.iter().for_each(|&stack| numbers.part(position.face_down(stack), DECK));
        for stack in Stack::finals() {
            numbers.one_of(Card::COUNT, position.cards(stack).next().flatten().map(Card::index));
        }
        numbers.one_of(Card::COUNT, position.held().map(Card::index));
        let knocks = matches!(position.phase, Phase::Touch | Phase::After | Phase::Window);
        numbers.one_of(ACTIONS, knocks.then(|| position.touched.index()));
        numbers.one_of(PHASES, position.phase as usize);
        for player in [seat, seat.other()] {
            numbers.number(f32::from(u8::from(position.flags.warned[player.index()])));
        }
        numbers.number(f32::from(u8::from(position.flags.offered)));
    }
}
