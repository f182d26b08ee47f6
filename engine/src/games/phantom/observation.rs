//! Phantom boards as numbers.

use super::board::Square;
use super::goal::Goal;
use super::info_set::InfoSet;
use super::rules::Phantom;
use crate::observation::{ActionNumbers, Field, Numbers, Observation};

impl<G: Goal> Phantom<G> {
    fn size(&self) -> usize {
        self.all().count_ones() as usize
    }
}

impl<G: Goal> Observation for Phantom<G> {
    fn fields(&self) -> Vec<Field> {
        let size = self.size();
        vec![
            Field::new("seat", [2], "the seat of the player"),
            Field::new("taken", [size], "the squares that the player has taken, row by row"),
            Field::new("failed", [size], "the squares that the player has found occupied"),
            Field::new("tries", [size, size], "the square of each try, in order"),
            Field::new(
                "others",
                [1],
                "the turns of the other that the player has noticed, as a part of the squares",
            ),
        ]
    }

    fn action_numbers(&self) -> ActionNumbers {
        ActionNumbers::Fixed(self.size())
    }

    fn action_number(&self, square: Square) -> usize {
        square.index()
    }

    fn observe(&self, info_set: &InfoSet, numbers: &mut Numbers<'_>) {
        let (size, tries) = (self.size(), info_set.tries());
        numbers.one_of(2, info_set.seat().index());
        numbers.bits(size, u64::from(tries.taken()));
        numbers.bits(size, u64::from(tries.failed()));
        let order = numbers.take(size * size);
        for (number, (square, _)) in tries.iter().enumerate() {
            order[number * size + square.index()] = 1.0;
        }
        numbers.part(info_set.others(), size);
    }
}
