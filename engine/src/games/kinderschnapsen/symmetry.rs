//! Kinderschnapsen up to the names of its suits.
//!
//! The rules never name a suit: renaming the three suits carries deals to deals, legal actions to legal
//! actions and payoffs to the same payoffs. So two information sets that differ only by such a renaming
//! have the same value, and a strategy for one is a strategy for the other. Trump is always known, which
//! leaves one free choice: which of the two plain suits comes first.

use super::hand::Hand;
use crate::tricks::{Action, Card, CardSet, Deal, InfoSet, Suit, Table, Talon};

/// A renaming of spades, hearts and diamonds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SuitMap([Suit; 4]);

impl SuitMap {
    /// The six renamings.
    pub fn all() -> [SuitMap; 6] {
        use Suit::{Clubs as C, Diamonds as D, Hearts as H, Spades as S};
        [[C, S, H, D], [C, S, D, H], [C, H, S, D], [C, H, D, S], [C, D, S, H], [C, D, H, S]].map(SuitMap)
    }

    /// What becomes of a card.
    #[inline]
    pub fn card(&self, card: Card) -> Card {
        Card::new(card.rank(), self.0[card.suit() as usize])
    }

    /// What becomes of a set of cards.
    #[inline]
    pub fn cards(&self, cards: CardSet) -> CardSet {
        let suit =
            |suit: Suit| (cards.bits() >> (8 * suit as u32) & 0xff) << (8 * self.0[suit as usize] as u32);
        CardSet::from_bits(Suit::ALL.into_iter().map(suit).fold(0, |bits, suit| bits | suit))
    }

    /// What becomes of an action.
    pub fn action(&self, action: Action) -> Action {
        action.played().map_or(action, |card| Action::card(self.card(card)))
    }

    /// What becomes of a deal.
    pub fn deal(&self, deal: &Deal) -> Deal {
        Deal { hands: deal.hands.map(|hand| self.cards(hand)), talon: self.talon(deal.talon) }
    }

    fn talon(&self, talon: Talon) -> Talon {
        let mut renamed = talon;
        for place in 0..6 {
            renamed.put(place, self.card(talon.card(place)));
        }
        renamed
    }

    /// What becomes of a hand.
    pub fn hand(&self, hand: &Hand) -> Hand {
        let mut renamed = *hand;
        if hand.is_dealt() {
            renamed.log = 0;
            for n in 0..hand.cards_played() {
                renamed.log |= (self.card(hand.card_played(n)).index() as u64) << (5 * n);
            }
            renamed.talon = self.talon(hand.talon);
            renamed.hands = hand.hands.map(|cards| self.cards(cards));
        }
        renamed
    }
}

impl InfoSet<Hand> {
    /// The one information set that stands for this one and all that differ from it by the names of the
    /// suits, and the renaming that leads there: trump is spades, and of the two ways to name the others
    /// it is the one with the smaller key.
    pub fn up_to_suits(&self) -> (InfoSet<Hand>, SuitMap) {
        let trump = self.hand.trump();
        let renamed = |map: SuitMap| (InfoSet { seat: self.seat, hand: map.hand(&self.hand) }, map);
        SuitMap::all()
            .into_iter()
            .filter(|map| !self.hand.is_dealt() || map.0[trump as usize] == Suit::Spades)
            .map(renamed)
            .min_by_key(|(info_set, _)| info_set.key())
            .expect("two renamings lead to trump spades")
    }
}
