//! The positions that must not or should not come again: a short list inside the state that spills to the
//! heap only when it is full.
//!
//! First the starts of turns, then, from the first move between board stacks on, the positions of this turn.
//! Both are forgotten when nothing later can equal them:
//!
//! * Within a turn the active player's own cards (A, B, C and hand) never become more and the opponent's
//!   never fewer; cards on final stacks and out of the game stay there; what is turned up stays up. Every
//!   complete action but a move from board to board changes one of these for good (a held card that goes
//!   to the own discard ends the turn). So only such moves can lead back, and only to positions since the
//!   last other action.
//! * From one turn to the next, cards on final stacks, jokers out of the game, and turned-up cards of board
//!   and side stacks never become fewer: a knock can undo what the turn before it did, but not what was
//!   done before that turn began. When they have become more at the start of a turn, no earlier start can
//!   come again. (Turning over main cards is no such step: they come back face down with the discard.)

use super::key::Key;

/// The positions remembered.
#[derive(Clone, Debug)]
pub(super) struct Past {
    near: [Key; NEAR],
    far: Option<Box<Far>>,
    starts: u32,
    len: u32,
}

/// The positions that did not fit: the halves of their keys apart, since rows of words are looked through
/// quickly.
#[derive(Clone, Debug, Default)]
struct Far {
    /// A bit for the highest bits of the low half of every key: where it is not set, the key is not here.
    /// Keys that went may leave theirs behind.
    marks: [u64; MARKS],
    high: Vec<u64>,
    low: Vec<u64>,
}

/// Words of marks: 1,024 bits.
const MARKS: usize = 16;

/// The number of positions that the state holds itself.
const NEAR: usize = 6;

impl Past {
    pub(super) const EMPTY: Past = Past { near: [Key::DEALT; NEAR], far: None, starts: 0, len: 0 };

    /// A turn starts; returns how often it has started so, this time included.
    #[inline]
    pub(super) fn start(&mut self, start: Key) -> usize {
        self.leave();
        let before = self.count(0, start);
        self.push(start);
        self.starts = self.len;
        before + 1
    }

    /// The number of times that a turn has started so.
    pub(super) fn occurrences(&self, start: Key) -> usize {
        let starts = self.starts as usize;
        let near = self.near[..starts.min(NEAR)].iter().filter(|&&seen| seen == start).count();
        let (high, low) = start.halves();
        let far = self.far.iter().flat_map(|far| far.high.iter().zip(&far.low));
        near + far.take(starts.saturating_sub(NEAR)).filter(|&(&h, &l)| (h, l) == (high, low)).count()
    }

    /// A turn starts from where no earlier turn started.
    #[inline]
    pub(super) fn forget(&mut self) {
        self.starts = 0;
        self.shorten(0);
    }

    /// A card was moved from board to board.
    #[inline]
    pub(super) fn step(&mut self, before: Key, after: Key) {
        if self.len == self.starts {
            self.push(before);
        }
        self.push(after);
    }

    /// Something was done that no move from board to board can undo.
    #[inline]
    pub(super) fn leave(&mut self) {
        if self.len > self.starts {
            self.shorten(self.starts);
        }
    }

    /// Whether this turn has seen positions that a move from board to board could lead back to.
    #[inline]
    pub(super) fn has_steps(&self) -> bool {
        self.len > self.starts
    }

    /// Whether `key` is one of them.
    #[inline]
    pub(super) fn contains_step(&self, key: Key) -> bool {
        self.count(self.starts as usize, key) > 0
    }

    /// The number of times that `key` is among the positions from this one on.
    #[inline]
    fn count(&self, from: usize, key: Key) -> usize {
        let len = self.len as usize;
        let near = self.near[from.min(NEAR)..len.min(NEAR)].iter().filter(|&&seen| seen == key).count();
        match &self.far {
            Some(far) if len > NEAR => near + far.count(from.saturating_sub(NEAR), key),
            _ => near,
        }
    }

    #[inline]
    fn push(&mut self, key: Key) {
        match self.near.get_mut(self.len as usize) {
            Some(place) => *place = key,
            None => self.far.get_or_insert_default().push(key),
        }
        self.len += 1;
    }

    #[inline]
    fn shorten(&mut self, len: u32) {
        self.len = len;
        if let Some(far) = &mut self.far {
            let left = (len as usize).saturating_sub(NEAR);
            if left == 0 && !far.low.is_empty() {
                far.marks = [0; MARKS];
            }
            far.high.truncate(left);
            far.low.truncate(left);
        }
    }
}

impl Far {
    fn count(&self, from: usize, key: Key) -> usize {
        let (high, low) = key.halves();
        let (word, bit) = mark(low);
        if self.marks[word] & bit == 0 {
            return 0;
        }
        let both = self.high[from..].iter().zip(&self.low[from..]);
        both.filter(|&(&h, &l)| (h, l) == (high, low)).count()
    }

    fn push(&mut self, key: Key) {
        let (high, low) = key.halves();
        let (word, bit) = mark(low);
        self.marks[word] |= bit;
        self.high.push(high);
        self.low.push(low);
    }
}

/// Where the mark of a key is.
#[inline]
fn mark(low: u64) -> (usize, u64) {
    let number = low >> (u64::BITS - (MARKS * 64).ilog2());
    ((number / 64) as usize, 1 << (number % 64))
}

#[cfg(test)]
mod tests {
    use super::super::card::{Card, Piece};
    use super::super::stack::Stack;
    use super::*;

    /// Some keys that differ.
    fn key(n: usize) -> Key {
        Key::DEALT.with(Stack::from_index(n % 8), n / 8, Card::JOKER, Piece::new(0))
    }

    #[test]
    fn starts_are_counted_beyond_the_near_ones() {
        let mut past = Past::EMPTY;
        for round in 1..=3 {
            for n in 0..20 {
                assert_eq!(past.start(key(n)), round);
                assert_eq!(past.occurrences(key(n)), round);
            }
        }
        past.forget();
        assert_eq!(past.start(key(3)), 1);
    }

    #[test]
    fn steps_are_forgotten_and_starts_are_not() {
        let mut past = Past::EMPTY;
        past.start(key(0));
        for n in 0..20 {
            past.step(key(n), key(n + 1));
            assert!((0..=n + 1).all(|seen| past.contains_step(key(seen))));
            assert!(!past.contains_step(key(n + 2)));
        }
        past.leave();
        assert!(!past.has_steps() && !past.contains_step(key(20)));
        past.step(key(30), key(31));
        assert!(past.contains_step(key(30)) && !past.contains_step(key(5)));
        assert_eq!(past.start(key(31)), 1, "a step is no start");
        assert_eq!(past.start(key(0)), 2);
    }
}
