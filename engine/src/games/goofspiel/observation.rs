//! Goofspiel as numbers.

use super::auction::{Bid, nth};
use super::rules::{Goofspiel, Prizes};
use super::seen::InfoSet;
use crate::observation::{ActionNumbers, Field, Numbers, Observation};

impl Observation for Goofspiel {
    fn fields(&self) -> Vec<Field> {
        let cards = usize::from(self.cards);
        vec![
            Field::new("seat", [2], "the seat of the player"),
            Field::new("prizes", [cards, cards], "the prize of each round that chance has turned up"),
            Field::new("bids", [cards, cards], "the own bid of each round"),
            Field::new("outcomes", [cards, 3], "the outcome of each round: won, lost, tie"),
            Field::new("other_bid", [1], "whether the other has made its bid of this round"),
        ]
    }

    fn action_numbers(&self) -> ActionNumbers {
        ActionNumbers::Fixed(usize::from(self.cards))
    }

    fn action_number(&self, bid: Bid) -> usize {
        usize::from(bid.0) - 1
    }

    fn observe(&self, info_set: &InfoSet, numbers: &mut Numbers<'_>) {
        let cards = usize::from(self.cards);
        let place = |row: u64, n: usize| usize::from(nth(row, n)).checked_sub(1);
        numbers.one_of(2, info_set.seat().index());
        let prizes = if self.prizes == Prizes::Random { info_set.prizes } else { 0 };
        (0..cards).for_each(|n| numbers.one_of(cards, place(prizes, n)));
        (0..cards).for_each(|n| numbers.one_of(cards, place(info_set.bids, n)));
        for n in 0..cards {
            numbers.one_of(3, ((info_set.outcomes >> (2 * n) & 3) as usize).checked_sub(1));
        }
        numbers.number(f32::from(u8::from(info_set.others() > info_set.rounds())));
    }
}
