//! The draw pile and the waste.

use super::card::{Card, CardSet};
use super::setup::BLANK;
use crate::Rng;

/// The cards that are neither set nor, at first, on the board.
pub(super) const STOCK: usize = 44;

/// An order of cards, top first: the new draw pile that chance decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pile {
    len: u8,
    cards: [Card; STOCK],
}

impl Pile {
    /// `cards` in this order; there must be at most 44.
    pub(super) fn from_top(cards: impl IntoIterator<Item = Card>) -> Pile {
        let mut pile = Pile { len: 0, cards: [BLANK; STOCK] };
        for card in cards {
            pile.cards[pile.len as usize] = card;
            pile.len += 1;
        }
        pile
    }

    /// These cards in random order, all orders equally likely.
    pub(super) fn shuffled(cards: CardSet, rng: &mut Rng) -> Pile {
        let mut pile = Pile::from_top(cards.iter());
        rng.shuffle(&mut pile.cards[..pile.len as usize]);
        pile
    }

    /// The cards, top first.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..self.len as usize]
    }
}

impl std::fmt::Debug for Pile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.cards()).finish()
    }
}

/// The waste and the draw pile in one array: first the waste from its bottom, then a gap where cards have
/// been added to the board, then the draw pile from its top. Drawing shifts a card over the gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stock {
    cards: [Card; STOCK],
    waste: u8,
    from: u8,
    end: u8,
}

impl Stock {
    pub(super) const NONE: Stock = Stock { cards: [BLANK; STOCK], waste: 0, from: 0, end: 0 };

    /// A draw pile of this many cards whose order is not decided or not known.
    pub(super) fn of_hidden(cards: usize) -> Stock {
        Stock { end: cards as u8, ..Stock::NONE }
    }

    /// The waste, bottom first.
    #[inline]
    pub(super) fn waste(&self) -> &[Card] {
        &self.cards[..self.waste as usize]
    }

    /// The draw pile, top first.
    #[inline]
    pub(super) fn draw_pile(&self) -> &[Card] {
        &self.cards[self.from as usize..self.end as usize]
    }

    /// The number of cards in the draw pile.
    #[inline]
    pub(super) fn left(&self) -> usize {
        (self.end - self.from) as usize
    }

    /// The number of cards in both.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.left() + self.waste as usize
    }

    /// The top card of the waste.
    #[inline]
    pub(super) fn top(&self) -> Option<Card> {
        self.waste().last().copied()
    }

    /// Puts the draw pile into this order.
    #[inline]
    pub(super) fn order(&mut self, pile: &Pile) {
        debug_assert_eq!(pile.cards().len(), self.left(), "the draw pile has another size");
        let (from, end) = (self.from as usize, self.end as usize);
        self.cards[from..end].copy_from_slice(pile.cards());
    }

    /// Blanks the draw pile.
    pub(super) fn hide(&mut self) {
        let (from, end) = (self.from as usize, self.end as usize);
        self.cards[from..end].fill(BLANK);
    }

    /// Draws the top card to the waste and returns it.
    #[inline]
    pub(super) fn draw(&mut self) -> Card {
        let card = std::mem::replace(&mut self.cards[self.from as usize], BLANK);
        self.cards[self.waste as usize] = card;
        self.from += 1;
        self.waste += 1;
        card
    }

    /// Takes the top card off the waste, which must not be empty.
    #[inline]
    pub(super) fn take(&mut self) -> Card {
        self.waste -= 1;
        std::mem::replace(&mut self.cards[self.waste as usize], BLANK)
    }
}
