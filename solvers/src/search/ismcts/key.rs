//! A name of 64 bits for what a player knows, made for speed.
//!
//! Two different information sets share a name with probability 2^-64 or so, and nodes are only ever compared
//! with nodes of one tree: of a million, some two share one in one tree of thirty million. That costs the
//! tree one node and nothing else, so the longer [`Digest`](hinterhand_engine::Digest) would be wasted here.

use std::hash::{Hash, Hasher};

/// The name of `thing` at a place that has this number.
#[inline]
pub(super) fn key(thing: &(impl Hash + ?Sized), place: u64) -> u64 {
    let mut key = Key { state: mix(0x9e37_79b9_7f4a_7c15, place), word: 0, filled: 0 };
    thing.hash(&mut key);
    key.finish()
}

/// Both halves of a product, one upon the other: every bit of the result depends on all bits of both numbers.
#[inline]
pub(super) fn mix(a: u64, b: u64) -> u64 {
    let wide = u128::from(a ^ b) * 0xd6e8_feb8_6659_fd93_u128;
    (wide >> 64) as u64 ^ wide as u64
}

/// Small numbers are collected until they fill a word: where they stand in it is known when this is compiled,
/// so that a thing of many small parts costs hardly more than one of a few words.
struct Key {
    state: u64,
    word: u64,
    /// The number of bits of the word in use.
    filled: u32,
}

impl Key {
    #[inline]
    fn add(&mut self, number: u64, bits: u32) {
        if self.filled + bits > 64 {
            self.state = mix(self.state, self.word);
            (self.word, self.filled) = (0, 0);
        }
        self.word |= number << self.filled;
        self.filled += bits;
    }
}

impl Hasher for Key {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (eights, rest) = bytes.as_chunks::<8>();
        for eight in eights {
            self.add(u64::from_le_bytes(*eight), 64);
        }
        // The last bytes with how many they are.
        let last = rest.iter().fold(rest.len() as u64, |last, &byte| last << 8 | u64::from(byte));
        self.add(last, 64);
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number), 8);
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.add(u64::from(number), 16);
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number), 32);
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.add(number, 64);
    }

    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.add(number as u64, 64);
        self.add((number >> 64) as u64, 64);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.add(number as u64, 64);
    }

    /// Mostly the variant of an enumeration, which is a small number.
    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.add(number as u64 & 0xff, 8);
        if number >> 8 != 0 {
            self.add(number as u64, 64);
        }
    }

    #[inline]
    fn finish(&self) -> u64 {
        mix(mix(self.state, self.word), u64::from(self.filled))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn different_things_have_names_of_their_own() {
        let mut names = HashSet::new();
        let mut count = 0;
        for a in 0..60_u8 {
            for b in 0..60_u32 {
                for place in 0..4 {
                    for name in [key(&(a, b), place), key(&[a, b as u8, 0], place)] {
                        names.insert(name);
                        count += 1;
                    }
                }
            }
        }
        assert_eq!(names.len(), count);
        // Half of the bits will do, too: 28,800 names make 4e8 pairs, of which 0.1 share 32 bits.
        for shift in [0, 16, 32] {
            let halves: HashSet<u32> = names.iter().map(|name| (name >> shift) as u32).collect();
            assert!(halves.len() + 3 >= count, "{} of {count} at {shift}", halves.len());
        }
    }
}
