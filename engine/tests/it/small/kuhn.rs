//! Kuhn poker in the small form, for two or three players.

use hinterhand_engine::small::{Next, SmallGame};
use hinterhand_engine::{Allowed, GameInfo, OptionError, OptionSpec, Player, Settings};

/// Kuhn poker with its options.
pub struct SmallKuhn {
    /// The number of players: 2 or 3. The pack has one card more.
    pub players: usize,
}

/// The cards dealt so far, by rank, and for each action whether it was a bet.
#[derive(Clone, Default)]
pub struct Hand {
    cards: Vec<usize>,
    bets: Vec<bool>,
}

const RANKS: [&str; 4] = ["T", "J", "Q", "K"];

impl SmallKuhn {
    /// The chips beyond the ante that the player in `seat` has put in.
    fn bet(&self, hand: &Hand, seat: usize) -> f64 {
        let own = hand.bets.iter().skip(seat).step_by(self.players);
        own.filter(|&&bet| bet).count() as f64
    }

    /// The highest card takes all, among the players that bet if any did.
    fn payoffs(&self, hand: &Hand) -> impl Iterator<Item = f64> {
        let stays = |&seat: &usize| !hand.bets.contains(&true) || self.bet(hand, seat) > 0.0;
        let winner = (0..self.players).filter(stays).max_by_key(|&seat| hand.cards[seat]);
        let paid = (0..self.players).map(|seat| 1.0 + self.bet(hand, seat));
        let pot: f64 = paid.clone().sum();
        paid.enumerate().map(move |(seat, paid)| if winner == Some(seat) { pot - paid } else { -paid })
    }
}

impl SmallGame for SmallKuhn {
    type State = Hand;

    const INFO: GameInfo = GameInfo {
        players: "2 or 3",
        options: &[OptionSpec::new(
            "players",
            Allowed::Numbers(&[2, 3]),
            "how many play; the pack has one card more",
        )],
        ..GameInfo::new("small-kuhn", "Kuhn poker")
    };

    fn with_settings(settings: &Settings) -> Result<SmallKuhn, OptionError> {
        Ok(SmallKuhn { players: settings.number("players") as usize })
    }

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self) -> Hand {
        Hand::default()
    }

    /// Each player acts once; after the first bet, each other player once more at most.
    fn next(&self, hand: &Hand) -> Next {
        if hand.cards.len() < self.players {
            let left = (3 - self.players..4).filter(|card| !hand.cards.contains(card));
            return Next::even(left.map(|card| RANKS[card]));
        }
        let first_bet = hand.bets.iter().position(|&bet| bet).unwrap_or(0);
        if hand.bets.len() == first_bet + self.players {
            return Next::over(self.payoffs(hand));
        }
        Next::choice(hand.bets.len() % self.players, ["pass", "bet"])
    }

    fn apply(&self, hand: &Hand, word: &str) -> Hand {
        let mut after = hand.clone();
        match RANKS.iter().position(|rank| *rank == word) {
            Some(card) => after.cards.push(card),
            None => after.bets.push(word == "bet"),
        }
        after
    }

    /// A card is seen by the player to whom it is dealt.
    fn observe(&self, before: &Hand, word: &str, _: &Hand, player: Player) -> String {
        let dealt = before.cards.len();
        let hidden = dealt < self.players && dealt != player.index();
        if hidden { "deal".to_owned() } else { word.to_owned() }
    }
}
