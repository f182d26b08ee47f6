//! The cards as one player sees them, counted: what is out, and how likely the other holds some of it.

use hinterhand_engine::Player;
use hinterhand_engine::tricks::{Card, CardSet, InfoSet, Rank, Suit, Table, Talon};

/// What one player knows of the cards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// The player.
    pub(super) me: Player,
    /// Its cards.
    pub(super) own: CardSet,
    /// The cards that the other has shown and still holds.
    pub(super) shown: CardSet,
    /// The cards that lie in the hand of the other or face down.
    pub(super) unseen: CardSet,
    /// The number of unseen cards in the hand of the other.
    pub(super) held: usize,
    pub(super) trump: Suit,
    /// The open card, as long as it can be drawn.
    pub(super) open: Option<Card>,
    /// The cards left to draw, the open one included.
    pub(super) left: usize,
}

impl Sight {
    pub(super) fn of<H: Table>(info_set: &InfoSet<H>) -> Sight {
        let (hand, me) = (info_set.hand(), info_set.seat());
        let (own, shown) = (info_set.cards(), hand.cards(me.other()));
        let mut seen = own | shown;
        hand.retrace(|action, _| {
            if let Some(card) = action.played() {
                seen.insert(card);
            }
        });
        let left = hand.talon().left();
        let bottom = hand.talon().card(Talon::BOTTOM);
        if left > 0 {
            seen.insert(bottom);
        }
        Sight {
            me,
            own,
            shown,
            unseen: H::PACK.cards - seen,
            held: info_set.other_cards() - shown.len(),
            trump: hand.trump(),
            open: (left > 0 && hand.is_open()).then_some(bottom),
            left: if hand.is_open() { left } else { 0 },
        }
    }

    /// The trumps.
    pub(super) fn trumps(&self) -> CardSet {
        CardSet::suit(self.trump)
    }

    /// The cards that the other holds or may hold.
    pub(super) fn out(&self) -> CardSet {
        self.unseen | self.shown
    }

    /// The probability that the other holds at least one of `cards`, if all hands are equally likely.
    pub(super) fn chance_of(&self, cards: CardSet) -> f64 {
        if !(cards & self.shown).is_empty() {
            return 1.0;
        }
        let (all, wanted) = (self.unseen.len(), (cards & self.unseen).len());
        let lying = all - self.held;
        let none: f64 = (0..wanted)
            .map(|n| if lying > n { (lying - n) as f64 / (all - n) as f64 } else { 0.0 })
            .product();
        1.0 - none
    }

    /// The other card of a pair of which this is one.
    pub(super) fn partner(card: Card) -> Option<Card> {
        match card.rank() {
            Rank::King => Some(Card::new(Rank::Queen, card.suit())),
            Rank::Queen => Some(Card::new(Rank::King, card.suit())),
            _ => None,
        }
    }
}
