//! Hands at the trick table as numbers, the same for all games played there.

use super::{Action, Actions, CardSet, InfoSet, Suit, Table};
use crate::observation::{ActionNumbers, Field, Numbers, Observation};
use crate::{Game, Player};

/// Cards by suit and rank.
const CARDS: usize = 32;
const SUITS: usize = 4;

impl<G, H> Observation for G
where
    H: Table,
    G: Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("seat", [2], "the seat of the player"),
            Field::new("hand", [CARDS], "the cards in hand, by suit and rank"),
            Field::new("other_shown", [CARDS], "the cards that the other is known to hold"),
            Field::new("tricks", [2, CARDS], "the cards in the tricks of the player and of the other"),
            Field::new("lead", [CARDS], "the card that was led and waits for the reply"),
            Field::new("turnup", [CARDS], "the open card under the talon, while it lies there"),
            Field::new("trump", [SUITS], "the trump suit"),
            Field::new("talon", [1], "the part of the talon that is left"),
            Field::new("closer", [2], "whether the player, or the other, has closed the talon"),
            Field::new(
                "pairs",
                [2, SUITS],
                "the suits of the pairs that the player and the other have announced",
            ),
        ]
    }

    fn action_numbers(&self) -> ActionNumbers {
        ActionNumbers::Fixed(Action::ON.index() + 1)
    }

    fn action_number(&self, action: Action) -> usize {
        action.index()
    }

    fn observe(&self, info_set: &InfoSet<H>, numbers: &mut Numbers<'_>) {
        let (hand, seat) = (info_set.hand(), info_set.seat());
        let order = [seat, seat.other()];
        let mut tricks = [CardSet::EMPTY; 2];
        let mut pairs = [0_u64; 2];
        let (mut done, mut led) = (0, None);
        hand.retrace(|action, player| {
            if let Some(suit) = action.married() {
                pairs[player.index()] |= 1 << suit as u32;
            }
            let Some(card) = action.played() else { return };
            match led.take() {
                None => led = Some(card),
                Some(lead) => {
                    let taken = &mut tricks[hand.winner(done).index()];
                    *taken |= CardSet::of(lead) | CardSet::of(card);
                    done += 1;
                }
            }
        });
        let set = |cards: CardSet| u64::from(cards.bits());
        numbers.one_of(2, seat.index());
        numbers.bits(CARDS, set(info_set.cards()));
        numbers.bits(CARDS, set(hand.cards(seat.other())));
        order.iter().for_each(|player| numbers.bits(CARDS, set(tricks[player.index()])));
        numbers.one_of(CARDS, hand.lead().map(super::Card::index));
        let left = hand.talon().left();
        numbers.one_of(CARDS, (left > 0).then(|| hand.talon().card(super::Talon::BOTTOM).index()));
        numbers.one_of(SUITS, hand.trump() as usize);
        numbers.part(left, H::PACK.talon);
        numbers.one_of(2, hand.closer().map(|closer: Player| usize::from(closer != seat)));
        order.iter().for_each(|player| numbers.bits(SUITS, pairs[player.index()]));
    }
}

const _: () = assert!(Suit::ALL.len() == SUITS);
