//! The index of each decision of a hand: every information set in which cards are hidden, by arithmetic.
//!
//! A decision is known by its public history and the cards in the player's hand; which of them were dealt and
//! which drawn makes no difference to anything that can follow. So a public position is a run of *slots*, one
//! for each hand. Positions are nested: a trick's lead, then its replies by card led, then (if the rules ask
//! that question) whether its winner goes on, then the game after closing, then the positions after each pair
//! of cards. Slots of hands that cannot be held stay unused.

use crate::position::subsets::{MOST, choose};

/// Slots are counted in groups of this size; each first trick begins a new one.
pub(crate) const GROUP: usize = 64;

/// The sizes of all parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    /// True if going on or not is a question with slots.
    asks: bool,
    /// The number of slots of the tricks played with open talon, without those that follow.
    own: [usize; 3],
    /// With those that follow.
    whole: [usize; 3],
}

/// The part of a trick, closed or not, by what comes in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trick {
    /// The index of the first slot.
    pub(crate) base: usize,
    /// Cards unseen.
    n: usize,
    /// Cards in a hand.
    pub(crate) k: usize,
    /// True if there are slots for going on or not.
    pub(crate) asks: bool,
}

impl Trick {
    /// The slots of the lead.
    #[inline]
    pub(crate) fn lead(&self) -> usize {
        self.base
    }

    /// The slots of the replies to a card.
    #[inline]
    pub(crate) fn reply(&self, lead: usize) -> usize {
        self.base + choose(self.n, self.k) + lead * choose(self.n - 1, self.k)
    }

    /// The slots for going on after both cards.
    #[inline]
    pub(crate) fn on(&self, lead: usize, reply: usize) -> usize {
        self.reply(self.n) + (lead * (self.n - 1) + reply) * choose(self.n - 2, self.k - 1)
    }

    /// The slots after those of this trick: if the talon is open the game after closing, if not the tricks
    /// that follow.
    #[inline]
    pub(crate) fn end(&self) -> usize {
        self.base + trick_size(self.n, self.k, self.asks)
    }

    /// The closed trick after both cards.
    #[inline]
    pub(crate) fn next_closed(&self, lead: usize, reply: usize) -> Trick {
        let size = closed_size(self.n - 2, self.k - 1, self.asks);
        let base = self.end() + (lead * (self.n - 1) + reply) * size;
        Trick { base, n: self.n - 2, k: self.k - 1, ..*self }
    }

    /// The closed trick if the leader closes instead of leading.
    #[inline]
    pub(crate) fn close(&self) -> Trick {
        Trick { base: self.end(), ..*self }
    }
}

#[inline]
fn trick_size(n: usize, k: usize, asks: bool) -> usize {
    let on = if asks { n * (n - 1) * choose(n - 2, k - 1) } else { 0 };
    choose(n, k) + n * choose(n - 1, k) + on
}

/// The last trick is forced and the decision after it is trivial: it has no slots.
#[inline]
fn closed_size(n: usize, k: usize, asks: bool) -> usize {
    match k {
        0 | 1 => 0,
        _ => trick_size(n, k, asks) + n * (n - 1) * closed_size(n - 2, k - 1, asks),
    }
}

impl Layout {
    pub(crate) fn new(asks: bool) -> Layout {
        let mut own = [MOST, MOST - 2, MOST - 4].map(|n| trick_size(n, 3, asks) + closed_size(n, 3, asks));
        own[0] = own[0].next_multiple_of(GROUP);
        let mut whole = own;
        whole[1] = (own[1] + 72 * own[2]).next_multiple_of(GROUP);
        whole[0] = own[0] + 110 * whole[1];
        Layout { asks, own, whole }
    }

    /// All slots of the four turnups.
    pub(crate) fn slots(&self) -> usize {
        4 * self.whole[0]
    }

    /// The slots of a stage, 1 to 3, without those that follow; at a group's boundary for stage 1.
    pub(crate) fn own(&self, stage: u8) -> usize {
        self.own[stage as usize - 1]
    }

    /// The slots of everything after a first trick.
    pub(crate) fn after_first_trick(&self) -> usize {
        self.whole[1]
    }

    /// The first trick with this turnup.
    #[inline]
    pub(crate) fn dealt(&self, turnup: u8) -> Trick {
        self.at(turnup as usize * self.whole[0], 1)
    }

    /// A trick with open talon that begins here.
    #[inline]
    pub(crate) fn at(&self, base: usize, stage: u8) -> Trick {
        Trick { base, n: MOST + 2 - 2 * stage as usize, k: 3, asks: self.asks }
    }

    /// The trick with open talon after both cards of a trick of `stage`.
    #[inline]
    pub(crate) fn next_open(&self, trick: Trick, stage: u8, lead: usize, reply: usize) -> Trick {
        let base = trick.base
            + self.own[stage as usize - 1]
            + (lead * (trick.n - 1) + reply) * self.whole[stage as usize];
        self.at(base, stage + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_each_other_without_a_gap() {
        for asks in [false, true] {
            let layout = Layout::new(asks);
            let first = layout.dealt(2);
            let second = layout.next_open(first, 1, 10, 9);
            assert_eq!(second.base + layout.whole[1], 3 * layout.whole[0]);
            assert_eq!(second.base % GROUP, 0);
            let third = layout.next_open(second, 2, 8, 7);
            let end = third.base + layout.own[2];
            assert_eq!(end.next_multiple_of(GROUP), 3 * layout.whole[0]);
            let closed = third.close();
            assert_eq!(closed.reply(0), closed.lead() + 35);
            let two = closed.next_closed(6, 5);
            assert_eq!(two.reply(0), two.lead() + 10);
            assert_eq!(two.next_closed(4, 3).base, end);
        }
        assert_eq!(Layout::new(false).own(3), 35 + 7 * 20 + 35 + 7 * 20 + 42 * 10 + 42 * 5 * 6);
    }
}
