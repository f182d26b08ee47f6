//! The cards of the extended Decktet (all but The Excuse, which is never played), in card order.

use std::fmt;

/// A card, by its place in the card order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Card(usize);

// By rank A, 2..9, X, then by the suits in the order M S W L Y K; then the pawns, then the courts.
const NAMES: [&str; 44] = [
    "AM", "AS", "AW", "AL", "AY", "AK", "2MK", "2SY", "2WL", "3MW", "3SK", "3LY", "4MS", "4WL", "4YK", "5ML",
    "5SW", "5YK", "6MW", "6SY", "6LK", "7ML", "7SK", "7WY", "8MS", "8WL", "8YK", "9MS", "9WY", "9LK", "XM",
    "XS", "XW", "XL", "XY", "XK", "PMSL", "PMYK", "PSWK", "PWLY", "CMWK", "CMLY", "CSWY", "CSLK",
];

const BASIC: usize = 36;

impl Card {
    /// Reads a card, spelled exactly.
    pub fn read(text: &str) -> Card {
        match NAMES.iter().position(|name| *name == text) {
            Some(place) => Card(place),
            None => panic!("`{text}` is not a card"),
        }
    }

    /// The 36 cards of the draw deck.
    pub fn basic() -> Vec<Card> {
        (0..BASIC).map(Card).collect()
    }

    /// The 8 pawns and courts.
    pub fn pawns_and_courts() -> Vec<Card> {
        (BASIC..NAMES.len()).map(Card).collect()
    }

    /// As the notation writes it.
    pub fn name(self) -> &'static str {
        NAMES[self.0]
    }

    /// `A`, `2`..`9`, `X`, or `P` for a pawn, `C` for a court.
    pub fn rank(self) -> char {
        self.name().chars().next().expect("a name is not empty")
    }

    /// Its one, two or three suits.
    pub fn suits(self) -> &'static str {
        &self.name()[1..]
    }

    /// Aces are worth 1, crowns 10, the other cards their rank.
    pub fn value(self) -> usize {
        match self.rank() {
            'A' => 1,
            'X' => 10,
            rank => rank.to_digit(10).expect("pawns and courts are never played for their rank") as usize,
        }
    }

    /// The score of a captured card: a pawn 1, a court 2.
    pub fn points(self) -> i64 {
        match self.rank() {
            'P' => 1,
            'C' => 2,
            rank => panic!("a card of rank {rank} scores nothing"),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name())
    }
}

/// The cards with commas between them.
pub fn list(cards: &[Card]) -> String {
    cards.iter().map(|card| card.name()).collect::<Vec<_>>().join(",")
}

/// Reads cards with commas between them; the empty text is no cards.
pub fn read_list(text: &str) -> Vec<Card> {
    if text.is_empty() { vec![] } else { text.split(',').map(Card::read).collect() }
}

/// The cards in card order.
pub fn sorted(cards: &[Card]) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort();
    cards
}

/// The first cards without the second ones.
pub fn without(cards: &[Card], left_out: &[Card]) -> Vec<Card> {
    cards.iter().copied().filter(|card| !left_out.contains(card)).collect()
}

/// All sets of at most `most` of the cards, the empty one included, each in the order of `cards`.
pub fn subsets(cards: &[Card], most: usize) -> Vec<Vec<Card>> {
    let mut sets: Vec<Vec<Card>> = vec![vec![]];
    for card in cards {
        let larger: Vec<Vec<Card>> = sets
            .iter()
            .filter(|set| set.len() < most)
            .map(|set| [set.as_slice(), &[*card]].concat())
            .collect();
        sets.extend(larger);
    }
    sets
}
