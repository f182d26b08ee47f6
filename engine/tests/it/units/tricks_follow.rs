//! The duty to follow, and the winner of a trick.

use hinterhand_engine::tricks::{Card, CardSet, Duty, Suit, takes};

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
