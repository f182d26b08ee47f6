//! The transposition table of solvers of open cards.

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

/// A table in which a new position takes the place of an old one. It is small at first, so that it stays in the fast memory
/// of the processor, and grows with what is written. Keys are compared as a whole, so that no position is ever taken
/// for another.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// At least the places in use.
    entries: Vec<Entry>,
    round: u32,
    /// The number of places in use in this round minus one: a power of two minus one.
    mask: usize,
    /// The number of places filled in this round.
    filled: usize,
}

/// The places at first, as a power of two: 64 kilobytes.
const FIRST_BITS: u32 = 11;
/// How much larger the table becomes, as a power of two, once a quarter of its places are filled.
const GROWTH_BITS: u32 = 2;
/// The most places, as a power of two: 16 megabytes.
const MOST_BITS: u32 = FIRST_BITS + 4 * GROWTH_BITS;

impl Memory {
    /// Forgets everything, and is small again.
    pub(super) fn forget(&mut self) {
        self.filled = 0;
        self.round = self.round.checked_add(1).unwrap_or_else(|| {
            self.entries.iter_mut().for_each(|entry| entry.round = 0);
            1
        });
        self.use_places(1 << FIRST_BITS);
    }

    fn use_places(&mut self, places: usize) {
        self.mask = places - 1;
        if self.entries.len() < places {
            let known = Known { at_least: 0, at_most: 0, action: NO_ACTION };
            self.entries.resize(places, Entry { position_key: 0, round: 0, known });
        }
    }

    /// Uses more places. What is remembered stays.
    #[cold]
    fn grow(&mut self) {
        let before = self.mask + 1;
        self.use_places(before << GROWTH_BITS);
        for place in 0..before {
            let entry = self.entries[place];
            let new = self.place(entry.position_key);
            // Of two places that differ in the new bits alone only the first was in use.
            if entry.round == self.round && new != place {
                self.entries[place].round = 0;
                self.entries[new] = entry;
            }
        }
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
        let is_new = self.entries[place].round != self.round;
        self.entries[place] = Entry { position_key, round: self.round, known };
        if is_new {
            self.filled += 1;
            if 4 * self.filled > self.mask && self.mask < (1 << MOST_BITS) - 1 {
                self.grow();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// While a table grows nothing is lost but what another position has replaced, and what was forgotten stays so.
    #[test]
    fn a_table_grows_with_what_is_written() {
        let known = |number: u128| Known { at_least: (number % 7) as i8, at_most: 7, action: NO_ACTION };
        let key = |round: u128, number: u128| round << 100 | (number * number) << 20 | number;
        let mut memory = Memory::default();
        for round in 0..3 {
            memory.forget();
            assert_eq!(memory.mask + 1, 1 << FIRST_BITS);
            (0..20_000).for_each(|number| memory.put(key(round, number), known(number)));
            assert_eq!(memory.mask + 1, 1 << 17);
            let left = (0..20_000).filter(|&number| memory.get(key(round, number)) == Some(known(number)));
            assert!(left.count() > 15_000);
            let others = (0..3).filter(|&other| other != round);
            assert!(
                others
                    .flat_map(|other| (0..20_000).map(move |number| key(other, number)))
                    .all(|key| memory.get(key).is_none())
            );
        }
        (0..2_000_000).for_each(|number| memory.put(key(3, number), known(number)));
        assert_eq!(memory.mask + 1, 1 << MOST_BITS);
    }
}
