//! The cards: the faces of a deck of 52 with three jokers, and which of them go together.

use std::fmt;
use std::str::FromStr;

use crate::cards::{debug_as_text, parse_error};

/// The face of a card: suit times 13 plus value less one, the joker last.
///
/// Which of the two decks a card belongs to is no part of its face.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

const SUITS: [char; 4] = ['C', 'S', 'H', 'D'];
const SYMBOLS: [char; 4] = ['♣', '♠', '♥', '♦'];
const RANKS: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];

impl Card {
    /// The joker; each deck has three, all alike.
    pub const JOKER: Card = Card(52);
    /// The number of faces.
    pub const COUNT: usize = 53;

    /// The face with this number, below [`Card::COUNT`].
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

    /// The number of cards of that a deck have this face.
    pub const fn copies(self) -> usize {
        if self.0 == Card::JOKER.0 { 3 } else { 1 }
    }

    /// Its suit, from clubs to diamonds; none for a joker.
    pub const fn suit(self) -> Option<usize> {
        if self.0 < 52 { Some(self.0 as usize / 13) } else { None }
    }

    /// Its value, from 1 for an ace to 13 for a king; none for a joker.
    pub const fn value(self) -> Option<usize> {
        if self.0 < 52 { Some(self.0 as usize % 13 + 1) } else { None }
    }

    /// The strength of an open card in the comparison for the start: a joker above all, then the ace, the
    /// king and so on, and among equal values clubs, spades, hearts, diamonds.
    pub(super) fn strength(self) -> usize {
        match (self.value(), self.suit()) {
            (Some(value), Some(suit)) => 4 * ((value + 11) % 13) + 3 - suit,
            _ => 52,
        }
    }
}

impl fmt::Display for Card {
    /// Rank and suit as two letters, or with `{:#}` the suit as a symbol; a joker is `*`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value(), self.suit()) {
            (Some(value), Some(suit)) => {
                let suits = if f.alternate() { SYMBOLS } else { SUITS };
                write!(f, "{}{}", RANKS[value - 1], suits[suit])
            }
            _ => f.write_str("*"),
        }
    }
}

debug_as_text!(Card);

parse_error! {
    /// A text that is not the name of a card.
    pub struct ParseCardError:
        "is not a card: a rank (A 2 3 4 5 6 7 8 9 T J Q K), then a suit (C S H D), or `*`";
}

impl FromStr for Card {
    type Err = ParseCardError;

    /// Reads `QS`, `Q♠`, `TD`, `10D` and `*`.
    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        if text == "*" {
            return Ok(Card::JOKER);
        }
        let error = || ParseCardError::of(text);
        let mut letters = text.chars();
        let last = letters.next_back().ok_or_else(error)?;
        let suit = SUITS.iter().zip(SYMBOLS).position(|(&letter, symbol)| letter == last || symbol == last);
        let suit = suit.ok_or_else(error)?;
        let rank = match letters.as_str() {
            "10" => 9,
            rank => {
                let mut letters = rank.chars();
                let first = letters.next().ok_or_else(error)?;
                let place = RANKS.iter().position(|&rank| rank == first).ok_or_else(error)?;
                if letters.next().is_some() {
                    return Err(error());
                }
                place
            }
        };
        Ok(Card::from_index(13 * suit + rank))
    }
}

/// A set of faces: bit `n` is the face with number `n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Faces(u64);

impl Faces {
    pub(super) const NONE: Faces = Faces(0);
    const ALL: Faces = Faces((1 << Card::COUNT) - 1);
    pub(super) const ACES: Faces = Faces(1 | 1 << 13 | 1 << 26 | 1 << 39);
    pub(super) const JOKER: Faces = Faces(1 << 52);

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether what lies open on a stack is in the set; [`Open::DOWN`] and [`Open::EMPTY`] never are.
    #[inline]
    pub(super) const fn contains(self, open: Open) -> bool {
        self.0 >> (open.0 & 63) & 1 != 0
    }

    #[inline]
    pub(super) const fn and(self, other: Faces) -> Faces {
        Faces(self.0 & other.0)
    }

    #[inline]
    pub(super) const fn or(self, other: Faces) -> Faces {
        Faces(self.0 | other.0)
    }
}

/// The open face of a stack: a face, a face-down card, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Open(u8);

impl Open {
    pub(super) const DOWN: Open = Open(62);
    pub(super) const EMPTY: Open = Open(63);
    pub(super) const JOKER: Open = Open::of(Card::JOKER);

    #[inline]
    pub(super) const fn of(card: Card) -> Open {
        Open(card.0)
    }

    #[inline]
    pub(super) const fn card(self) -> Option<Card> {
        if self.0 < 53 { Some(Card(self.0)) } else { None }
    }

    /// The face as a set; no face for a face-down card or an empty stack.
    #[inline]
    pub(super) const fn faces(self) -> Faces {
        Faces(1u64 << (self.0 & 63) & Faces::ALL.0)
    }

    /// The faces that may be put on it on the board, the limit of four left aside.
    #[inline]
    pub(super) const fn accepts(self) -> Faces {
        BOARD[(self.0 & 63) as usize]
    }

    /// The faces that may be put on it on a side or discard stack of the opponent.
    #[inline]
    pub(super) const fn neighbours(self, wrap: bool) -> Faces {
        NEIGHBOURS[wrap as usize][(self.0 & 63) as usize]
    }

    /// The next card of its suit, the one that may follow on a final stack.
    #[inline]
    pub(super) const fn successor(self) -> Faces {
        SUCCESSOR[(self.0 & 63) as usize]
    }
}

const BOARD: [Faces; 64] = {
    let mut board = [Faces::NONE; 64];
    let mut n = 0;
    while n < 52 {
        let (suit, value) = (n / 13, n % 13);
        if value > 0 {
            let others = if suit < 2 { [2, 3] } else { [0, 1] };
            board[n] = Faces(1 << (13 * others[0] + value - 1) | 1 << (13 * others[1] + value - 1));
        }
        n += 1;
    }
    board[Open::DOWN.0 as usize] = Faces::ALL;
    board[Open::EMPTY.0 as usize] = Faces::ALL;
    board
};

const NEIGHBOURS: [[Faces; 64]; 2] = {
    let mut neighbours = [[Faces::NONE; 64]; 2];
    let mut n = 0;
    while n < 52 {
        let (suit, value) = (n / 13, n % 13);
        let lower = if value > 0 { 1 << (n - 1) } else { 0 };
        let higher = if value < 12 { 1 << (n + 1) } else { 0 };
        let around = match value {
            0 => 1 << (13 * suit + 12),
            12 => 1 << (13 * suit),
            _ => 0,
        };
        neighbours[0][n] = Faces(lower | higher);
        neighbours[1][n] = Faces(lower | higher | around);
        n += 1;
    }
    neighbours
};

const SUCCESSOR: [Faces; 64] = {
    let mut successor = [Faces::NONE; 64];
    let mut n = 0;
    while n < 52 {
        if n % 13 < 12 {
            successor[n] = Faces(1 << (n + 1));
        }
        n += 1;
    }
    successor
};

/// A card as a thing on the table: its place in the deal, those of deck 0 first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece(u8);

/// The cards of one deck.
pub(super) const DECK: usize = 55;
/// The cards of both decks.
pub(super) const PIECES: usize = 2 * DECK;

impl Piece {
    /// Under the bottom card of a stack.
    pub(super) const NONE: Piece = Piece(u8::MAX);

    #[inline]
    pub(super) const fn new(index: usize) -> Piece {
        debug_assert!(index < PIECES);
        Piece(index as u8)
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The deck, which is also the player that it belonged to.
    #[inline]
    pub(super) const fn deck(self) -> usize {
        (self.0 as usize >= DECK) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(name: &str) -> Card {
        name.parse().unwrap()
    }

    #[test]
    fn every_card_reads_what_it_writes() {
        for index in 0..Card::COUNT {
            let card = Card::from_index(index);
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(format!("{card:#}").parse(), Ok(card));
        }
        assert_eq!("10D".parse(), Ok(card("TD")));
        for wrong in ["", "Q", "QX", "qs", "QSS", "1S", "100S", "♠", "Q S", "10", "**", "*S", "XS"] {
            assert!(wrong.parse::<Card>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn cards_compare_for_the_start() {
        for (higher, lower) in
            [("*", "AD"), ("AD", "KC"), ("9C", "9S"), ("9S", "9H"), ("9H", "9D"), ("3D", "2C")]
        {
            assert!(card(higher).strength() > card(lower).strength(), "{higher} and {lower}");
        }
    }

    #[test]
    fn what_goes_on_what() {
        let accepted = |faces: Faces| -> Vec<String> {
            let all = (0..Card::COUNT).map(Card::from_index);
            all.filter(|&card| faces.contains(Open::of(card))).map(|card| card.to_string()).collect()
        };
        let open = |name| Open::of(card(name));
        assert_eq!(accepted(open("7H").accepts()), ["6C", "6S"]);
        assert_eq!(accepted(open("7S").accepts()), ["6H", "6D"]);
        assert!(accepted(open("AS").accepts()).is_empty());
        assert!(accepted(open("*").accepts()).is_empty());
        assert_eq!(accepted(Open::DOWN.accepts()).len(), Card::COUNT);
        assert_eq!(accepted(open("7H").neighbours(false)), ["6H", "8H"]);
        assert_eq!(accepted(open("KH").neighbours(false)), ["QH"]);
        assert_eq!(accepted(open("KH").neighbours(true)), ["AH", "QH"]);
        assert_eq!(accepted(open("AH").neighbours(true)), ["2H", "KH"]);
        assert!(accepted(open("*").neighbours(true)).is_empty());
        assert!(accepted(Open::EMPTY.neighbours(true)).is_empty());
        assert_eq!(accepted(open("QD").successor()), ["KD"]);
        assert!(accepted(open("KD").successor()).is_empty());
    }
}
