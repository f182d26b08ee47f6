//! The thirty-six basic cards of the Decktet, and sets of them as bits.

use std::fmt;
use std::str::FromStr;

use crate::cards::{bit_set, debug_as_text, parse_error};

/// The letters of the suits, in their order: Moons, Suns, Waves, Leaves, Wyrms, Knots.
pub(super) const SUIT_LETTERS: [u8; 6] = *b"MSWLYK";

/// The suits of each card as bits in the order of the letters.
const SUITS: [u8; 36] = {
    let names: [&[u8]; 24] = [
        b"MK", b"SY", b"WL", b"MW", b"SK", b"LY", b"MS", b"WL", b"YK", b"ML", b"SW", b"YK", b"MW", b"SY",
        b"LK", b"ML", b"SK", b"WY", b"MS", b"WL", b"YK", b"MS", b"WY", b"LK",
    ];
    let mut suits = [0; 36];
    let mut n = 0;
    while n < 6 {
        suits[n] = 1 << n;
        suits[30 + n] = 1 << n;
        n += 1;
    }
    let mut n = 0;
    while n < 24 {
        suits[6 + n] = suit_bits(names[n]);
        n += 1;
    }
    suits
};

/// The suits with these letters as bits.
pub(super) const fn suit_bits(letters: &[u8]) -> u8 {
    let mut bits = 0;
    let mut n = 0;
    while n < letters.len() {
        let mut suit = 0;
        while SUIT_LETTERS[suit] != letters[n] {
            suit += 1;
        }
        bits |= 1 << suit;
        n += 1;
    }
    bits
}

/// The ranks of the cards: ace, 2 to 9, crown.
const RANK_LETTERS: [u8; 10] = *b"A23456789X";

/// A basic card. Cards are ordered by rank, then by suits; so a higher card is never worth less.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The number of them.
    pub const COUNT: usize = 36;

    /// The card with this number, below [`Card::COUNT`].
    #[inline]
    pub const fn from_index(index: usize) -> Card {
        debug_assert!(index < Card::COUNT);
        Card(index as u8)
    }

    /// Its number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its worth in a steal or a defence: 1 for an ace, 10 for a crown, else its rank.
    #[inline]
    pub const fn value(self) -> u8 {
        const VALUES: [u8; 36] = {
            let mut values = [1; 36];
            let mut n = 6;
            while n < 36 {
                values[n] = if n < 30 { (n as u8 - 6) / 3 + 2 } else { 10 };
                n += 1;
            }
            values
        };
        VALUES[self.index()]
    }

    /// Its suits as bits, in the order Moons, Suns, Waves, Leaves, Wyrms, Knots.
    #[inline]
    pub const fn suits(self) -> u8 {
        SUITS[self.index()]
    }
}

/// The letters of the suits whose bits are set.
pub(super) fn suit_letters(bits: u8) -> impl Iterator<Item = char> {
    SUIT_LETTERS
        .iter()
        .enumerate()
        .filter(move |(suit, _)| bits >> suit & 1 != 0)
        .map(|(_, &letter)| char::from(letter))
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = RANK_LETTERS[self.value() as usize - 1];
        let name: String = std::iter::once(char::from(letter)).chain(suit_letters(self.suits())).collect();
        f.pad(&name)
    }
}

debug_as_text!(Card);

parse_error! {
    /// A text that is not the name of a card.
    pub struct ParseCardError:
        "is not a basic card: a rank (A 2..9 X), then its suits in the order MSWLYK";
}

impl FromStr for Card {
    type Err = ParseCardError;

    /// Reads `AM`, `2MK`, `XL`.
    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        let error = || ParseCardError::of(text);
        let (&rank, suits) = text.as_bytes().split_first().ok_or_else(error)?;
        let rank = RANK_LETTERS.iter().position(|&letter| letter == rank).ok_or_else(error)?;
        CardSet::ALL
            .iter()
            .filter(|card| card.value() as usize == rank + 1)
            .find(|card| suit_letters(card.suits()).map(|letter| letter as u8).eq(suits.iter().copied()))
            .ok_or_else(error)
    }
}

bit_set! {
    /// A set of basic cards: bit `n` is the card with index `n`.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
    pub struct CardSet(u64) of Card;
}

impl CardSet {
    /// All basic cards.
    pub const ALL: CardSet = CardSet((1 << Card::COUNT) - 1);

    /// The cards higher than this one.
    #[inline]
    pub const fn above(card: Card) -> CardSet {
        CardSet(CardSet::ALL.0 & (!1 << (card.0 & 63)))
    }

    /// The lowest card, if there is one.
    #[inline]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card(self.0.trailing_zeros() as u8)) }
    }

    /// The highest card, if there is one.
    #[inline]
    pub const fn last(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card(63 - self.0.leading_zeros() as u8)) }
    }

    /// The sum of their worth.
    #[inline]
    pub fn value(self) -> u8 {
        self.iter().map(Card::value).sum()
    }

    /// All their suits as bits.
    pub fn suits(self) -> u8 {
        self.iter().fold(0, |suits, card| suits | card.suits())
    }
}

/// The place of the `n`-th bit set in `bits`, counted from 0.
#[inline]
pub(super) const fn nth_bit(mut bits: u64, mut n: usize) -> u32 {
    while n > 0 {
        bits &= bits.wrapping_sub(1);
        n -= 1;
    }
    bits.trailing_zeros()
}
