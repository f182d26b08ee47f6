//! The deal: 55 cards of each deck, in the order in which they are laid out.

use std::fmt;

use super::card::{Card, DECK, ParseCardError};
use crate::{Rng, WordError};

/// The event of chance: the order of both decks. Everything turned up later follows from it.
///
/// Cards 1 to 13 are the side stack, the last of them open; 14 cards go to the board, row by row; the other
/// 28 are the main stack, top first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal {
    /// The cards of player 0's deck and of player 1's.
    pub decks: [[Card; DECK]; 2],
}

/// The places in the deal of the open cards: on C, then on E, F, G, H.
pub(super) const OPEN: [usize; 5] = [12, 17, 21, 24, 26];

/// A deck in card order.
const SORTED: [Card; DECK] = {
    let mut deck = [Card::JOKER; DECK];
    let mut n = 0;
    while n < 52 {
        deck[n] = Card::from_index(n);
        n += 1;
    }
    deck
};

impl Deal {
    /// A deal drawn evenly from those that decide who starts.
    pub(super) fn draw(rng: &mut Rng) -> Deal {
        loop {
            let deal = Deal { decks: [shuffled(rng), shuffled(rng)] };
            // All five comparisons tie once in some hundred million deals.
            if deal.starter().is_some() {
                return deal;
            }
        }
    }

    /// The player whose open cards are higher, if any are.
    pub fn starter(&self) -> Option<usize> {
        OPEN.iter().find_map(|&place| {
            let [first, second] = [0, 1].map(|player| self.decks[player][place].strength());
            (first != second).then_some(usize::from(second > first))
        })
    }

    /// Reads the word `deal:...` of a record.
    pub(super) fn read_word(word: &str) -> Result<Deal, WordError> {
        Deal::read(WordError::contents(word, "deal")?).map_err(|error| WordError::broken(word, error))
    }

    /// Reads `<deck of player 0>/<deck of player 1>`, each in dealing order.
    pub fn read(text: &str) -> Result<Deal, DealError> {
        let mut groups = text.split('/');
        let mut decks = [[Card::JOKER; DECK]; 2];
        let mut at = 0;
        for (player, deck) in decks.iter_mut().enumerate() {
            let group = groups.next().ok_or(DealError::Missing { player })?;
            let mut left = [0usize; Card::COUNT];
            (0..Card::COUNT).for_each(|n| left[n] = Card::from_index(n).copies());
            let mut dealt = 0;
            for name in group.split(',').filter(|_| !group.is_empty()) {
                let card: Card = name.parse().map_err(|error| DealError::Card { error, at })?;
                if left[card.index()] == 0 {
                    return Err(DealError::TooOften { card, player, at });
                }
                left[card.index()] -= 1;
                deck[dealt] = card;
                dealt += 1;
                at += name.len() + 1;
            }
            if dealt != DECK {
                return Err(DealError::Size { player, found: dealt });
            }
        }
        if groups.next().is_some() {
            return Err(DealError::TooMany { at });
        }
        let deal = Deal { decks };
        deal.starter().map(|_| deal).ok_or(DealError::Tie)
    }
}

/// A deck in random order: Fisher and Yates from the front, five places to a random word.
fn shuffled(rng: &mut Rng) -> [Card; DECK] {
    let mut deck = SORTED;
    for at in (0..DECK).step_by(5) {
        let steps: [u32; 5] = std::array::from_fn(|n| (DECK - at - n) as u32);
        for (n, step) in rng.below_each(steps).into_iter().enumerate() {
            deck.swap(at + n, at + n + step as usize);
        }
    }
    deck
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (player, deck) in self.decks.iter().enumerate() {
            f.write_str(if player > 0 { "/" } else { "" })?;
            for (n, card) in deck.iter().enumerate() {
                write!(f, "{}{card}", if n > 0 { "," } else { "" })?;
            }
        }
        Ok(())
    }
}

/// Why a text is not a deal. Places are bytes of the text after `deal:`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum DealError {
    Missing { player: usize },
    TooMany { at: usize },
    Card { error: ParseCardError, at: usize },
    TooOften { card: Card, player: usize, at: usize },
    Size { player: usize, found: usize },
    Tie,
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealError::Missing { player } => write!(f, "the deal ends before the deck of player {player}"),
            DealError::TooMany { at } => write!(f, "more than two decks, from byte {at}"),
            DealError::Card { error, at } => write!(f, "{error}, at byte {at}"),
            DealError::TooOften { card: Card::JOKER, player, at } => {
                write!(f, "a fourth joker in the deck of player {player}, at byte {at}")
            }
            DealError::TooOften { card, player, at } => {
                write!(f, "{card} is named twice in the deck of player {player}, at byte {at}")
            }
            DealError::Size { player, found } => {
                write!(f, "the deck of player {player} has {found} cards instead of {DECK}")
            }
            DealError::Tie => {
                f.write_str("the open cards of both players are all equal, so that neither player starts")
            }
        }
    }
}

impl std::error::Error for DealError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_deals_are_refused() {
        let mut rng = Rng::new(1, 0);
        let text = Deal::draw(&mut rng).to_string();
        let (first, second) = text.split_once('/').unwrap();
        let jokers = first.replacen("AC", "*", 1);
        for (broken, message) in [
            (first.to_owned(), "before the deck of player 1"),
            (format!("{text}/"), "more than two decks"),
            (text.replacen("AC", "1C", 1), "is not a card"),
            (text.replacen("AC", "KC", 1), "named twice in the deck of player 0"),
            (format!("{jokers}/{second}"), "a fourth joker in the deck of player 0"),
            (format!("{}/{second}", &first[first.find(',').unwrap() + 1..]), "54 cards instead of 55"),
        ] {
            let error = Deal::read(&broken).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
