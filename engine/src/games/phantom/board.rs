//! A phantom board: what both players have tried.

use crate::{ActionSet, Player};

/// A square: row by row from `a1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Square(pub(super) u8);

impl Square {
    /// The square with this number, counted from `a1`, row by row.
    ///
    /// # Panics
    ///
    /// If no board has as many squares.
    pub fn new(index: usize) -> Square {
        assert!(index < 16, "a board has at most 16 squares");
        Square(index as u8)
    }

    /// The number of the square.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn bit(self) -> u16 {
        1 << self.0
    }
}

/// The squares of a set of bits.
pub(super) fn squares(set: u16) -> impl Iterator<Item = Square> + Clone {
    let mut rest = set;
    std::iter::from_fn(move || {
        let lowest = Square(rest.trailing_zeros() as u8);
        let is_there = rest != 0;
        rest &= rest.wrapping_sub(1);
        is_there.then_some(lowest)
    })
}

/// The place of the `n`-th of these bits, counted from 0; there must be more than `n`.
#[inline]
pub(super) fn nth_bit(mut bits: u16, n: usize) -> u8 {
    for _ in 0..n {
        bits &= bits.wrapping_sub(1);
    }
    bits.trailing_zeros() as u8
}

/// A set of squares, a bit for each: the legal actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SquareSet(u16);

impl ActionSet<Square> for SquareSet {
    #[inline]
    fn len(&self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    fn nth(&self, n: usize) -> Square {
        debug_assert!(n < self.len(), "the set has no n-th square");
        Square(nth_bit(self.0, n))
    }

    fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        squares(self.0)
    }

    #[inline]
    fn contains(&self, square: Square) -> bool {
        self.0 & square.bit() != 0
    }
}

/// The squares that one player has tried: no player tries a square twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tries {
    /// The squares in the order of the tries, four bits each, the first one lowest.
    order: u64,
    /// The number of tries.
    count: u8,
    /// The squares taken.
    pub(super) taken: u16,
    /// The squares that were found occupied.
    pub(super) failed: u16,
}

impl Tries {
    /// The tries in order, and whether each was a success.
    pub fn iter(&self) -> impl Iterator<Item = (Square, bool)> + use<> {
        let tries = *self;
        (0..tries.count).map(move |n| {
            let square = Square((tries.order >> (4 * n) & 15) as u8);
            (square, tries.taken & square.bit() != 0)
        })
    }

    /// The number of tries.
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// The number of squares that the player has taken.
    pub fn successes(&self) -> usize {
        self.taken.count_ones() as usize
    }

    /// The squares that the player has taken, a bit for each from `a1`, row by row.
    pub fn taken(&self) -> u16 {
        self.taken
    }

    /// The squares that the player has found occupied, a bit for each.
    pub fn failed(&self) -> u16 {
        self.failed
    }

    /// The squares of a board that were not tried.
    #[inline]
    pub(super) fn untried(&self, all: u16) -> SquareSet {
        SquareSet(all & !(self.taken | self.failed))
    }

    pub(super) fn push(&mut self, square: Square, free: bool) {
        self.order |= u64::from(square.0) << (4 * self.count);
        self.count += 1;
        if free {
            self.taken |= square.bit();
        } else {
            self.failed |= square.bit();
        }
    }
}

/// The tries of both players: 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board {
    pub(super) tries: [Tries; 2],
}

const _: () = assert!(size_of::<Board>() <= 32);

impl Board {
    /// The squares that `player` has tried.
    pub fn tries(&self, player: Player) -> &Tries {
        &self.tries[player.index()]
    }

    /// Whether `square` is free.
    pub(super) fn is_free(&self, square: Square) -> bool {
        (self.tries[0].taken | self.tries[1].taken) & square.bit() == 0
    }
}
