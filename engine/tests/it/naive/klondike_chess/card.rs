//! The 52 French cards, their words, and the groups of cards in chance words.

use std::fmt::{self, Write};

const SUITS: &str = "CSHD";
const SUIT_SYMBOLS: &str = "♣♠♥♦";
const RANKS: &str = "A23456789TJQK";

pub const ACE: usize = 1;
pub const JACK: usize = 11;
pub const QUEEN: usize = 12;
pub const KING: usize = 13;

/// A card; the derived order is the card order: by suit C, S, H, D, then by value, ace 1 to king 13.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Card {
    pub suit: usize,
    pub value: usize,
}

impl Card {
    /// 0 for black (clubs, spades), 1 for red (hearts, diamonds): also the player whose colour it is.
    pub fn colour(self) -> usize {
        self.suit / 2
    }

    /// The value after this one, wrapping from king to ace.
    pub fn next_value(self) -> usize {
        self.value % 13 + 1
    }
}

impl fmt::Display for Card {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_char(RANKS.as_bytes()[self.value - 1] as char)?;
        out.write_char(SUITS.as_bytes()[self.suit] as char)
    }
}

/// All 52 cards in card order.
pub fn deck() -> Vec<Card> {
    let mut cards = vec![];
    for suit in 0..4 {
        for value in ACE..=KING {
            cards.push(Card { suit, value });
        }
    }
    cards
}

/// `QS`; as in chance words also `Q♠`, and `10` for `T`.
pub fn read_card(word: &str) -> Card {
    let suit_char = word.chars().last().expect("a card is not empty");
    let rank_word = &word[..word.len() - suit_char.len_utf8()];
    let rank_word = if rank_word == "10" { "T" } else { rank_word };
    let position = |all: &str| all.chars().position(|c| c == suit_char);
    let suit = position(SUITS).or(position(SUIT_SYMBOLS));
    let value = RANKS.chars().position(|c| rank_word == c.to_string());
    match (suit, value) {
        (Some(suit), Some(index)) => Card { suit, value: index + 1 },
        _ => panic!("`{word}` is no card"),
    }
}

/// `7S,JS,QS`, possibly empty.
pub fn read_cards(group: &str) -> Vec<Card> {
    if group.is_empty() { vec![] } else { group.split(',').map(read_card).collect() }
}

/// The groups of `<name>:<group>/<group>...`; panics if the name is another one.
pub fn read_groups(word: &str, name: &str) -> Vec<Vec<Card>> {
    match word.split_once(':') {
        Some((found, groups)) if found == name => groups.split('/').map(read_cards).collect(),
        _ => panic!("expected `{name}:...`, found `{word}`"),
    }
}

/// Cards with commas between them, as in the words.
pub fn list(cards: &[Card]) -> String {
    let words: Vec<String> = cards.iter().map(ToString::to_string).collect();
    words.join(",")
}

/// The cards in card order.
pub fn sorted(cards: &[Card]) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort();
    cards
}
