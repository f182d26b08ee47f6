//! Cuckoo for two in the small form: a card each, one chance to swap it each, and the lower card loses.

use hinterhand_engine::small::{Next, SmallGame};
use hinterhand_engine::{Allowed, GameInfo, OptionError, OptionSpec, Player, Settings};

/// Cuckoo with the cards from 1 to this number.
pub struct Cuckoo(pub i64);

/// The cards as they lie now, of player 0, of player 1 and on top of the stock; and what was done.
#[derive(Clone, Default)]
pub struct Hand {
    cards: Vec<i64>,
    actions: usize,
}

impl SmallGame for Cuckoo {
    type State = Hand;

    const INFO: GameInfo = GameInfo {
        options: &[OptionSpec::new("cards", Allowed::Range(3, 9, 5), "how many cards the pack has")],
        ..GameInfo::new("small-cuckoo", "Cuckoo")
    };

    fn with_settings(settings: &Settings) -> Result<Cuckoo, OptionError> {
        Ok(Cuckoo(settings.number("cards")))
    }

    fn start(&self) -> Hand {
        Hand::default()
    }

    fn next(&self, hand: &Hand) -> Next {
        match (hand.cards.len(), hand.actions) {
            (3, 0 | 1) => Next::choice(hand.actions, ["keep", "swap"]),
            (3, _) if hand.cards[0] > hand.cards[1] => Next::over([1.0, -1.0]),
            (3, _) => Next::over([-1.0, 1.0]),
            _ => Next::even((1..=self.0).filter(|card| !hand.cards.contains(card))),
        }
    }

    fn apply(&self, hand: &Hand, word: &str) -> Hand {
        let mut after = hand.clone();
        match word.parse() {
            Ok(card) => after.cards.push(card),
            Err(_) => after.actions += 1,
        }
        if word == "swap" {
            after.cards.swap(hand.actions, hand.actions + 1);
        }
        after
    }

    /// The player sees the card that it is dealt, and the one that a swap brings.
    fn observe(&self, before: &Hand, word: &str, after: &Hand, player: Player) -> String {
        let (seat, dealt) = (player.index(), before.cards.len());
        let brought = before.cards.get(seat) != after.cards.get(seat);
        let event = if dealt < 3 { "deal" } else { word };
        if brought { format!("{event}={}", after.cards[seat]) } else { event.to_owned() }
    }
}
