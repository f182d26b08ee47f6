//! Cards and deals as plain vectors, and how they are read.

use std::fmt;

/// A card, rank and suit as the notation writes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card {
    /// `9`, `T`, `Q` and so on.
    pub rank: char,
    /// `C`, `S`, `H` or `D`.
    pub suit: char,
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank, self.suit)
    }
}

/// All cards of these suits and ranks, in card order.
pub fn deck(suits: &str, ranks: &str) -> Vec<Card> {
    let mut cards = vec![];
    for suit in suits.chars() {
        for rank in ranks.chars() {
            cards.push(Card { rank, suit });
        }
    }
    cards
}

/// The cards of which this is true.
pub fn pick(cards: &[Card], is_wanted: impl Fn(&Card) -> bool) -> Vec<Card> {
    cards.iter().copied().filter(is_wanted).collect()
}

/// Each card as a word.
pub fn spell(cards: &[Card]) -> Vec<String> {
    cards.iter().map(Card::to_string).collect()
}

/// The cards with commas between them.
pub fn list(cards: &[Card]) -> String {
    spell(cards).join(",")
}

pub fn read_card(text: &str) -> Card {
    let letters: Vec<char> = text.chars().collect();
    assert!(letters.len() == 2, "`{text}` is not a card");
    Card { rank: letters[0], suit: letters[1] }
}

/// Reads two hands, the open card and the pile; hands come out in card order whatever order they were written
/// in.
pub fn read_deal(word: &str, deck: &[Card], sizes: [usize; 4]) -> Vec<Vec<Card>> {
    let mut text = word.strip_prefix("deal:").expect("a deal begins with `deal:`").to_string();
    for (other, plain) in [("♣", "C"), ("♠", "S"), ("♥", "H"), ("♦", "D"), ("10", "T")] {
        text = text.replace(other, plain);
    }
    let mut groups: Vec<Vec<Card>> =
        text.split('/').map(|group| group.split(',').map(read_card).collect()).collect();
    let found: Vec<usize> = groups.iter().map(Vec::len).collect();
    assert!(found == sizes, "groups of {found:?} cards instead of {sizes:?}");
    for card in deck {
        assert!(groups.iter().flatten().any(|dealt| dealt == card), "{card} is missing");
    }
    for hand in &mut groups[..2] {
        hand.sort_by_key(|card| deck.iter().position(|c| c == card));
    }
    groups
}
