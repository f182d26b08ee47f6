//! The actions, and sets of them.

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

    /// The common part of the actions of its group, and its bit in the group.
    #[inline]
    const fn split(self) -> (u16, u64) {
        let number = self.number();
        ((number >> 6) as u16, 1 << (number & 63))
    }
}

/// Any card: what stands for the last card of the actions of a group.
pub(super) const ANY_CARD: Card = Card::from_index(0);
/// Any square, likewise.
pub(super) const ANY_SQUARE: Square = Square::from_index(0);

/// The groups that a set holds by itself.
///
/// Random play has 9 on average and hardly ever more than 20. There can be 98: 78 for moving and splitting 26
/// stacks of two cards, and one for each other kind. As a set is copied when it is returned, room for all of
/// them would cost more than the few heaps in crowded positions.
const INLINE: usize = 24;

/// Actions that differ only in their last card or square: the number of the kind without the last six bits,
/// and the last ones as bits.
#[derive(Clone, Copy, Debug)]
struct Group {
    kind: u16,
    lasts: u64,
}

impl Group {
    fn actions(self) -> impl Iterator<Item = Action> {
        Square::each(self.lasts).map(move |last| self.with_last(last.index()))
    }

    #[inline]
    const fn with_last(self, last: usize) -> Action {
        Action::from_number((self.kind as u32) << 6 | last as u32)
    }
}

/// The legal actions: for each kind a set of squares or cards as bits. In random play there are 155 of them,
/// and they need not be listed.
#[derive(Clone, Debug)]
pub struct Legal {
    len: u32,
    groups: u32,
    kinds: [u16; INLINE],
    lasts: [u64; INLINE],
    more: Vec<Group>,
}

impl Legal {
    /// Nothing.
    #[inline]
    pub(super) fn new() -> Legal {
        Legal { len: 0, groups: 0, kinds: [0; INLINE], lasts: [0; INLINE], more: Vec::new() }
    }

    /// Adds groups by `add`, but for the action `forbidden` by the ko rule.
    #[inline]
    pub(super) fn fill(&mut self, forbidden: Option<Action>, add: impl FnOnce(&mut Filling<'_>)) {
        let forbidden = forbidden.map_or((u16::MAX, 0), Action::split);
        let (len, groups) = (self.len, self.groups);
        let mut filling = Filling { len, groups, forbidden, legal: self };
        add(&mut filling);
        let Filling { len, groups, .. } = filling;
        self.len = len;
        self.groups = groups;
    }

    #[inline]
    fn groups(&self) -> impl Iterator<Item = Group> {
        let inline = self.kinds.iter().zip(&self.lasts).take(self.groups as usize);
        inline.map(|(&kind, &lasts)| Group { kind, lasts }).chain(self.more.iter().copied())
    }
}

/// A set to which groups are being added. What every group changes is kept apart from the set until all are
/// there: it stays in registers, while the compiler must suppose that writing a group changes it, too.
pub(super) struct Filling<'a> {
    len: u32,
    groups: u32,
    /// The group and bit that the ko rule forbids.
    forbidden: (u16, u64),
    legal: &'a mut Legal,
}

impl Filling<'_> {
    /// Adds a group, unless it is empty: the `kind` with each of these `lasts`. Groups come in order.
    #[inline]
    pub(super) fn push(&mut self, kind: Action, lasts: u64) {
        debug_assert_eq!(kind.number() & 63, 0, "a kind has no last card or square");
        let (kind, _) = kind.split();
        let lasts = if kind == self.forbidden.0 { lasts & !self.forbidden.1 } else { lasts };
        self.len += lasts.count_ones();
        let at = self.groups as usize;
        if at < INLINE {
            self.legal.kinds[at] = kind;
            self.legal.lasts[at] = lasts;
            // An empty group is overwritten by the next.
            self.groups += u32::from(lasts != 0);
        } else if lasts != 0 {
            self.legal.more.push(Group { kind, lasts });
        }
    }

    /// Adds an action without card or square, if `allowed`.
    #[inline]
    pub(super) fn push_if(&mut self, kind: Action, allowed: bool) {
        self.push(kind, u64::from(allowed));
    }

    /// Whether there is none so far.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl ActionSet<Action> for Legal {
    #[inline]
    fn len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    fn nth(&self, n: usize) -> Action {
        let mut left = n;
        for (&kind, &lasts) in self.kinds.iter().zip(&self.lasts).take(self.groups as usize) {
            let here = lasts.count_ones() as usize;
            if left < here {
                return Group { kind, lasts }.with_last(nth_bit(lasts, left));
            }
            left -= here;
        }
        for group in &self.more {
            let here = group.lasts.count_ones() as usize;
            if left < here {
                return group.with_last(nth_bit(group.lasts, left));
            }
            left -= here;
        }
        panic!("no {n}-th action of {}", self.len)
    }

    fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        self.groups().flat_map(Group::actions)
    }

    fn contains(&self, action: Action) -> bool {
        let (kind, bit) = action.split();
        self.groups().any(|group| group.kind == kind && group.lasts & bit != 0)
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
    base + usize::from(NTH_BIT[bits as usize & 255][n & 7])
}

/// For each byte the number of its `n`-th set bit, where it has that many.
static NTH_BIT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::super::card::CardSet;
    use super::*;

    #[test]
    fn crowded_positions_spill_in_order() {
        let low = |n: usize| CardSet::ALL.iter().nth(n).expect("one of 52");
        let mut expected = Vec::new();
        let forbidden = Action::Split(low(40), Square::from_index(40));
        let mut legal = Legal::new();
        let groups = (0..26).map(|n| (Action::Move(low(n), ANY_SQUARE), 0x8001 << n));
        let splits = (0..52).map(|n| (Action::Split(low(n), ANY_SQUARE), 0x101 << n & !(1 << 50)));
        legal.fill(Some(forbidden), |legal| {
            for (kind, lasts) in groups.chain(splits).chain([(Action::Draw, 0), (Action::Claim, 1)]) {
                legal.push(kind, lasts);
                expected.extend(Group { kind: kind.split().0, lasts }.actions());
            }
        });
        expected.retain(|&action| action != forbidden);
        assert!(!legal.more.is_empty() && expected.is_sorted());
        assert_eq!(legal.iter().collect::<Vec<_>>(), expected);
        assert_eq!((0..legal.len()).map(|n| legal.nth(n)).collect::<Vec<_>>(), expected);
        assert!(expected.iter().all(|&action| legal.contains(action)) && !legal.contains(forbidden));
    }

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
