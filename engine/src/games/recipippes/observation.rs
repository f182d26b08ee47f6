//! Recipippes as numbers.

use super::position::Phase;
use super::{Action, Card, CardSet, Court, InfoSet, Recipippes};
use crate::observation::{ActionNumbers, Field, Numbers, Observation};
use crate::{Game, Player};

const CARDS: usize = Card::COUNT;
const COURTS: usize = Court::COUNT;
const PHASES: usize = Phase::Over as usize + 1;

/// The largest hands and debts by which numbers are divided.
const HAND: usize = 12;

impl Observation for Recipippes {
    fn fields(&self) -> Vec<Field> {
        let players = self.players();
        vec![
            Field::new("seat", [players], "the seat of the player"),
            Field::new("hand", [CARDS], "the cards in hand, by rank and suits"),
            Field::new(
                "others_known",
                [players - 1, CARDS],
                "the cards that the others are known to hold, the next in turn first",
            ),
            Field::new("hand_sizes", [players], "the cards of each hand divided by 12, the own first"),
            Field::new("captured", [players, COURTS], "what each player has captured, the own first"),
            Field::new("display", [COURTS], "the pawns and courts on display"),
            Field::new("pile", [1], "the part of the five of the pile that is left"),
            Field::new("lot", [COURTS], "the card that was guessed at"),
            Field::new("called_pawn", [1], "whether player 0 has guessed that it is a pawn"),
            Field::new("discard", [CARDS], "the cards of the discard pile"),
            Field::new("discard_top", [CARDS], "the top card of the discard pile"),
            Field::new("deck", [1], "the part of the cards that is left in the deck"),
            Field::new(
                "laid",
                [3, CARDS],
                "the cards laid on the table: to capture or steal, in support, in defence",
            ),
            Field::new("target", [COURTS], "the target of a theft that is under way"),
            Field::new("strength", [1], "the strength of that theft divided by 100"),
            Field::new("phase", [PHASES], "the kind of decision, by its number"),
            Field::new("mover", [players], "the player whose turn it is, counted from the own seat"),
            Field::new("excuse", [players], "the player that holds The Excuse, counted from the own seat"),
            Field::new("trade", [3], "cards owed, discarded and drawn in this trade, divided by 12"),
            Field::new(
                "end",
                [2],
                "whether the first deck is used up; the turns that are left then, divided by 12",
            ),
        ]
    }

    fn action_numbers(&self) -> ActionNumbers {
        ActionNumbers::Places(256)
    }

    fn action_number(&self, _: Action) -> usize {
        unreachable!("actions are numbered by their places")
    }

    fn observe(&self, info_set: &InfoSet, numbers: &mut Numbers<'_>) {
        let (players, seat, position) = (self.players(), info_set.seat(), info_set.position());
        let from_here = |n: usize| Player::new((seat.index() + n) % players);
        let relative = |player: Player| (player.index() + players - seat.index()) % players;
        let set = |numbers: &mut Numbers<'_>, cards: CardSet| numbers.bits(CARDS, cards.bits());
        numbers.one_of(players, seat.index());
        (0..players).for_each(|n| set(numbers, position.hand(from_here(n))));
        (0..players).for_each(|n| numbers.part(position.hand_size(from_here(n)), HAND));
        for n in 0..players {
            numbers.bits(COURTS, u64::from(position.captured(from_here(n)).bits()));
        }
        numbers.bits(COURTS, u64::from(position.display().bits()));
        numbers.part(position.pile_left(), position.pile.len());
        numbers.one_of(COURTS, position.lot.map(Court::index));
        numbers.number(f32::from(u8::from(position.called_pawn)));
        set(numbers, position.discard().cards());
        numbers.one_of(CARDS, position.discard().top().map(Card::index));
        numbers.part(position.deck().left(), CARDS);
        [position.laid, position.support, position.defence].into_iter().for_each(|cards| set(numbers, cards));
        let theft = matches!(position.phase, Phase::Support | Phase::Defend);
        numbers.one_of(COURTS, theft.then(|| position.target.index()));
        numbers.part(if theft { usize::from(position.strength) } else { 0 }, 100);
        numbers.one_of(PHASES, position.phase as usize);
        numbers.one_of(players, relative(position.mover));
        numbers.one_of(players, relative(position.excuse));
        for count in [position.owed, position.traded, position.taken] {
            numbers.part(usize::from(count), HAND);
        }
        numbers.number(f32::from(position.exhaustions));
        numbers.part(usize::from(position.final_turns), HAND);
    }
}
