//! What a player can do, and the set of all that he can do.

use super::board::Square;
use super::card::{Card, Pairing};
use crate::ActionSet;

/// A decision of a player.
///
/// Stacks are named by their lowest card and transfers by the cards that come to lie upon each other: of
/// two such cards one is the next in value, and the pairing of their suits tells which.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Lay this card face-down on the next of the own start spaces.
    Set(Card),
    /// Turn over the own card on this square.
    Flip(Square),
    /// Move the stack with this lowest card to this square.
    Move(Card, Square),
    /// Pass.
    Pass,
    /// Transfer this card to an empty square.
    Split(Card, Square),
    /// Transfer the card below this one to the low end of this one's stack.
    JoinLow(Pairing, Card),
    /// Transfer this card to the high end of the stack that ends with the card below it.
    JoinHigh(Pairing, Card),
    /// Transfer this card to the enemy throne.
    Lay(Card),
    /// Transfer the top card of the enemy throne to an empty square.
    Take(Square),
    /// Transfer the top card of the enemy throne to the low end of the stack with this lowest card.
    TakeLow(Card),
    /// Transfer the top card of the enemy throne to the high end of the stack with this highest card.
    TakeHigh(Card),
    /// Transfer the top card of the own throne to the low end of the stack with this lowest card.
    OwnLow(Card),
    /// Transfer the top card of the own throne to the high end of the stack with this highest card.
    OwnHigh(Card),
    /// Add the top card of the waste to an empty start space.
    Add(Square),
    /// Add the top card of the waste to the low end of the stack with this lowest card.
    AddLow(Card),
    /// Add the top card of the waste to the high end of the stack with this highest card.
    AddHigh(Card),
    /// Draw a card to the waste.
    Draw,
    /// Turn the waste over as a new draw pile.
    Reshuffle,
    /// Declare a draw.
    Claim,
}

const _: () = assert!(size_of::<Action>() <= 4);

impl Action {
    /// A number of its own, in the same order: the kind, then its first card or pairing, then six bits for
    /// the last card or square.
    #[inline]
    pub(super) const fn number(self) -> u32 {
        let (kind, first, last) = match self {
            Action::Set(card) => (0, 0, card.index()),
            Action::Flip(square) => (1, 0, square.index()),
            Action::Move(stack, to) => (2, stack.index(), to.index()),
            Action::Pass => (3, 0, 0),
            Action::Split(card, to) => (4, card.index(), to.index()),
            Action::JoinLow(pairing, card) => (5, pairing as usize, card.index()),
            Action::JoinHigh(pairing, card) => (6, pairing as usize, card.index()),
            Action::Lay(card) => (7, 0, card.index()),
            Action::Take(to) => (8, 0, to.index()),
            Action::TakeLow(card) => (9, 0, card.index()),
            Action::TakeHigh(card) => (10, 0, card.index()),
            Action::OwnLow(card) => (11, 0, card.index()),
            Action::OwnHigh(card) => (12, 0, card.index()),
            Action::Add(to) => (13, 0, to.index()),
            Action::AddLow(card) => (14, 0, card.index()),
            Action::AddHigh(card) => (15, 0, card.index()),
            Action::Draw => (16, 0, 0),
            Action::Reshuffle => (17, 0, 0),
            Action::Claim => (18, 0, 0),
        };
        (kind << 12 | first << 6 | last) as u32
    }

    /// The action with this number.
    #[inline]
    const fn from_number(number: u32) -> Action {
        let (first, last) = ((number >> 6 & 63) as usize, (number & 63) as usize);
        let pairing = Pairing::BOTH[first & 1];
        let (card, square) = (Card::from_index(last), Square::from_index(last));
        match number >> 12 {
            0 => Action::Set(card),
            1 => Action::Flip(square),
            2 => Action::Move(Card::from_index(first), square),
            3 => Action::Pass,
            4 => Action::Split(Card::from_index(first), square),
            5 => Action::JoinLow(pairing, card),
            6 => Action::JoinHigh(pairing, card),
            7 => Action::Lay(card),
            8 => Action::Take(square),
            9 => Action::TakeLow(card),
            10 => Action::TakeHigh(card),
            11 => Action::OwnLow(card),
            12 => Action::OwnHigh(card),
            13 => Action::Add(square),
            14 => Action::AddLow(card),
            15 => Action::AddHigh(card),
            16 => Action::Draw,
            17 => Action::Reshuffle,
            _ => Action::Claim,
        }
    }

    /// What it has in common with the actions of its group, and its bit in there.
    #[inline]
    const fn split(self) -> (u16, u64) {
        let number = self.number();
        ((number >> 6) as u16, 1 << (number & 63))
    }
}

/// No card or square: what a group's kind has in the place of its last one.
pub(super) const ANY_CARD: Card = Card::from_index(0);
/// See [`ANY_CARD`].
pub(super) const ANY_SQUARE: Square = Square::from_index(0);

/// Groups of actions that differ only in the last card or square.
///
/// A player has at most 26 stacks with a card of his and at most 52 cards to split off; all other kinds
/// make 19 groups together, and one place is left for a group that turns out to be empty.
const GROUPS: usize = 98;

/// The legal actions: for each kind a set of squares or cards as bits. In random play there are 155 of them
/// in 20 groups or so, and nobody needs them listed.
#[derive(Clone, Debug)]
pub struct Legal {
    len: u16,
    groups: u16,
    /// The numbers of the actions of a group without the last six bits.
    kinds: [u16; GROUPS],
    /// The number of actions up to and including this group.
    ends: [u16; GROUPS],
    lasts: [u64; GROUPS],
    /// The group and bit that the ko rule forbids.
    forbidden: (u16, u64),
}

impl Legal {
    /// Nothing; `forbidden` will not be taken up.
    #[inline]
    pub(super) fn without(forbidden: Option<Action>) -> Legal {
        Legal {
            len: 0,
            groups: 0,
            kinds: [0; GROUPS],
            ends: [0; GROUPS],
            lasts: [0; GROUPS],
            forbidden: forbidden.map_or((u16::MAX, 0), Action::split),
        }
    }

    /// Adds a group, unless it is empty: the `kind` with each of these `lasts`. Groups come in order.
    #[inline]
    pub(super) fn push(&mut self, kind: Action, lasts: u64) {
        debug_assert_eq!(kind.number() & 63, 0, "a kind has no last card or square");
        let (kind, _) = kind.split();
        let lasts = if kind == self.forbidden.0 { lasts & !self.forbidden.1 } else { lasts };
        let at = self.groups as usize;
        self.len += lasts.count_ones() as u16;
        self.kinds[at] = kind;
        self.ends[at] = self.len;
        self.lasts[at] = lasts;
        // An empty group is overwritten by the next.
        self.groups += u16::from(lasts != 0);
    }

    /// Adds an action without card or square, if `allowed`.
    #[inline]
    pub(super) fn push_if(&mut self, kind: Action, allowed: bool) {
        self.push(kind, u64::from(allowed));
    }

    /// The groups and their bits.
    #[inline]
    fn groups(&self) -> impl Iterator<Item = (u16, u64)> {
        self.kinds[..self.groups as usize].iter().copied().zip(self.lasts)
    }
}

impl ActionSet<Action> for Legal {
    #[inline]
    fn len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    fn nth(&self, n: usize) -> Action {
        assert!(n < self.len(), "no {n}-th action of {}", self.len);
        let mut group = 0;
        while self.ends[group] as usize <= n {
            group += 1;
        }
        let lasts = self.lasts[group];
        let before = self.ends[group] as usize - lasts.count_ones() as usize;
        Action::from_number(u32::from(self.kinds[group]) << 6 | nth_bit(lasts, n - before) as u32)
    }

    fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        self.groups().flat_map(|(kind, lasts)| {
            Square::each(lasts)
                .map(move |last| Action::from_number(u32::from(kind) << 6 | last.index() as u32))
        })
    }

    fn contains(&self, action: Action) -> bool {
        let (kind, bit) = action.split();
        self.groups().any(|(group, lasts)| group == kind && lasts & bit != 0)
    }
}

/// The number of the `n`-th set bit, counted from 0; there must be more than `n`.
#[inline]
fn nth_bit(mut bits: u64, mut n: usize) -> usize {
    let mut base = 0;
    for half in [32, 16, 8] {
        let low = (bits & ((1 << half) - 1)).count_ones() as usize;
        // Without branches: which half it is, is as good as random.
        let above = usize::from(n >= low);
        bits >>= half * above;
        base += half * above;
        n -= low * above;
    }
    for _ in 0..n {
        bits &= bits.wrapping_sub(1);
    }
    base + bits.trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_is_found_by_its_number() {
        let mut bits = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..1000 {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            let found: Vec<usize> = (0..bits.count_ones() as usize).map(|n| nth_bit(bits, n)).collect();
            let expected: Vec<usize> = (0..64).filter(|bit| bits >> bit & 1 == 1).collect();
            assert_eq!(found, expected);
        }
    }
}
