//! Reading what chance has decided.

use std::fmt;

use super::card::{Card, CardSet, ParseCardError};
use super::game::Chance;
use super::position::{Phase, Position};
use super::setup::HAND;
use super::stock::Pile;
use crate::WordError;

/// Reads the word of the chance event that is due at `position`.
pub(super) fn chance(position: &Position, word: &str) -> Result<Chance, WordError> {
    let deck = CardSet::ALL - position.setup.in_hands();
    let read = |name, expected: &[(&'static str, usize)], from| {
        let contents = WordError::contents(word, name)?;
        groups(contents, expected, from).map_err(|error| WordError::broken(word, error))
    };
    match position.phase {
        Phase::Deal => {
            let hands = [("hand of player 0", HAND), ("hand of player 1", HAND)];
            Ok(Chance::Deal(pair(&read("deal", &hands, deck)?)))
        }
        Phase::Refill => {
            let mut sizes = [("refill of player 0", 0), ("refill of player 1", 0)];
            if let Some((drawer, size)) = position.setup.draws(position.setup.refilled()) {
                sizes[drawer.index()].1 = size;
            }
            Ok(Chance::Refill(pair(&read("refill", &sizes, deck)?)))
        }
        _ => {
            let cards = position.pile_cards();
            let groups = read("pile", &[("draw pile", cards.len())], cards)?;
            Ok(Chance::Pile(Pile::from_top(groups.into_iter().flatten())))
        }
    }
}

fn pair(groups: &[Vec<Card>]) -> [CardSet; 2] {
    [groups[0].iter().copied().collect(), groups[1].iter().copied().collect()]
}

/// Reads groups of this number of cards each, all out of `from`.
fn groups(
    text: &str,
    expected: &[(&'static str, usize)],
    mut from: CardSet,
) -> Result<Vec<Vec<Card>>, ChanceError> {
    let mut found = text.split('/');
    let mut read = Vec::with_capacity(expected.len());
    let mut seen = CardSet::EMPTY;
    let mut at = 0;
    for &(what, size) in expected {
        let group = found.next().ok_or(ChanceError::Missing { what })?;
        let mut cards = Vec::with_capacity(size);
        let mut place = at;
        for name in group.split(',').filter(|_| !group.is_empty()) {
            let card: Card = name.parse().map_err(|error| ChanceError::Card { error, at: place })?;
            if seen.contains(card) {
                return Err(ChanceError::Twice { card, at: place });
            }
            if !from.contains(card) {
                return Err(ChanceError::Elsewhere { card, at: place });
            }
            seen.insert(card);
            from.remove(card);
            cards.push(card);
            place += name.len() + 1;
        }
        if cards.len() != size {
            return Err(ChanceError::Size { what, size, found: cards.len() });
        }
        at += group.len() + 1;
        read.push(cards);
    }
    match found.next() {
        Some(_) => Err(ChanceError::TooMany { groups: expected.len(), at }),
        None => Ok(read),
    }
}

/// Why a text is not what chance can have decided. Places are bytes of the text after the name.
enum ChanceError {
    Missing { what: &'static str },
    TooMany { groups: usize, at: usize },
    Card { error: ParseCardError, at: usize },
    Twice { card: Card, at: usize },
    Elsewhere { card: Card, at: usize },
    Size { what: &'static str, size: usize, found: usize },
}

impl fmt::Display for ChanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChanceError::Missing { what } => write!(f, "it ends before the {what}"),
            ChanceError::TooMany { groups, at } => write!(f, "more than {groups} groups, from byte {at}"),
            ChanceError::Card { error, at } => write!(f, "{error}, at byte {at}"),
            ChanceError::Twice { card, at } => write!(f, "{card} is named twice, at byte {at}"),
            ChanceError::Elsewhere { card, at } => {
                write!(f, "{card} is not among the cards left to come, at byte {at}")
            }
            ChanceError::Size { what, size, found } => {
                write!(f, "the {what} has {found} cards instead of {size}")
            }
        }
    }
}
