//! The 52 French cards, and sets of them.
//!
//! A suit is sixteen bits of a [`CardSet`], of which thirteen are used: the next value of all cards at once
//! is a shift, the cards of a colour are one half.

use std::fmt;
use std::str::FromStr;

use crate::cards::{bit_set, debug_as_text, parse_error};
use crate::tricks::Suit;
use crate::{Player, Rng};

/// A card: sixteen times the suit plus the value less one, so cards order by suit, then from ace to king.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// The letters of the values from ace to king.
const VALUES: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];

impl Card {
    /// The number of values: aces are 1, kings 13.
    pub const VALUES: usize = 13;

    /// The card of this value, from 1 to 13, and suit.
    #[inline]
    pub const fn new(value: usize, suit: Suit) -> Card {
        assert!(value >= 1 && value <= Card::VALUES);
        Card(16 * suit as u8 + value as u8 - 1)
    }

    /// The card with this number.
    #[inline]
    pub(super) const fn from_index(index: usize) -> Card {
        Card((index & 63) as u8)
    }

    /// Its number, below 64.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Its suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.index() >> 4]
    }

    /// Its value: 1 for an ace, 11, 12 and 13 for jack, queen and king.
    #[inline]
    pub const fn value(self) -> usize {
        (self.index() & 15) + 1
    }

    /// The player of its colour: player 0 is Black.
    #[inline]
    pub const fn owner(self) -> Player {
        Player::new(self.index() >> 5)
    }

    /// The card of the next value, after a king the ace, in the suit of the other colour that `pairing`
    /// gives.
    #[inline]
    pub const fn above(self, pairing: Pairing) -> Card {
        let value = self.0 & 15;
        let next = if value == 12 { 0 } else { value + 1 };
        Card((self.0 & 0x30 ^ pairing.turn()) | next)
    }

    /// The card to which this one is [`above`](Card::above).
    #[inline]
    pub const fn below(self, pairing: Pairing) -> Card {
        let value = self.0 & 15;
        let next = if value == 0 { 12 } else { value - 1 };
        Card((self.0 & 0x30 ^ pairing.turn()) | next)
    }
}

impl fmt::Display for Card {
    /// Value and suit as two letters, or with `{:#}` the suit as a symbol.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suit = if f.alternate() { self.suit().symbol() } else { self.suit().letter() };
        match VALUES.get(self.value() - 1) {
            Some(value) => write!(f, "{value}{suit}"),
            None => f.write_str("--"),
        }
    }
}

debug_as_text!(Card);

parse_error! {
    /// A text that is not the name of a card.
    pub struct ParseCardError:
        "is not a card: a value (A 2 3 4 5 6 7 8 9 T J Q K), then a suit (C S H D)";
}

impl FromStr for Card {
    type Err = ParseCardError;

    /// Reads `QS`, `Q♠`, `TD` and `10D`.
    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        let error = || ParseCardError::of(text);
        let mut letters = text.chars();
        let suit = letters.next_back().and_then(Suit::from_char).ok_or_else(error)?;
        let value = match letters.as_str() {
            "10" => Some(9),
            name => VALUES.iter().position(|value| name.strip_prefix(*value) == Some("")),
        };
        value.map(|value| Card::new(value + 1, suit)).ok_or_else(error)
    }
}

/// The pairing of the suits of one colour with those of the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pairing {
    /// Clubs with hearts, spades with diamonds.
    Near,
    /// Clubs with diamonds, spades with hearts.
    Far,
}

impl Pairing {
    /// Both pairings.
    pub const BOTH: [Pairing; 2] = [Pairing::Near, Pairing::Far];

    /// The pairing of these two suits, which must be of different colours.
    #[inline]
    pub(super) const fn of(a: Card, b: Card) -> Pairing {
        if (a.0 ^ b.0) & 0x10 == 0 { Pairing::Near } else { Pairing::Far }
    }

    #[inline]
    const fn turn(self) -> u8 {
        match self {
            Pairing::Near => 0x20,
            Pairing::Far => 0x30,
        }
    }
}

bit_set! {
    /// A set of cards: bit `n` is the card with index `n`.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct CardSet(u64) of Card;
}

/// The bits of one value, here the aces.
const ONE_VALUE: u64 = 0x0001_0001_0001_0001;

impl CardSet {
    /// All 52 cards.
    pub const ALL: CardSet = CardSet(0x1fff * ONE_VALUE);
    /// The four aces.
    pub const ACES: CardSet = CardSet(ONE_VALUE);
    /// The four kings.
    pub const KINGS: CardSet = CardSet(ONE_VALUE << 12);

    /// The cards of the colour of `player`.
    #[inline]
    pub const fn colour(player: Player) -> CardSet {
        CardSet(CardSet::ALL.0 & (0xffff_ffff << (32 * player.index())))
    }

    /// The stronger cards of the suit of `card`.
    #[inline]
    pub(super) const fn higher(card: Card) -> CardSet {
        CardSet((0x1fff << (card.0 & 0x30)) & (!1u64 << (card.0 & 63)))
    }

    /// The card [`above`](Card::above) each of these.
    #[inline]
    pub(super) const fn above(self, pairing: Pairing) -> CardSet {
        let next = (self.0 << 1 & (0x1ffe * ONE_VALUE)) | (self.0 >> 12 & ONE_VALUE);
        let near = next.rotate_left(32);
        CardSet(match pairing {
            Pairing::Near => near,
            Pairing::Far => (near << 16 & 0xffff_0000_ffff_0000) | (near >> 16 & 0x0000_ffff_0000_ffff),
        })
    }

    /// Puts `card` in or takes it out.
    #[inline]
    pub(super) fn set(&mut self, card: Card, inside: bool) {
        self.0 = self.0 & !(1 << (card.0 & 63)) | u64::from(inside) << (card.0 & 63);
    }

    /// The lowest card of a set that is not empty.
    #[inline]
    pub const fn first(self) -> Card {
        debug_assert!(self.0 != 0, "an empty set has no first card");
        Card(self.0.trailing_zeros() as u8 & 63)
    }

    /// The highest card of a set that is not empty.
    #[inline]
    pub const fn last(self) -> Card {
        debug_assert!(self.0 != 0, "an empty set has no last card");
        Card(63 - self.0.leading_zeros() as u8)
    }

    /// This many of the cards, all choices equally likely.
    pub(super) fn choose(self, count: usize, rng: &mut Rng) -> CardSet {
        let mut order = [Card(0); 52];
        let mut len = 0;
        for card in self.iter() {
            order[len] = card;
            len += 1;
        }
        (0..count)
            .map(|at| {
                order.swap(at, at + rng.below((len - at) as u32) as usize);
                order[at]
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_what_it_writes() {
        assert_eq!(CardSet::ALL.len(), 52);
        for card in CardSet::ALL.iter() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(format!("{card:#}").parse(), Ok(card));
        }
        assert_eq!("10D".parse(), Ok(Card::new(10, Suit::Diamonds)));
        for wrong in ["", "Q", "QX", "qs", "QSS", "1S", "0S", "100S", "♠", "Q S", "10"] {
            assert!(wrong.parse::<Card>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_next_card_is_of_the_other_colour() {
        let card = |name: &str| name.parse::<Card>().unwrap();
        for (low, near, far) in
            [("5C", "6H", "6D"), ("KS", "AD", "AH"), ("QH", "KC", "KS"), ("AD", "2S", "2C")]
        {
            assert_eq!(card(low).above(Pairing::Near), card(near));
            assert_eq!(card(low).above(Pairing::Far), card(far));
        }
        for card in CardSet::ALL.iter() {
            for pairing in Pairing::BOTH {
                let next = card.above(pairing);
                assert_eq!(next.below(pairing), card);
                assert_eq!(Pairing::of(card, next), pairing);
                assert_eq!(CardSet::of(card).above(pairing), CardSet::of(next));
                assert_ne!(card.owner(), next.owner());
            }
        }
    }
}
