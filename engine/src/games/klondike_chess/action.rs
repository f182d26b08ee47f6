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
    /// The action of the same kind whose last card or square has this number.
    #[inline]
    fn with_last(self, index: usize) -> Action {
        let (card, square) = (Card::from_index(index), Square::from_index(index));
        match self {
            Action::Set(_) => Action::Set(card),
            Action::Flip(_) => Action::Flip(square),
            Action::Move(stack, _) => Action::Move(stack, square),
            Action::Split(from, _) => Action::Split(from, square),
            Action::JoinLow(pairing, _) => Action::JoinLow(pairing, card),
            Action::JoinHigh(pairing, _) => Action::JoinHigh(pairing, card),
            Action::Lay(_) => Action::Lay(card),
            Action::Take(_) => Action::Take(square),
            Action::TakeLow(_) => Action::TakeLow(card),
            Action::TakeHigh(_) => Action::TakeHigh(card),
            Action::OwnLow(_) => Action::OwnLow(card),
            Action::OwnHigh(_) => Action::OwnHigh(card),
            Action::Add(_) => Action::Add(square),
            Action::AddLow(_) => Action::AddLow(card),
            Action::AddHigh(_) => Action::AddHigh(card),
            Action::Pass | Action::Draw | Action::Reshuffle | Action::Claim => self,
        }
    }

    /// The number of its last card or square; of an action that has none, zero.
    #[inline]
    fn last(self) -> usize {
        match self {
            Action::Set(card)
            | Action::JoinLow(_, card)
            | Action::JoinHigh(_, card)
            | Action::Lay(card)
            | Action::TakeLow(card)
            | Action::TakeHigh(card)
            | Action::OwnLow(card)
            | Action::OwnHigh(card)
            | Action::AddLow(card)
            | Action::AddHigh(card) => card.index(),
            Action::Flip(square)
            | Action::Move(_, square)
            | Action::Split(_, square)
            | Action::Take(square)
            | Action::Add(square) => square.index(),
            Action::Pass | Action::Draw | Action::Reshuffle | Action::Claim => 0,
        }
    }

    /// A number of its own.
    #[inline]
    pub(super) fn number(self) -> u64 {
        let (kind, first) = match self {
            Action::Set(_) => (0, 0),
            Action::Flip(_) => (1, 0),
            Action::Move(stack, _) => (2, stack.index()),
            Action::Pass => (3, 0),
            Action::Split(card, _) => (4, card.index()),
            Action::JoinLow(pairing, _) => (5, pairing as usize),
            Action::JoinHigh(pairing, _) => (6, pairing as usize),
            Action::Lay(_) => (7, 0),
            Action::Take(_) => (8, 0),
            Action::TakeLow(_) => (9, 0),
            Action::TakeHigh(_) => (10, 0),
            Action::OwnLow(_) => (11, 0),
            Action::OwnHigh(_) => (12, 0),
            Action::Add(_) => (13, 0),
            Action::AddLow(_) => (14, 0),
            Action::AddHigh(_) => (15, 0),
            Action::Draw => (16, 0),
            Action::Reshuffle => (17, 0),
            Action::Claim => (18, 0),
        };
        (kind << 12 | first << 6 | self.last()) as u64
    }

    /// The bit that it has in a group of this kind.
    #[inline]
    pub(super) fn bit_in(self, kind: Action) -> u64 {
        u64::from(kind == self.with_last(0)) << self.last()
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
    groups: u8,
    kinds: [Action; GROUPS],
    /// The number of actions up to and including this group.
    ends: [u16; GROUPS],
    lasts: [u64; GROUPS],
}

impl Legal {
    #[inline]
    pub(super) fn new() -> Legal {
        Legal { len: 0, groups: 0, kinds: [Action::Pass; GROUPS], ends: [0; GROUPS], lasts: [0; GROUPS] }
    }

    /// Adds a group, unless it is empty: the `kind` with each of these `lasts`. Groups come in order.
    #[inline]
    pub(super) fn push(&mut self, kind: Action, lasts: u64) {
        debug_assert_eq!(kind.last(), 0, "a kind has no last card or square");
        let at = self.groups as usize;
        self.len += lasts.count_ones() as u16;
        self.kinds[at] = kind;
        self.ends[at] = self.len;
        self.lasts[at] = lasts;
        // An empty group is overwritten by the next.
        self.groups += u8::from(lasts != 0);
    }

    /// Adds a group without the `forbidden` action, wherever that belongs.
    #[inline(always)] // with a constant `kind` little is left of it
    pub(super) fn push_but(&mut self, forbidden: Option<Action>, kind: Action, lasts: u64) {
        let forbidden = forbidden.map_or(0, |action| action.bit_in(kind));
        self.push(kind, lasts & !forbidden);
    }

    /// Adds an action without card or square, if `allowed`.
    #[inline]
    pub(super) fn push_if(&mut self, kind: Action, allowed: bool) {
        self.push(kind, u64::from(allowed));
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
        self.kinds[group].with_last(nth_bit(lasts, n - before))
    }

    fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        let groups = self.kinds[..self.groups as usize].iter().zip(&self.lasts);
        groups.flat_map(|(kind, &lasts)| Square::each(lasts).map(|last| kind.with_last(last.index())))
    }

    fn contains(&self, action: Action) -> bool {
        let groups = self.kinds[..self.groups as usize].iter().zip(&self.lasts);
        groups.fold(0, |found, (&kind, lasts)| found | (action.bit_in(kind) & lasts)) != 0
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
