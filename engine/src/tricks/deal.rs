//! Dealing: two hands, the open card and the talon over it.

use std::fmt;

use super::{Card, CardSet, ParseCardError, Suit, Talon};
use crate::{Rng, WordError};

/// Which cards a game is played with, and how many go where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pack {
    /// All cards.
    pub cards: CardSet,
    /// Cards to a hand.
    pub hand: usize,
    /// Cards in the talon, the open one included.
    pub talon: usize,
}

impl Pack {
    /// The number of deals.
    pub fn deals(&self) -> f64 {
        let arranged = |cards: usize| (1..=cards).map(|n| n as f64).product::<f64>();
        arranged(self.cards.len()) / arranged(self.hand).powi(2)
    }

    /// The weakest card of `suit`: as a trump it can be exchanged for the open card.
    #[inline]
    pub const fn lowest(&self, suit: Suit) -> Card {
        CardSet::from_bits(self.cards.bits() & CardSet::suit(suit).bits()).first()
    }
}

/// The outcome of chance at the trick table: all hidden order is contained in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal {
    /// The hands of player 0 and player 1.
    pub hands: [CardSet; 2],
    /// The talon, the open card at its bottom.
    pub talon: Talon,
}

impl Deal {
    /// A deal drawn evenly from all deals of the `N` cards of `pack`.
    #[inline]
    pub fn draw<const N: usize>(pack: &Pack, rng: &mut Rng) -> Deal {
        debug_assert_eq!(pack.cards.len(), N);
        let mut order = [Card::from_index(0); N];
        for (place, card) in order.iter_mut().zip(pack.cards.iter()) {
            *place = card;
        }
        // Fisher and Yates from the front, six places to a random word; the second hand is what is left.
        let mut at = 0;
        while at < pack.talon + pack.hand {
            let left = (N - at) as u32;
            let steps: [u32; 6] = std::array::from_fn(|step| left.saturating_sub(step as u32).max(1));
            for step in rng.below_each(steps) {
                if at < N {
                    order.swap(at, at + step as usize);
                    at += 1;
                }
            }
        }
        let (talon, hands) = order.split_at(pack.talon);
        let (first, second) = hands.split_at(pack.hand);
        Deal {
            hands: [first.iter().copied().collect(), second.iter().copied().collect()],
            talon: Talon::from_bottom(talon.iter().copied()),
        }
    }

    /// The deal of these cards in turn: hand, hand, open card, talon from its top.
    pub fn from_steps(pack: &Pack, cards: &[Card]) -> Deal {
        let (first, rest) = cards.split_at(pack.hand);
        let (second, rest) = rest.split_at(pack.hand);
        let (open, talon) = rest.split_at(1);
        Deal {
            hands: [first.iter().copied().collect(), second.iter().copied().collect()],
            talon: Talon::from_bottom(open.iter().chain(talon.iter().rev()).copied()),
        }
    }

    /// Reads the word `deal:...` of a record.
    pub fn read_word(pack: &Pack, word: &str) -> Result<Deal, WordError> {
        Deal::read(pack, WordError::contents(word, "deal")?).map_err(|error| WordError::broken(word, error))
    }

    /// Reads `hand/hand/open card/talon`, hands in any order, the talon top first.
    pub fn read(pack: &Pack, text: &str) -> Result<Deal, DealError> {
        let sizes = [("hand of player 0", pack.hand), ("hand of player 1", pack.hand), ("open card", 1)];
        let sizes = sizes.into_iter().chain([("talon", pack.talon - 1)]);
        let mut groups = text.split('/');
        let mut seen = CardSet::EMPTY;
        let mut read = [const { Vec::new() }; 4];
        let mut at = 0;
        for ((what, size), cards) in sizes.zip(&mut read) {
            let group = groups.next().ok_or(DealError::Missing { what })?;
            for name in group.split(',').filter(|_| !group.is_empty()) {
                let card: Card = name.parse().map_err(|error| DealError::Card { error, at })?;
                if !pack.cards.contains(card) {
                    return Err(DealError::Foreign { card, at });
                }
                if seen.contains(card) {
                    return Err(DealError::Twice { card, at });
                }
                seen.insert(card);
                cards.push(card);
                at += name.len() + 1;
            }
            if cards.len() != size {
                return Err(DealError::Size { what, size, found: cards.len() });
            }
            at += usize::from(group.is_empty());
        }
        if groups.next().is_some() {
            return Err(DealError::TooMany { at });
        }
        let [first, second, open, talon] = read;
        Ok(Deal {
            hands: [first.into_iter().collect(), second.into_iter().collect()],
            talon: Talon::from_bottom(open.into_iter().chain(talon.into_iter().rev())),
        })
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}/", self.hands[0], self.hands[1], self.talon.card(Talon::BOTTOM))?;
        let top = self.talon.left() - 1;
        for (n, card) in self.talon.from_top().take(top).enumerate() {
            write!(f, "{}{card}", if n > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

/// Why a text is not a deal of this pack. Places are bytes of the text after `deal:`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum DealError {
    Missing { what: &'static str },
    TooMany { at: usize },
    Card { error: ParseCardError, at: usize },
    Foreign { card: Card, at: usize },
    Twice { card: Card, at: usize },
    Size { what: &'static str, size: usize, found: usize },
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealError::Missing { what } => write!(f, "the deal ends before the {what}"),
            DealError::TooMany { at } => write!(f, "more than four groups, from byte {at}"),
            DealError::Card { error, at } => write!(f, "{error}, at byte {at}"),
            DealError::Foreign { card, at } => write!(f, "{card} is not in this pack, at byte {at}"),
            DealError::Twice { card, at } => write!(f, "{card} is named twice, at byte {at}"),
            DealError::Size { what, size, found } => {
                write!(f, "the {what} has {found} cards instead of {size}")
            }
        }
    }
}

impl std::error::Error for DealError {}
