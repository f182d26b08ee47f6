//! A running 128-bit digest of what was noticed, for games whose history is too long to keep.

/// The digest of a sequence of numbers. Two sequences that differ get the same digest with probability
/// 2^-128 or so: never, in the life of a toolkit.
///
/// The same on every machine; not meant to resist an adversary who chooses the sequences.
///
/// ```
/// use hinterhand_engine::Digest;
/// let mut a = Digest::EMPTY;
/// let mut b = Digest::EMPTY;
/// a.absorb(1);
/// a.absorb(2);
/// b.absorb(2);
/// b.absorb(1);
/// assert_ne!(a, b);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Digest {
    high: u64,
    low: u64,
}

impl Digest {
    /// The digest of the empty sequence.
    pub const EMPTY: Digest = Digest { high: 0x9e37_79b9_7f4a_7c15, low: 0xbf58_476d_1ce4_e5b9 };

    /// Appends `number` to the sequence.
    #[inline]
    pub fn absorb(&mut self, number: u64) {
        // Each half is an invertible mixing step of its own (add, multiply by an odd number, xor-shift),
        // and feeds the other, so no step ever merges two digests for the same number.
        self.low = (self.low ^ number).wrapping_mul(0xd6e8_feb8_6659_fd93);
        self.low ^= self.low >> 32;
        self.high =
            (self.high ^ self.low.rotate_left(29)).wrapping_add(number).wrapping_mul(0xa076_1d64_78bd_642f);
        self.high ^= self.high >> 29;
        self.low = self.low.wrapping_add(self.high.rotate_left(17));
    }

    /// The digest as one number.
    #[inline]
    pub const fn bits(self) -> u128 {
        (self.high as u128) << 64 | self.low as u128
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn short_sequences_have_digests_of_their_own() {
        let mut seen = HashSet::new();
        let mut level = vec![Digest::EMPTY];
        for _ in 0..6 {
            level = level
                .into_iter()
                .flat_map(|digest| {
                    (0..7).map(move |number| {
                        let mut next = digest;
                        next.absorb(number);
                        next
                    })
                })
                .collect();
            assert!(level.iter().all(|&digest| seen.insert(digest)));
        }
        // Any 40 bits of it tell them apart as well, but for the few meetings that chance brings: 137,256
        // digests make 9.4e9 pairs, so 0.009 meetings are expected in each window.
        for shift in [0, 24, 44, 64, 88] {
            let windows: HashSet<u64> =
                seen.iter().map(|digest| (digest.bits() >> shift) as u64 & ((1 << 40) - 1)).collect();
            assert!(windows.len() + 1 >= seen.len(), "window at {shift}");
        }
    }

    #[test]
    fn the_digest_is_pinned() {
        let mut digest = Digest::EMPTY;
        (0..5).for_each(|number| digest.absorb(number));
        assert_eq!(digest.bits(), GOLDEN);
    }

    const GOLDEN: u128 = 117_156_368_159_915_809_996_800_213_513_245_374_139;
}
