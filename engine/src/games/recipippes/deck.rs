//! A draw deck that remembers who drew which card, and the discard pile.

use std::fmt;

use super::{Card, CardSet};
use crate::reshuffle::in_any_order;
use crate::{Player, Rng};

/// A draw deck. The cards drawn stay readable at the places where they lay, with their drawers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deck {
    /// From the top: the card in the low six bits, its drawer in the high two.
    places: [u8; Card::COUNT],
    len: u8,
    drawn: u8,
}

/// A card that is not known, in the low six bits of a place.
const BLANK: u8 = 0x3f;

impl Deck {
    /// No deck.
    pub(super) const EMPTY: Deck = Deck { places: [BLANK; Card::COUNT], len: 0, drawn: 0 };

    /// The deck of these cards, top first.
    pub(super) fn from_top(cards: &[Card]) -> Deck {
        let mut deck = Deck { len: cards.len() as u8, ..Deck::EMPTY };
        for (place, card) in deck.places.iter_mut().zip(cards) {
            *place = card.index() as u8;
        }
        deck
    }

    /// The number of cards that it has had.
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there has been no card in it.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of cards that have been drawn.
    #[inline]
    pub fn drawn(&self) -> usize {
        self.drawn as usize
    }

    /// The number of cards left.
    #[inline]
    pub fn left(&self) -> usize {
        (self.len - self.drawn) as usize
    }

    /// The card that lies or lay at this place, counted from the top, if it is known.
    #[inline]
    pub fn card(&self, place: usize) -> Option<Card> {
        let code = self.places[place] & BLANK;
        (code != BLANK).then(|| Card::from_index(code as usize))
    }

    /// The player that drew the card at this place; it must have been drawn.
    #[inline]
    pub fn drawer(&self, place: usize) -> Player {
        debug_assert!(place < self.drawn());
        Player::new((self.places[place] >> 6) as usize)
    }

    /// The places from which `player` has drawn, first draw first.
    pub fn drawn_by(&self, player: Player) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.drawn()).filter(move |&place| self.drawer(place) == player)
    }

    /// Draws the top card; there must be one.
    #[inline]
    pub(super) fn draw(&mut self, player: Player) -> Card {
        let place = &mut self.places[usize::from(self.drawn)];
        let card = Card::from_index((*place & BLANK) as usize);
        *place |= (player.index() as u8) << 6;
        self.drawn += 1;
        card
    }

    /// Lays a card out where it is hidden.
    #[inline]
    pub(super) fn put(&mut self, place: usize, card: Card) {
        let code = &mut self.places[place];
        *code = *code & !BLANK | card.index() as u8;
    }

    /// The number of cards that lie in an order that no player knows.
    pub(super) fn face_down(&self) -> usize {
        in_any_order(self.left())
    }

    /// Lays the cards that are left in an order drawn evenly.
    pub(super) fn reshuffle(&mut self, rng: &mut Rng) {
        rng.shuffle(&mut self.places[usize::from(self.drawn)..usize::from(self.len)]);
    }

    /// Hides all cards that `seat` has not drawn.
    #[inline]
    pub(super) fn hide_from(&mut self, seat: Player) {
        for (place, code) in self.places[..usize::from(self.len)].iter_mut().enumerate() {
            if place >= usize::from(self.drawn) || usize::from(*code >> 6) != seat.index() {
                *code |= BLANK;
            }
        }
    }

    /// Everything known about the deck, as bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.places[..self.len()]
    }

    /// The cards that are left and known, top first.
    pub(super) fn lying(&self) -> impl Iterator<Item = Card> + '_ {
        (self.drawn()..self.len()).filter_map(|place| self.card(place))
    }

    /// The deck as it was before any card was drawn.
    pub(super) fn undrawn(&self) -> Deck {
        Deck { places: self.places.map(|place| place & BLANK), len: self.len, drawn: 0 }
    }
}

impl fmt::Display for Deck {
    /// The cards from the top with commas, `?` for one that is not known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |place| self.card(place).map_or_else(|| "?".to_owned(), |card| card.to_string());
        let names: Vec<String> = (0..self.len()).map(name).collect();
        f.write_str(&names.join(","))
    }
}

impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} after {} draws by", self.drawn)?;
        (0..self.drawn()).try_for_each(|place| write!(f, " {}", self.drawer(place).index()))
    }
}

/// The discard pile.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Discard {
    /// Bottom first.
    cards: [u8; Card::COUNT],
    len: u8,
}

impl Discard {
    pub(super) const EMPTY: Discard = Discard { cards: [0; Card::COUNT], len: 0 };

    /// The number of cards that lie there.
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether none lies there.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cards, bottom first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Card> + '_ {
        self.cards[..self.len()].iter().map(|&index| Card::from_index(index as usize))
    }

    /// The card on top.
    pub fn top(&self) -> Option<Card> {
        self.iter().next_back()
    }

    /// Lays a card on top.
    #[inline]
    pub(super) fn push(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card.index() as u8;
        self.len += 1;
    }

    /// Takes the top card off; there must be one.
    #[inline]
    pub(super) fn pop(&mut self) -> Card {
        self.len -= 1;
        Card::from_index(self.cards[usize::from(self.len)] as usize)
    }

    /// All cards as a set.
    pub fn cards(&self) -> CardSet {
        self.iter().collect()
    }
}

impl fmt::Debug for Discard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Shuffles at most thirty-six cards, six steps to a random word (Fisher and Yates from the front).
#[inline]
pub(super) fn shuffle(cards: &mut [Card], rng: &mut Rng) {
    let total = cards.len();
    debug_assert!(total <= Card::COUNT);
    let mut at = 0;
    while at + 1 < total {
        let bounds: [u32; 6] = std::array::from_fn(|step| total.saturating_sub(at + step).max(1) as u32);
        for step in rng.below_each(bounds) {
            if at < total {
                cards.swap(at, at + step as usize);
                at += 1;
            }
        }
    }
}
