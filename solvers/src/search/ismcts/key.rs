//! A name of 64 bits for what a player knows, made for speed.
//!
//! Two different information sets share a name with probability 2^-64 or so, and nodes are only ever compared with
//! nodes of one tree: of a million, some two share one in one tree of thirty million. That costs the tree one node
//! and nothing else, so the longer [`Digest`](hinterhand_engine::Digest) would be wasted here.

use std::hash::{Hash, Hasher};

/// The name of `thing` at a place that has this number.
#[inline]
pub(super) fn key(thing: &impl Hash, place: u64) -> u64 {
    let mut key = Key(mix(0x9e37_79b9_7f4a_7c15, place));
    thing.hash(&mut key);
    key.0
}

/// Both halves of a product, one upon the other: every bit of the result depends on all bits of both numbers.
#[inline]
pub(super) fn mix(a: u64, b: u64) -> u64 {
    let wide = u128::from(a ^ b) * 0xd6e8_feb8_6659_fd93_u128;
    (wide >> 64) as u64 ^ wide as u64
}

struct Key(u64);

impl Hasher for Key {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (eights, rest) = bytes.as_chunks::<8>();
        for eight in eights {
            self.write_u64(u64::from_le_bytes(*eight));
        }
        // The last bytes with how many they are.
        let last = rest.iter().fold(rest.len() as u64, |last, &byte| last << 8 | u64::from(byte));
        self.write_u64(last);
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0, number);
    }

    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
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
                    for name in [key(&(a, b), place), key(&[a, b as u8, 0][..], place)] {
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
