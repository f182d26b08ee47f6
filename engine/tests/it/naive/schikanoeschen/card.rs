//! The cards of the two decks, and the reading of a deal.

use std::cmp::Ordering;

/// A card with its back, lying face-up or face-down; the three jokers of a deck are alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card {
    pub deck: u8,
    /// One of C, S, H, D; `*` for a joker.
    pub suit: char,
    /// Ace 1 to king 13; 0 for a joker.
    pub value: u8,
    pub up: bool,
}

const SUITS: [char; 4] = ['C', 'S', 'H', 'D'];
const RANKS: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];

impl Card {
    pub fn is_joker(self) -> bool {
        self.suit == '*'
    }

    pub fn is_red(self) -> bool {
        self.suit == 'H' || self.suit == 'D'
    }

    pub fn face_up(self) -> Card {
        Card { up: true, ..self }
    }

    pub fn face_down(self) -> Card {
        Card { up: false, ..self }
    }

    /// The face as it is written, without the back.
    pub fn text(self) -> String {
        if self.is_joker() {
            "*".to_string()
        } else {
            format!("{}{}", RANKS[usize::from(self.value) - 1], self.suit)
        }
    }

    // Setup: joker > ace > king ... > two; then clubs > spades > hearts > diamonds. Two jokers tie (X21).
    fn start_strength(self) -> (u8, u8) {
        if self.is_joker() {
            return (15, 0);
        }
        let value = if self.value == 1 { 14 } else { self.value };
        let suit = match self.suit {
            'C' => 4,
            'S' => 3,
            'H' => 2,
            _ => 1,
        };
        (value, suit)
    }
}

/// The order of two open cards for the start of the game.
pub fn compare_for_start(one: Card, other: Card) -> Ordering {
    one.start_strength().cmp(&other.start_strength())
}

/// All 55 cards of a deck, face-down.
pub fn full_deck(deck: u8) -> Vec<Card> {
    let mut cards = vec![Card { deck, suit: '*', value: 0, up: false }; 3];
    for suit in SUITS {
        for value in 1..=13 {
            cards.push(Card { deck, suit, value, up: false });
        }
    }
    cards
}

/// A face-down card from its face; chance words may also use suit symbols and `10`.
pub fn read_card(text: &str, deck: u8) -> Card {
    if text == "*" {
        return Card { deck, suit: '*', value: 0, up: false };
    }
    let suit = text.chars().last().unwrap_or_else(|| panic!("empty card in a deal"));
    let rank = &text[..text.len() - suit.len_utf8()];
    let suit = match suit {
        '♣' => 'C',
        '♠' => 'S',
        '♥' => 'H',
        '♦' => 'D',
        letter => letter,
    };
    assert!(SUITS.contains(&suit), "unknown suit in {text:?}");
    let rank = if rank == "10" { "T" } else { rank };
    let place = RANKS.iter().position(|known| known.to_string() == rank);
    let place = place.unwrap_or_else(|| panic!("unknown rank in {text:?}"));
    Card { deck, suit, value: place as u8 + 1, up: false }
}

/// Both decks in dealing order, from `deal:<55 cards>/<55 cards>`.
pub fn read_deal(word: &str) -> [Vec<Card>; 2] {
    let groups = word.strip_prefix("deal:").unwrap_or_else(|| panic!("not a deal: {word:?}"));
    let groups: Vec<&str> = groups.split('/').collect();
    assert!(groups.len() == 2, "a deal has two groups, not {}", groups.len());
    [read_deck(groups[0], 0), read_deck(groups[1], 1)]
}

// Each deck is 52 cards and 3 jokers.
fn read_deck(group: &str, deck: u8) -> Vec<Card> {
    let cards: Vec<Card> = group.split(',').map(|text| read_card(text, deck)).collect();
    let mut missing = full_deck(deck);
    for card in &cards {
        let found = missing.iter().position(|other| other == card);
        let found = found.unwrap_or_else(|| panic!("{} is once too often in deck {deck}", card.text()));
        missing.remove(found);
    }
    assert!(missing.is_empty(), "deck {deck} lacks {} cards", missing.len());
    cards
}
