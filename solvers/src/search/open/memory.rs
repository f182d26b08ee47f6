//! The transposition table of the solver of open cards in games of tricks.

/// Bounds of the value of a position for the player to move, and the action that seemed best there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Known {
    /// The player wins at least this much.
    pub(super) at_least: i8,
    /// The player wins at most this much.
    pub(super) at_most: i8,
    /// The number of an action of the player, or [`NO_ACTION`].
    pub(super) action: u8,
}

/// The number of no action.
pub(super) const NO_ACTION: u8 = u8::MAX;

#[derive(Clone, Copy, Debug)]
struct Entry {
    position_key: u128,
    /// The round in which it was written; entries of earlier rounds are void.
    round: u32,
    known: Known,
}

/// A table of fixed size in which a new position takes the place of an old one. Keys are compared as a whole,
/// so that no position is ever taken for another.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    entries: Vec<Entry>,
    round: u32,
    /// The number of entries in use in this round minus one: a power of two minus one.
    mask: usize,
}

impl Memory {
    /// A table of 2 to the power of `bits` positions.
    pub(super) fn new(bits: u32) -> Memory {
        let known = Known { at_least: 0, at_most: 0, action: NO_ACTION };
        let empty = Entry { position_key: 0, round: 0, known };
        Memory { entries: vec![empty; 1 << bits], round: 0, mask: 0 }
    }

    /// Forgets everything, and uses at most 2 to the power of `bits` places from now on: few places stay in
    /// the fast memory of the processor.
    pub(super) fn forget(&mut self, bits: u32) {
        self.mask = self.entries.len().min(1 << bits) - 1;
        self.round = self.round.checked_add(1).unwrap_or_else(|| {
            self.entries.iter_mut().for_each(|entry| entry.round = 0);
            1
        });
    }

    #[inline]
    fn place(&self, position_key: u128) -> usize {
        // Two odd multipliers; the high half of each product depends on all the bits below it.
        let (high, low) = ((position_key >> 64) as u64, position_key as u64);
        let mixed = high.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ low.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        ((mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as usize & self.mask
    }

    /// The entry of the position.
    #[inline]
    pub(super) fn get(&self, position_key: u128) -> Option<Known> {
        let entry = &self.entries[self.place(position_key)];
        (entry.round == self.round && entry.position_key == position_key).then_some(entry.known)
    }

    /// Remembers this of the position.
    #[inline]
    pub(super) fn put(&mut self, position_key: u128, known: Known) {
        let place = self.place(position_key);
        self.entries[place] = Entry { position_key, round: self.round, known };
    }
}
