//! The face-up stacks on the board, and all that is kept about them to find the legal actions quickly.

use super::board::Square;
use super::card::{Card, CardSet, Pairing};
use super::key::Key;
use super::reach::neighbours;
use crate::Player;

/// The face-up stacks on the board.
///
/// The cards of a stack form a circle: above the highest comes the lowest. So the end of a stack is one step
/// from its beginning, and taking a card out of the middle of a ring is no special case. A stack is known by
/// its lowest card and does not change when it moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stacks {
    /// The square of each card, or [`NOWHERE`].
    at: [u8; 64],
    above: [Card; 64],
    below: [Card; 64],
    /// All face-up cards on the board.
    cards: CardSet,
    /// The lowest card of each stack.
    lows: CardSet,
    /// The highest card of each stack.
    highs: CardSet,
    /// The cards of all stacks with both colours.
    mixed: CardSet,
    /// The cards of all rings: stacks of 13, 26, 39 or 52.
    rings: CardSet,
    /// For each pairing the cards that lie next to the square of the card below them.
    next_to: [CardSet; 2],
    /// The squares with a stack.
    squares: u64,
}

const NOWHERE: u8 = 64;

/// The content of an entry that means nothing.
const NO_CARD: Card = Card::from_index(0);

/// Where a card lies in its stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// It is the whole stack.
    Alone,
    /// At the low end, under this card.
    Low(Card),
    /// At the high end, on this card.
    High(Card),
    /// Inside a ring.
    Inside,
}

impl Stacks {
    pub(super) const NONE: Stacks = Stacks {
        at: [NOWHERE; 64],
        above: [NO_CARD; 64],
        below: [NO_CARD; 64],
        cards: CardSet::EMPTY,
        lows: CardSet::EMPTY,
        highs: CardSet::EMPTY,
        mixed: CardSet::EMPTY,
        rings: CardSet::EMPTY,
        next_to: [CardSet::EMPTY; 2],
        squares: 0,
    };

    /// The square of a card that lies on the board.
    #[inline]
    pub(super) fn at(&self, card: Card) -> Square {
        debug_assert!(self.cards.contains(card), "{card} is not on the board");
        Square::from_index(self.at[card.index()] as usize)
    }

    /// All face-up cards on the board.
    #[inline]
    pub(super) fn cards(&self) -> CardSet {
        self.cards
    }

    /// The lowest card of each stack.
    #[inline]
    pub(super) fn lows(&self) -> CardSet {
        self.lows
    }

    /// The highest card of each stack.
    #[inline]
    pub(super) fn highs(&self) -> CardSet {
        self.highs
    }

    /// The cards of all rings.
    #[inline]
    pub(super) fn rings(&self) -> CardSet {
        self.rings
    }

    /// The ends of the stacks of two or more cards.
    #[inline]
    pub(super) fn tall_ends(&self) -> CardSet {
        self.lows ^ self.highs
    }

    /// The squares with a stack.
    #[inline]
    pub(super) fn squares(&self) -> u64 {
        self.squares
    }

    /// The cards that lie next to the square of the card below them in this pairing.
    #[inline]
    pub(super) fn next_to(&self, pairing: Pairing) -> CardSet {
        self.next_to[pairing as usize]
    }

    /// Cards on the board that lie in a stack of `player`: one with a card of its colour. Other cards of its
    /// colour are in it, too.
    #[inline]
    pub(super) fn of(&self, player: Player) -> CardSet {
        CardSet::colour(player) | self.mixed
    }

    /// The cards of the stack of `card`, from `card` upwards and on from the lowest.
    #[inline]
    pub(super) fn circle(&self, card: Card) -> impl Iterator<Item = Card> {
        let mut next = Some(card);
        std::iter::from_fn(move || {
            let here = next?;
            next = Some(self.above[here.index()]).filter(|&above| above != card);
            Some(here)
        })
    }

    /// The lowest card of the stack on `square`.
    pub(super) fn lowest_on(&self, square: Square) -> Option<Card> {
        self.lows.iter().find(|&low| self.at(low) == square)
    }

    /// Where `card` lies in its stack.
    #[inline]
    pub(super) fn place(&self, card: Card) -> Place {
        match (self.lows.contains(card), self.highs.contains(card)) {
            (true, true) => Place::Alone,
            (true, false) => Place::Low(self.above[card.index()]),
            (false, true) => Place::High(self.below[card.index()]),
            (false, false) => Place::Inside,
        }
    }

    /// Lays `card` on an empty square.
    #[inline]
    pub(super) fn put(&mut self, card: Card, square: Square, key: &mut Key) {
        self.above[card.index()] = card;
        self.below[card.index()] = card;
        self.cards.insert(card);
        self.lows.insert(card);
        self.highs.insert(card);
        self.squares |= square.bit();
        self.settle(card, square);
        key.flip_card(card, square);
    }

    /// Lays `card` under the stack with the lowest card `low`.
    #[inline]
    pub(super) fn join_low(&mut self, card: Card, low: Card, key: &mut Key) {
        let square = self.at(low);
        self.insert_between(self.below[low.index()], card, low);
        self.lows.remove(low);
        self.lows.insert(card);
        self.settle(card, square);
        key.flip_card(card, square);
        key.flip_link(card, low);
        self.mark(card);
    }

    /// Lays `card` on the stack with the highest card `high`.
    #[inline]
    pub(super) fn join_high(&mut self, card: Card, high: Card, key: &mut Key) {
        let square = self.at(high);
        let low = self.above[high.index()];
        self.insert_between(high, card, low);
        self.highs.remove(high);
        self.highs.insert(card);
        self.settle(card, square);
        key.flip_card(card, square);
        key.flip_link(high, card);
        self.mark(low);
    }

    #[inline]
    fn insert_between(&mut self, below: Card, card: Card, above: Card) {
        self.above[below.index()] = card;
        self.above[card.index()] = above;
        self.below[above.index()] = card;
        self.below[card.index()] = below;
        self.cards.insert(card);
    }

    /// Takes `card` away: an end of its stack or, from a ring, any card. What remains begins with the card
    /// above it.
    pub(super) fn remove(&mut self, card: Card, key: &mut Key) {
        let square = self.at(card);
        let (above, below) = (self.above[card.index()], self.below[card.index()]);
        let (low, high) = match self.place(card) {
            Place::Alone => {
                self.squares &= !square.bit();
                (card, card)
            }
            Place::Low(_) => (card, below),
            Place::High(_) => (above, card),
            Place::Inside => {
                let low = self.circle(card).find(|&card| self.lows.contains(card));
                let low = low.expect("every stack has a lowest card");
                (low, self.below[low.index()])
            }
        };
        self.lows.remove(low);
        self.highs.remove(high);
        for set in [&mut self.cards, &mut self.mixed, &mut self.rings] {
            set.remove(card);
        }
        key.flip_card(card, square);
        if above != card {
            // Of the links around the circle the one from the highest to the lowest card is none of the
            // key: before it is this one, afterwards the one that closes the gap.
            key.flip_link(high, low);
            key.flip_link(below, card);
            key.flip_link(card, above);
            self.above[below.index()] = above;
            self.below[above.index()] = below;
            self.lows.insert(above);
            self.highs.insert(below);
            self.mark(above);
        }
        self.above[card.index()] = NO_CARD;
        self.below[card.index()] = NO_CARD;
        self.at[card.index()] = NOWHERE;
        for pairing in Pairing::BOTH {
            self.next_to[pairing as usize] -= CardSet::of(card) | CardSet::of(card.above(pairing));
        }
    }

    /// Moves the stack with the lowest card `low` to an empty square.
    #[inline]
    pub(super) fn slide(&mut self, low: Card, to: Square, key: &mut Key) {
        let from = self.at(low);
        self.squares ^= from.bit() | to.bit();
        let mut card = low;
        loop {
            key.flip_card(card, from);
            key.flip_card(card, to);
            self.settle(card, to);
            card = self.above[card.index()];
            if card == low {
                return;
            }
        }
    }

    /// Notes the square of `card` and which of its partners are neighbours there.
    #[inline]
    fn settle(&mut self, card: Card, square: Square) {
        self.at[card.index()] = square.index() as u8;
        let around = neighbours(square);
        let near = |partner: Card| {
            let at = self.at[partner.index()];
            around >> (at & 63) & u64::from(at < NOWHERE) != 0
        };
        for pairing in Pairing::BOTH {
            let (below, above) = (card.below(pairing), card.above(pairing));
            let (under, over) = (near(below), near(above));
            let next_to = &mut self.next_to[pairing as usize];
            next_to.set(card, under);
            next_to.set(above, over);
        }
    }

    /// Notes the colours of the stack with the lowest card `low` and whether it is a ring.
    fn mark(&mut self, low: Card) {
        let stack: CardSet = self.circle(low).collect();
        let black = stack & CardSet::colour(Player::FIRST);
        let high = self.below[low.index()];
        self.mixed -= stack;
        self.rings -= stack;
        if !black.is_empty() && black != stack {
            self.mixed |= stack;
        }
        // Values rise by one from card to card, so the number of cards shows in the ends but for 13s.
        if low.value() == high.value() % Card::VALUES + 1 {
            self.rings |= stack;
        }
    }

    /// The same stacks rebuilt from scratch, with their key, to compare with.
    pub(super) fn rebuilt(&self) -> (Stacks, Key) {
        let (mut stacks, mut key) = (Stacks::NONE, Key::START);
        for low in self.lows.iter() {
            let mut high = low;
            stacks.put(low, self.at(low), &mut key);
            for card in self.circle(low).skip(1) {
                stacks.join_high(card, high, &mut key);
                high = card;
            }
        }
        (stacks, key)
    }
}
