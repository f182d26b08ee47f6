//! The events of chance: the lot before the game, the deal, and the new deck made of the discards.

use std::fmt;
use std::str::FromStr;

use super::deck::shuffle;
use super::{Card, CardSet, Court, CourtSet, Deck};
use crate::{Rng, WordError};

/// A decision of chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// The pawn or court that was guessed at; it goes to the bottom of the pile.
    Lot(Court),
    /// The deal.
    Deal(Deal),
    /// The discards, shuffled to be the new deck.
    Pile(Deck),
}

/// A deal: all hidden order is contained in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The hands of the players; those of seats beyond the last are empty.
    pub hands: [CardSet; 4],
    /// The pawns and courts laid out.
    pub display: CourtSet,
    /// The other pawns and courts, top first.
    pub pile: [Court; 5],
    /// The draw deck.
    pub deck: Deck,
}

/// The number of cards that a hand begins with.
pub(super) const HAND: usize = 3;

impl Deal {
    /// A deal for this number of players, drawn evenly from those with `lot` at the bottom of the pile.
    pub(super) fn draw(players: usize, lot: Option<Court>, rng: &mut Rng) -> Deal {
        let mut cards: [Card; Card::COUNT] = std::array::from_fn(Card::from_index);
        shuffle(&mut cards, rng);
        let (dealt, deck) = cards.split_at(HAND * players);
        let mut hands = [CardSet::EMPTY; 4];
        for (hand, cards) in hands.iter_mut().zip(dealt.chunks_exact(HAND)) {
            *hand = cards.iter().copied().collect();
        }
        let mut courts: [Court; Court::COUNT] = std::array::from_fn(Court::from_index);
        let mut total = Court::COUNT;
        if let Some(lot) = lot {
            total -= 1;
            courts.swap(lot.index(), total);
        }
        let steps: [u32; 7] = std::array::from_fn(|at| (total - at) as u32);
        for (at, step) in rng.below_each(steps).into_iter().enumerate() {
            courts.swap(at, at + step as usize);
        }
        Deal {
            hands,
            display: courts[..3].iter().copied().collect(),
            pile: std::array::from_fn(|n| courts[3 + n]),
            deck: Deck::from_top(deck),
        }
    }

    /// Reads what comes after `deal:`, hands and display in any order, pile and deck top first.
    pub(super) fn read(players: usize, lot: Option<Court>, text: &str) -> Result<Deal, DealError> {
        let mut groups = Groups { text, at: 0, ended: false };
        let mut dealt = CardSet::EMPTY;
        let mut hands = [CardSet::EMPTY; 4];
        for (player, hand) in hands.iter_mut().enumerate().take(players) {
            *hand = groups.cards(format!("hand of player {player}"), HAND, &mut dealt)?.into_iter().collect();
        }
        let display: Vec<Court> = groups.read("display".to_owned(), 3)?;
        let pile_at = groups.at;
        let pile: Vec<Court> = groups.read("pile".to_owned(), 5)?;
        let mut courts = CourtSet::EMPTY;
        for &court in display.iter().chain(&pile) {
            if courts.contains(court) {
                return Err(DealError::Twice { name: court.to_string() });
            }
            courts.insert(court);
        }
        let deck = groups.cards("draw deck".to_owned(), Card::COUNT - HAND * players, &mut dealt)?;
        if !groups.ended {
            return Err(DealError::TooMany { at: groups.at });
        }
        let pile: [Court; 5] = std::array::from_fn(|n| pile[n]);
        match lot {
            Some(lot) if pile[4] != lot => Err(DealError::Lot { lot, bottom: pile[4], at: pile_at }),
            _ => {
                Ok(Deal { hands, display: display.into_iter().collect(), pile, deck: Deck::from_top(&deck) })
            }
        }
    }

    /// The word after `deal:`.
    pub(super) fn word(&self, players: usize) -> String {
        let hands: Vec<String> = self.hands[..players].iter().map(CardSet::to_string).collect();
        let pile: Vec<String> = self.pile.iter().map(Court::to_string).collect();
        format!("{}/{}/{}/{}", hands.join("/"), self.display, pile.join(","), self.deck)
    }
}

impl Chance {
    /// Reads `lot:<pawn or court>`.
    pub(super) fn read_lot(word: &str) -> Result<Chance, WordError> {
        let court: Result<Court, _> = WordError::contents(word, "lot")?.parse();
        court.map(Chance::Lot).map_err(|error| WordError::broken(word, error))
    }

    /// Reads `pile:<new deck>`, which is made of `discards`.
    pub(super) fn read_pile(word: &str, discards: CardSet) -> Result<Chance, WordError> {
        let text = WordError::contents(word, "pile")?;
        let read = || {
            let mut groups = Groups { text, at: 0, ended: false };
            let mut used = CardSet::ALL - discards;
            let deck = groups.cards("new deck".to_owned(), discards.len(), &mut used)?;
            if groups.ended { Ok(deck) } else { Err(DealError::TooMany { at: groups.at }) }
        };
        let deck = read().map_err(|error| match error {
            DealError::Twice { name } => DealError::NotDiscarded { name },
            error => error,
        });
        deck.map(|deck| Chance::Pile(Deck::from_top(&deck))).map_err(|error| WordError::broken(word, error))
    }
}

/// Groups of names with `/` between them.
struct Groups<'a> {
    text: &'a str,
    /// The byte where the next group begins.
    at: usize,
    ended: bool,
}

impl Groups<'_> {
    /// Reads the next group of `size` names.
    fn read<T: FromStr<Err: fmt::Display>>(
        &mut self,
        what: String,
        size: usize,
    ) -> Result<Vec<T>, DealError> {
        if self.ended {
            return Err(DealError::Missing { what });
        }
        let rest = &self.text[self.at..];
        let group = rest.split('/').next().unwrap_or_default();
        let mut at = self.at;
        let mut read = Vec::with_capacity(size);
        for name in group.split(',').filter(|_| !group.is_empty()) {
            read.push(
                name.parse().map_err(|error: T::Err| DealError::Name { error: error.to_string(), at })?,
            );
            at += name.len() + 1;
        }
        if read.len() != size {
            return Err(DealError::Size { what, size, found: read.len() });
        }
        self.ended = group.len() == rest.len();
        self.at += group.len() + 1;
        Ok(read)
    }

    /// Reads the next group of basic cards, none of which was `used` before.
    fn cards(&mut self, what: String, size: usize, used: &mut CardSet) -> Result<Vec<Card>, DealError> {
        let cards: Vec<Card> = self.read(what, size)?;
        for &card in &cards {
            if used.contains(card) {
                return Err(DealError::Twice { name: card.to_string() });
            }
            used.insert(card);
        }
        Ok(cards)
    }
}

/// Why a text is not a deal or a new deck. Places are bytes of the text after the colon.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum DealError {
    Missing { what: String },
    TooMany { at: usize },
    Name { error: String, at: usize },
    Twice { name: String },
    NotDiscarded { name: String },
    Size { what: String, size: usize, found: usize },
    Lot { lot: Court, bottom: Court, at: usize },
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealError::Missing { what } => write!(f, "it ends before the {what}"),
            DealError::TooMany { at } => write!(f, "more groups than wanted, from byte {at}"),
            DealError::Name { error, at } => write!(f, "{error}, at byte {at}"),
            DealError::Twice { name } => write!(f, "{name} is named twice"),
            DealError::NotDiscarded { name } => {
                write!(f, "{name} is named twice, or does not lie in the discard pile")
            }
            DealError::Size { what, size, found } => {
                write!(f, "the {what} has {found} cards instead of {size}")
            }
            DealError::Lot { lot, bottom, at } => {
                write!(f, "the pile, from byte {at}, ends with {bottom} instead of the lot {lot}")
            }
        }
    }
}

impl std::error::Error for DealError {}
