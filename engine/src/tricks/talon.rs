//! The talon: the pile that is drawn from, its open card at the bottom.

use std::fmt;

use super::Card;
use crate::Rng;
use crate::reshuffle::in_any_order;

/// Up to twelve cards in a pile, five bits each, and how many are left.
///
/// Places are counted from the bottom, which is the open card, so that drawing only lowers the count:
/// the cards drawn stay readable at the places where they lay.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Talon(u64);

const LEFT: u32 = 60;

impl Talon {
    /// No cards.
    pub const EMPTY: Talon = Talon(0);
    /// The place of the open card.
    pub const BOTTOM: usize = 0;

    /// A pile of these cards, the bottom one first.
    pub fn from_bottom(cards: impl IntoIterator<Item = Card>) -> Talon {
        let (mut pile, mut left) = (0, 0);
        for card in cards {
            assert!(left < 12, "a talon holds twelve cards");
            pile |= (card.index() as u64) << (5 * left);
            left += 1;
        }
        Talon(pile | left << LEFT)
    }

    /// The number of cards left.
    #[inline]
    pub const fn left(self) -> usize {
        (self.0 >> LEFT) as usize
    }

    /// The card that lies, or lay, at this place.
    #[inline]
    pub const fn card(self, place: usize) -> Card {
        Card::from_index((self.0 >> (5 * place) & 31) as usize)
    }

    /// Lays `card` at this place.
    #[inline]
    pub fn put(&mut self, place: usize, card: Card) {
        debug_assert!(place < 12);
        self.0 = self.0 & !(31 << (5 * place)) | (card.index() as u64) << (5 * place);
    }

    /// Draws the top card; there must be one.
    #[inline]
    pub fn draw(&mut self) -> Card {
        debug_assert!(self.left() > 0, "the talon is empty");
        self.0 -= 1 << LEFT;
        self.card(self.left())
    }

    /// The number of cards that lie face down in an order that no player knows.
    pub(crate) fn face_down(self) -> usize {
        in_any_order(self.left().saturating_sub(1))
    }

    /// Lays the cards that lie face down in an order drawn evenly.
    pub(crate) fn reshuffle(&mut self, rng: &mut Rng) {
        for place in (2..self.left()).rev() {
            let other = 1 + rng.below(place as u32) as usize;
            let (card, there) = (self.card(place), self.card(other));
            self.put(place, there);
            self.put(other, card);
        }
    }

    /// The cards left, from the top.
    pub fn from_top(self) -> impl Iterator<Item = Card> {
        (0..self.left()).rev().map(move |place| self.card(place))
    }
}

impl fmt::Debug for Talon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.from_top()).finish()
    }
}
