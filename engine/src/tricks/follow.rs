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

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: u32 = u32::MAX;

    #[test]
    fn denied_cards_are_those_with_which_the_reply_would_not_be_legal() {
        for beat in [false, true] {
            for trump_duty in [false, true] {
                let duty = Duty { beat, trump: trump_duty };
                for lead in CardSet::from_bits(ALL).iter() {
                    for reply in CardSet::from_bits(ALL).iter().filter(|&reply| reply != lead) {
                        for trump in Suit::ALL {
                            let denied = duty.denied(lead, reply, trump);
                            for other in CardSet::from_bits(ALL).iter() {
                                let hand = CardSet::of(reply) | CardSet::of(other);
                                let legal = duty.replies(hand, lead, trump).contains(reply);
                                if other != lead {
                                    assert_eq!(!legal, denied.contains(other), "{reply} on {lead}, {other}");
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_card_of_a_third_suit_never_takes_the_trick() {
        let card = |text: &str| text.parse::<Card>().unwrap();
        for (lead, reply, trump, taken) in [
            ("2H", "QD", Suit::Spades, false),
            ("2H", "2S", Suit::Spades, true),
            ("2H", "7H", Suit::Spades, true),
            ("7S", "QH", Suit::Spades, false),
            ("QS", "JS", Suit::Spades, false),
            ("TH", "KH", Suit::Diamonds, false),
            ("9D", "AH", Suit::Diamonds, false),
            ("AH", "9D", Suit::Diamonds, true),
        ] {
            assert_eq!(takes(card(reply), card(lead), trump), taken, "{reply} on {lead}");
        }
    }
}
