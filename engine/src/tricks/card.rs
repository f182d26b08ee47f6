//! The cards of the trick-taking games: 32 of them, four suits of eight ranks in order of strength.
//!
//! One order of ranks serves all three packs: Kinderschnapsen plays with 2 7 J Q, Sixty-six with
//! 9 J Q K T A, Schnapsen with J Q K T A, and each of them is a part of 2 7 9 J Q K T A. So a suit is one
//! byte of a [`CardSet`], and the stronger card of a suit is the higher bit.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use crate::cards::{bit_set, debug_as_text, parse_error};

/// A suit, in the order of the notation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// Kreuz.
    Clubs,
    /// Pik.
    Spades,
    /// Herz.
    Hearts,
    /// Karo.
    Diamonds,
}

impl Suit {
    /// All suits in order.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds];

    /// The letter of the notation.
    pub const fn letter(self) -> char {
        ['C', 'S', 'H', 'D'][self as usize]
    }

    /// The symbol for people.
    pub const fn symbol(self) -> char {
        ['♣', '♠', '♥', '♦'][self as usize]
    }

    /// The suit of this letter or symbol.
    pub fn from_char(c: char) -> Option<Suit> {
        Suit::ALL.into_iter().find(|suit| suit.letter() == c || suit.symbol() == c)
    }
}

/// A rank, from weakest to strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Rank {
    Two,
    Seven,
    Nine,
    Jack,
    Queen,
    King,
    Ten,
    Ace,
}

impl Rank {
    /// All ranks from weakest to strongest.
    pub const ALL: [Rank; 8] =
        [Rank::Two, Rank::Seven, Rank::Nine, Rank::Jack, Rank::Queen, Rank::King, Rank::Ten, Rank::Ace];

    /// The letter of the notation.
    pub const fn letter(self) -> char {
        ['2', '7', '9', 'J', 'Q', 'K', 'T', 'A'][self as usize]
    }

    /// The rank of this letter.
    pub fn from_char(c: char) -> Option<Rank> {
        Rank::ALL.into_iter().find(|rank| rank.letter() == c)
    }
}

/// A card: suit times eight plus rank, so cards order by suit, then strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of this rank and suit.
    #[inline]
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(8 * suit as u8 + rank as u8)
    }

    /// The card with this number, below 32.
    #[inline]
    pub const fn from_index(index: usize) -> Card {
        debug_assert!(index < 32);
        Card((index & 31) as u8)
    }

    /// Its number, below 32.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }

    /// Its suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.index() >> 3]
    }

    /// Its rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.index() & 7]
    }

    /// The cards of its suit.
    #[inline]
    pub const fn suit_mates(self) -> CardSet {
        CardSet(0xff << (self.0 & 0x18))
    }

    /// The stronger cards of its suit.
    #[inline]
    pub const fn stronger(self) -> CardSet {
        CardSet(self.suit_mates().0 & (!1u32 << (self.0 & 31)))
    }
}

impl fmt::Display for Card {
    /// Rank and suit as two letters, or with `{:#}` the suit as a symbol.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suit = if f.alternate() { self.suit().symbol() } else { self.suit().letter() };
        f.write_char(self.rank().letter())?;
        f.write_char(suit)
    }
}

debug_as_text!(Card);

parse_error! {
    /// A text that is not the name of a card.
    pub struct ParseCardError:
        "is not a card: a rank (2 7 9 J Q K T A), then a suit (C S H D)";
}

impl FromStr for Card {
    type Err = ParseCardError;

    /// Reads `QS`, `Q♠`, `TD` and `10D`.
    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        let error = || ParseCardError::of(text);
        let mut letters = text.chars();
        let suit = letters.next_back().and_then(Suit::from_char).ok_or_else(error)?;
        let rank = match letters.as_str() {
            "10" => Rank::Ten,
            rank => {
                let mut rank = rank.chars();
                let first = rank.next().and_then(Rank::from_char).ok_or_else(error)?;
                if rank.next().is_some() {
                    return Err(error());
                }
                first
            }
        };
        Ok(Card::new(rank, suit))
    }
}

/// King and queen of `suit`.
#[inline]
pub const fn pair(suit: Suit) -> CardSet {
    CardSet::pack(&[suit], &[Rank::Queen, Rank::King])
}

bit_set! {
    /// A set of cards: bit `n` is the card with index `n`.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct CardSet(u32) of Card;
}

impl CardSet {
    /// All cards of this suit.
    #[inline]
    pub const fn suit(suit: Suit) -> CardSet {
        CardSet(0xff << (8 * suit as u32))
    }

    /// All cards of these ranks in these suits.
    pub const fn pack(suits: &[Suit], ranks: &[Rank]) -> CardSet {
        let mut bits = 0;
        let mut s = 0;
        while s < suits.len() {
            let mut r = 0;
            while r < ranks.len() {
                bits |= 1 << Card::new(ranks[r], suits[s]).0;
                r += 1;
            }
            s += 1;
        }
        CardSet(bits)
    }

    /// This set, or if it is empty the other.
    #[inline]
    pub const fn or_if_empty(self, other: CardSet) -> CardSet {
        if self.0 == 0 { other } else { self }
    }

    /// The lowest card of a set that is not empty.
    #[inline]
    pub const fn first(self) -> Card {
        debug_assert!(self.0 != 0, "an empty set has no first card");
        Card((self.0.trailing_zeros() & 31) as u8)
    }
}
