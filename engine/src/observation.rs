//! What a player sees and does as numbers, for learners: observations of named fields, actions with numbers of their own.

use crate::Game;

/// A field of an observation: numbers that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// How many numbers it has along each axis; the last axis varies fastest.
    pub shape: Vec<usize>,
    /// Its meaning, in one sentence.
    pub about: &'static str,
}

impl Field {
    /// A field with this name, shape and meaning.
    pub fn new(name: &'static str, shape: impl Into<Vec<usize>>, about: &'static str) -> Field {
        Field { name, shape: shape.into(), about }
    }

    /// The number of its numbers.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// The numbering of the actions of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActionNumbers {
    /// Every action has a number of its own below this one, the same at every position.
    Fixed(usize),
    /// An action is known by its place among the legal ones: there are too many to number them all. Actions at places
    /// from this number on cannot be named.
    Places(usize),
}

impl ActionNumbers {
    /// The number of numbers.
    pub fn count(self) -> usize {
        match self {
            ActionNumbers::Fixed(count) | ActionNumbers::Places(count) => count,
        }
    }
}

/// A game whose information sets and actions can be written as numbers.
///
/// The observation is what the player sees now, and what is public of the past as far as it matters; where it leaves
/// out a part of the past, a key of the information set beside it makes it one of perfect recall.
pub trait Observation: Game {
    /// The fields in their order.
    fn fields(&self) -> Vec<Field>;

    /// How actions are numbered.
    fn action_numbers(&self) -> ActionNumbers;

    /// The number of an action. Only asked if numbers are fixed.
    fn action_number(&self, action: Self::Action) -> usize;

    /// Writes the numbers of all fields, in order, for the player to move with `info_set`.
    fn observe(&self, info_set: &Self::InfoSet, numbers: &mut Numbers<'_>);
}

/// Writes an observation from its beginning to its end, field by field. What is not set stays 0.
#[derive(Debug)]
pub struct Numbers<'a> {
    left: &'a mut [f32],
}

impl<'a> Numbers<'a> {
    /// Writes to `numbers`, which become 0.
    pub fn new(numbers: &'a mut [f32]) -> Numbers<'a> {
        numbers.fill(0.0);
        Numbers { left: numbers }
    }

    /// Takes the next `count` numbers, to be set.
    #[inline]
    pub fn take(&mut self, count: usize) -> &'a mut [f32] {
        let (taken, left) = std::mem::take(&mut self.left).split_at_mut(count);
        self.left = left;
        taken
    }

    /// One number.
    #[inline]
    pub fn number(&mut self, number: f32) {
        self.take(1)[0] = number;
    }

    /// A number as a part of the largest that it can be.
    #[inline]
    pub fn part(&mut self, number: usize, most: usize) {
        self.number(number as f32 / most as f32);
    }

    /// `count` numbers, of which the one at this place is 1, if there is a place.
    #[inline]
    pub fn one_of(&mut self, count: usize, place: impl Into<Option<usize>>) {
        let taken = self.take(count);
        if let Some(place) = place.into() {
            taken[place] = 1.0;
        }
    }

    /// `count` numbers, of which those are 1 whose bit is set.
    #[inline]
    pub fn bits(&mut self, count: usize, mut bits: u64) {
        let taken = self.take(count);
        while bits != 0 {
            taken[bits.trailing_zeros() as usize] = 1.0;
            bits &= bits - 1;
        }
    }

    /// How many numbers are left.
    pub fn left(&self) -> usize {
        self.left.len()
    }
}
