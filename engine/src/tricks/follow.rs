//! The duty to follow, and the winner of a trick.

use super::{Card, CardSet, Suit};

/// The duty of the reply to a lead when the talon is closed or used up. Following suit comes first in
/// all three games; these two add to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duty {
    /// Among cards of the suit led, a stronger one must be played if there is one.
    pub beat: bool,
    /// Void in the suit led, a trump must be played if there is one.
    pub trump: bool,
}

impl Duty {
    /// The cards of `hand` that may be played on `lead`.
    #[inline]
    pub fn replies(self, hand: CardSet, lead: Card, trump: Suit) -> CardSet {
        let follow = hand & lead.suit_mates();
        let stronger = if self.beat { hand & lead.stronger() } else { CardSet::EMPTY };
        let ruff = if self.trump { hand & CardSet::suit(trump) } else { CardSet::EMPTY };
        stronger.or_if_empty(follow).or_if_empty(ruff).or_if_empty(hand)
    }

    /// The cards that a player cannot have held when it played `reply` on `lead` under this duty.
    #[inline]
    pub fn denied(self, lead: Card, reply: Card, trump: Suit) -> CardSet {
        if reply.suit() == lead.suit() {
            if self.beat && reply < lead { lead.stronger() } else { CardSet::EMPTY }
        } else if self.trump && reply.suit() != trump {
            lead.suit_mates() | CardSet::suit(trump)
        } else {
            lead.suit_mates()
        }
    }
}

/// Whether `reply` takes the trick from `lead`.
#[inline]
pub fn takes(reply: Card, lead: Card, trump: Suit) -> bool {
    // The stronger cards of the suit led, and every trump if the lead is none.
    let trumps = if lead.suit() == trump { CardSet::EMPTY } else { CardSet::suit(trump) };
    (lead.stronger() | trumps).contains(reply)
}
