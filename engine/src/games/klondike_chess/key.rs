//! Keys of positions, and the positions since the last step that cannot be undone.

use super::board::Square;
use super::card::Card;

/// A running 128-bit key of the public position, but for whose turn it is: equal positions have equal keys,
/// and two others share one with probability 2^-128.
///
/// Every part of the position is a random number, after Zobrist; the key is the exclusive or of the parts
/// that are the case, so that it follows each change by a few steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key([u64; 2]);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}{:016x}", self.0[1], self.0[0])
    }
}

/// A random number for each card on each square. The last two rows, which belong to no card, serve other
/// parts. In a browser they are computed when they are needed: a table of random numbers is a part of what a
/// page must load, and cannot be compressed.
#[cfg(not(target_family = "wasm"))]
static RANDOM: [[u128; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        table[at / 64][at % 64] = random(at as u64);
        at += 1;
    }
    table
};

#[cfg(not(target_family = "wasm"))]
#[inline]
fn part(row: usize, column: usize) -> u128 {
    RANDOM[row][column]
}

#[cfg(target_family = "wasm")]
fn part(row: usize, column: usize) -> u128 {
    random((row * 64 + column) as u64)
}

const FACE_DOWN: usize = 62;
const LEFT: usize = 63;

/// The `n`-th random number: two outputs of the generator of Steele, Lea and Flood.
const fn random(n: u64) -> u128 {
    const fn split_mix(n: u64) -> u64 {
        let mut z = 0x4b6c_6f6e_6469_6b65u64.wrapping_add(n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
    (split_mix(2 * n + 1) as u128) << 64 | split_mix(2 * n + 2) as u128
}

impl Key {
    /// Before anything has happened.
    pub(super) const START: Key = Key([0; 2]);

    #[inline]
    fn flip(&mut self, number: u128) {
        self.0[0] ^= number as u64;
        self.0[1] ^= (number >> 64) as u64;
    }

    /// Both halves as one number.
    pub(super) const fn number(self) -> u128 {
        (self.0[1] as u128) << 64 | self.0[0] as u128
    }

    /// `card` comes to a square, or leaves it; thrones are squares as well.
    #[inline]
    pub(super) fn flip_card(&mut self, card: Card, square: Square) {
        self.flip(part(card.index(), square.index()));
    }

    /// `high` comes to lie on `low`, or leaves it.
    ///
    /// The cards on a square alone do not tell their order: a stack of 14 can begin with either of two.
    #[inline]
    pub(super) fn flip_link(&mut self, low: Card, high: Card) {
        self.flip(part(low.index(), high.index()).rotate_left(32));
    }

    /// A face-down card comes to a square, or leaves it.
    #[inline]
    pub(super) fn flip_face_down(&mut self, square: Square) {
        self.flip(part(FACE_DOWN, square.index()));
    }

    /// `card` comes to this place of the waste, or leaves it.
    #[inline]
    pub(super) fn flip_waste(&mut self, card: Card, place: usize) {
        self.flip(part(card.index(), place & 63).rotate_left(64));
    }

    /// The draw pile has, or has no longer, this many cards.
    #[inline]
    pub(super) fn flip_left(&mut self, cards: usize) {
        self.flip(part(LEFT, cards & 63));
    }
}

/// The number of keys in the state itself, one for each player; more go to the heap.
const INLINE: usize = 2;

/// The positions since the last step that cannot be undone, the present one included.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Past {
    len: u16,
    first: [Key; INLINE],
    /// Low and high half of each.
    more: Vec<[u64; 2]>,
}

impl std::fmt::Debug for Past {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Past {
    pub(super) const NONE: Past = Past { len: 0, first: [Key::START; INLINE], more: Vec::new() };

    fn iter(&self) -> impl Iterator<Item = Key> {
        let inline = self.first[..INLINE.min(self.len as usize)].iter().copied();
        inline.chain(self.more.iter().map(|&halves| Key(halves)))
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.len as usize
    }

    /// The number of times that the position that was noted last, which has this key, is there.
    pub(super) fn occurrences(&self, key: Key) -> usize {
        // The players take turns: every second position has the same one to move.
        let same = self.iter().skip((self.len() + 1) % 2).step_by(2);
        same.filter(|&past| past == key).count()
    }

    /// No position before this one can come again.
    #[inline]
    pub(super) fn forget(&mut self) {
        self.len = 0;
        self.first = [Key::START; INLINE];
        self.more.clear();
    }

    /// Whether a key on the heap has the low half of `key`.
    ///
    /// Random play consists of long runs without a repetition. So all halves are compared, the high ones and
    /// those of the other player too: a loop so plain is compiled to four comparisons at once.
    #[inline]
    fn may_have(&self, key: Key) -> bool {
        self.more.as_flattened().iter().filter(|&&half| half == key.0[0]).count() != 0
    }

    /// Notes the position with this key, and tells how often it was there before.
    #[inline]
    pub(super) fn note(&mut self, key: Key) -> usize {
        let at = self.len as usize;
        let mut before = 0;
        if at < INLINE {
            self.first[at] = key;
        } else {
            // The players take turns: every second position has the same one to move.
            let parity = at % INLINE;
            before += usize::from(self.first[parity] == key);
            if self.may_have(key) {
                let same = self.more.iter().skip(parity).step_by(INLINE);
                before += same.filter(|&&past| past == key.0).count();
            }
            self.more.push(key.0);
        }
        self.len += 1;
        before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_are_counted_in_the_state_and_on_the_heap() {
        let key = |n: u64| Key([n % 6, 0]);
        let mut past = Past::NONE;
        for n in 0..40 {
            assert_eq!(past.note(key(n)) as u64, n / 6, "{n}");
            assert_eq!(past.occurrences(key(n)) as u64, n / 6 + 1, "{n}");
        }
        past.forget();
        assert_eq!(past, Past::NONE);
        assert_eq!(past.note(key(0)), 0);
    }
}
