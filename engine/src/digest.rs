//! A running 128-bit digest: of observations in games whose history is too long to keep, and of anything else
//! that needs a key of fixed length.

use std::hash::{Hash, Hasher};

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

    /// The digest of anything that can be hashed, such as an information set: its name in files.
    ///
    /// ```
    /// use hinterhand_engine::{Digest, Game, Player, games::Kuhn};
    /// let game = Kuhn::default();
    /// let [mine, yours] = [Player::FIRST, Player::SECOND].map(|player| game.info_set(&game.start(), player));
    /// assert_ne!(Digest::of(&mine), Digest::of(&yours));
    /// ```
    pub fn of(thing: &impl Hash) -> Digest {
        let mut digest = Digest::EMPTY;
        thing.hash(&mut digest);
        digest
    }

    /// The digest as one number.
    #[inline]
    pub const fn bits(self) -> u128 {
        (self.high as u128) << 64 | self.low as u128
    }
}

/// The input is absorbed number by number; bytes are absorbed in groups of eight, the last ones with their
/// number.
impl Hasher for Digest {
    fn write(&mut self, bytes: &[u8]) {
        let (eights, rest) = bytes.as_chunks::<8>();
        for eight in eights {
            self.absorb(u64::from_le_bytes(*eight));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        last[7] = rest.len() as u8;
        self.absorb(u64::from_le_bytes(last));
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.absorb(u64::from(number));
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.absorb(u64::from(number));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.absorb(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.absorb(number);
    }

    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.absorb(number as u64);
        self.absorb((number >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.absorb(number as u64);
    }

    fn finish(&self) -> u64 {
        self.low
    }
}
