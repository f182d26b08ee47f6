//! Small pokers as numbers.

use super::table::Action;
use super::{InfoSet, Kind, Poker, Variant};
use crate::observation::{ActionNumbers, Field, Numbers, Observation};

impl<V: Variant> Poker<V> {
    fn kinds(&self) -> usize {
        self.pack.kinds().count()
    }

    fn choices(&self) -> usize {
        2 + usize::from(self.stakes.sizes)
    }

    /// In a round there are all raises, a check before them and a call after them.
    fn longest(&self) -> usize {
        usize::from(self.stakes.rounds) * (usize::from(self.stakes.raises) + 2)
    }

    fn place(&self, card: Kind) -> Option<usize> {
        self.pack.kinds().position(|kind| kind == card)
    }
}

impl<V: Variant> Observation for Poker<V> {
    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("seat", [2], "the seat of the player"),
            Field::new("card", [self.kinds()], "the own card, the lowest kind first"),
            Field::new("board", [self.kinds()], "the card on the board"),
            Field::new(
                "paid",
                [2],
                "the chips that the player and the other have put in, as parts of the most",
            ),
            Field::new(
                "actions",
                [self.longest(), self.choices()],
                "each action so far: fold, call, and each size of a raise",
            ),
        ]
    }

    fn action_numbers(&self) -> ActionNumbers {
        ActionNumbers::Fixed(self.choices())
    }

    fn action_number(&self, action: Action) -> usize {
        match action {
            Action::Fold => 0,
            Action::Call => 1,
            Action::Raise(size) => 1 + usize::from(size),
        }
    }

    fn observe(&self, info_set: &InfoSet, numbers: &mut Numbers<'_>) {
        let (seat, table) = (info_set.seat(), info_set.table());
        numbers.one_of(2, seat.index());
        numbers.one_of(self.kinds(), self.place(table.card(seat)));
        numbers.one_of(self.kinds(), self.place(table.board()));
        for player in [seat, seat.other()] {
            numbers.part(usize::from(table.paid(player)), usize::from(self.stakes.most()));
        }
        let log = numbers.take(self.longest() * self.choices());
        for (number, action) in table.actions().enumerate() {
            log[number * self.choices() + self.action_number(action)] = 1.0;
        }
    }
}
