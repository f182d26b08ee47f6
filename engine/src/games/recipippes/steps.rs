//! Chance one card at a time.

use std::fmt;

use super::deal::HAND;
use super::position::Phase;
use super::rules::Recipippes;
use super::{Card, CardSet, Chance, Court, CourtSet, Deal, Deck, Position};
use crate::{Game, Steps};

/// A card that chance deals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// A basic card.
    Card(Card),
    /// A pawn or court.
    Court(Court),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Card(card) => card.fmt(f),
            Step::Court(court) => court.fmt(f),
        }
    }
}

/// The basic cards among these steps.
fn cards(steps: &[Step]) -> Vec<Card> {
    let card = |step: &Step| match step {
        Step::Card(card) => Some(*card),
        Step::Court(_) => None,
    };
    steps.iter().filter_map(card).collect()
}

/// The pawns and courts among these steps.
fn courts(steps: &[Step]) -> Vec<Court> {
    let court = |step: &Step| match step {
        Step::Card(_) => None,
        Step::Court(court) => Some(*court),
    };
    steps.iter().filter_map(court).collect()
}

impl Steps for Recipippes {
    type Step = Step;

    /// The hands in seat order, the deck from its top, the display, then the pile from its top.
    fn steps(&self, position: &Position, dealt: &[Step]) -> Vec<(Step, f64)> {
        let used: CardSet = cards(dealt).into_iter().collect();
        let mut laid: CourtSet = courts(dealt).into_iter().collect();
        let (cards, courts) = match position.phase {
            Phase::Lot if dealt.is_empty() => (CardSet::EMPTY, CourtSet::ALL),
            Phase::Deal => {
                position.lot.into_iter().for_each(|lot| laid.insert(lot));
                let left = CardSet::ALL - used;
                (left, if left.is_empty() { CourtSet::ALL.without(laid) } else { CourtSet::EMPTY })
            }
            Phase::Shuffle => (position.discard.cards() - used, CourtSet::EMPTY),
            _ => (CardSet::EMPTY, CourtSet::EMPTY),
        };
        let choices = cards.iter().map(Step::Card).chain(courts.iter().map(Step::Court));
        let probability = 1.0 / (cards.len() + courts.len()) as f64;
        choices.map(|step| (step, probability)).collect()
    }

    fn assemble(&self, position: &Position, dealt: &[Step]) -> Chance {
        let (cards, mut courts) = (cards(dealt), courts(dealt));
        match position.phase {
            Phase::Lot => Chance::Lot(courts[0]),
            Phase::Shuffle => Chance::Pile(Deck::from_top(&cards)),
            _ => {
                courts.extend(position.lot);
                let (dealt, deck) = cards.split_at(HAND * self.players());
                let mut hands = [CardSet::EMPTY; 4];
                for (hand, cards) in hands.iter_mut().zip(dealt.chunks_exact(HAND)) {
                    *hand = cards.iter().copied().collect();
                }
                Chance::Deal(Deal {
                    hands,
                    display: courts[..3].iter().copied().collect(),
                    pile: std::array::from_fn(|n| courts[3 + n]),
                    deck: Deck::from_top(deck),
                })
            }
        }
    }
}
