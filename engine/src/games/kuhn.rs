//! Kuhn poker: one card each, one bet (Kuhn 1950; with three players Abou Risk and Szafron 2010).

use std::fmt;

use super::private_deal::{self, PrivateDeal};
#[cfg(feature = "observations")]
use crate::observation::{ActionNumbers, Field, Numbers, Observation};
use crate::{
    ActionList, Allowed, Described, Game, GameInfo, OptionError, Player, Rng, Settings, Turn, options,
};
#[cfg(feature = "drawings")]
use crate::{Drawing, Piece};

options! {
    /// Kuhn poker for two or three players; `Default` is the game of two.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Kuhn {
        /// The number of players: 2 or 3. The pack has one card more.
        pub players: usize = Allowed::Numbers(&[2, 3]), "how many play; the pack has one card more";
    }
}

/// A card: its place among T, J, Q, K counted from 1, or 0 where there is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Card(u8);

/// The choices of a player. Once there was a bet, `Pass` is to fold and `Bet` to call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Action {
    /// Put nothing in.
    #[default]
    Pass,
    /// Put one chip in.
    Bet,
}

/// The cards, and what was bet: bit `n` is set if the `n`-th of the actions was a bet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand {
    cards: [Card; 3],
    bets: u8,
    acted: u8,
}

/// A hand in which only the player's own card is left.
pub type InfoSet = private_deal::InfoSet<Hand>;

impl Game for Kuhn {
    type State = Hand;
    type Action = Action;
    type Legal = ActionList<Action, 2>;
    type Chance = [Card; 3];
    type InfoSet = InfoSet;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self) -> Hand {
        Hand::default()
    }

    /// Each player acts once; after the first bet, each other player once more at most.
    fn turn(&self, hand: &Hand) -> Turn {
        let first_bet = if hand.bets == 0 { 0 } else { hand.bets.trailing_zeros() as usize };
        match hand.acted as usize {
            _ if hand.cards == Hand::default().cards => Turn::Chance,
            acted if acted == first_bet + self.players => Turn::Over,
            acted => Turn::Player(Player::new(acted % self.players)),
        }
    }

    fn legal(&self, _: &Hand) -> ActionList<Action, 2> {
        [Action::Pass, Action::Bet].into_iter().collect()
    }

    fn play(&self, hand: &mut Hand, action: Action) {
        hand.bets |= u8::from(action == Action::Bet) << hand.acted;
        hand.acted += 1;
    }

    fn draw(&self, _: &Hand, rng: &mut Rng) -> [Card; 3] {
        private_deal::draw(self, rng)
    }

    fn reveal(&self, hand: &mut Hand, cards: &[Card; 3]) {
        hand.cards = *cards;
    }

    /// The highest card takes all, among the players that bet if any did.
    fn payoff(&self, hand: &Hand, player: Player) -> f64 {
        let bet = |player: Player| -> u8 {
            (player.index()..6).step_by(self.players).map(|n| hand.bets >> n & 1).sum()
        };
        let stays = |player: &Player| hand.bets == 0 || bet(*player) > 0;
        let winner = Player::all(self.players).filter(stays).max_by_key(|player| hand.cards[player.index()]);
        let pot = self.players as u32 + hand.bets.count_ones();
        let won = if winner == Some(player) { f64::from(pot) } else { 0.0 };
        won - 1.0 - f64::from(bet(player))
    }

    fn info_set(&self, hand: &Hand, player: Player) -> InfoSet {
        private_deal::info_set(self, hand, player)
    }

    fn sample(&self, info_set: &InfoSet, rng: &mut Rng) -> Hand {
        private_deal::sample(self, info_set, rng)
    }
}

impl PrivateDeal for Kuhn {
    type Card = Card;

    fn left(&self, dealt: &[Card]) -> ActionList<Card, 21> {
        (4 - self.players as u8..=4).map(Card).filter(|card| !dealt.contains(card)).collect()
    }

    fn dealt(&self, hand: &Hand) -> [Card; 3] {
        hand.cards
    }

    fn actions(&self, hand: &Hand) -> impl Iterator<Item = Action> {
        let bets = hand.bets;
        (0..hand.acted).map(move |n| if bets >> n & 1 == 1 { Action::Bet } else { Action::Pass })
    }

    fn table(&self, hand: &Hand, player: Player) -> String {
        let acts = self.actions(hand).enumerate().map(|(n, action)| match n % self.players {
            seat if seat == player.index() => format!("You: {action}\n"),
            seat => format!("Player {seat}: {action}\n"),
        });
        acts.collect::<String>() + &format!("Your card: {}", hand.cards[player.index()])
    }

    #[cfg(feature = "drawings")]
    fn pieces(&self, hand: &Hand, player: Player) -> Drawing {
        let own =
            |seat: Player| if seat == player { Piece::up(hand.cards[seat.index()]) } else { Piece::Down };
        let said = self.actions(hand).map(|action| action.to_string()).collect::<Vec<_>>().join(" ");
        let cards = Player::all(self.players).map(|seat| (seat, own(seat)));
        cards.fold(Drawing::new("poker").fact("said", said), |drawing, (seat, card)| {
            drawing.with("hand", Some(seat), [card])
        })
    }

    /// A bet that no other player has called ends in a fold.
    fn end(&self, hand: &Hand) -> String {
        if hand.bets.count_ones() == 1 { "fold" } else { "showdown" }.to_owned()
    }
}

impl Described for Kuhn {
    const INFO: GameInfo = GameInfo {
        players: "2 or 3",
        cards: "3: J Q K (4 with three players: T J Q K)",
        longest: "4 (with three players 6)",
        widest: "2",
        status: "sizes and payoffs agree with OpenSpiel",
        options: Kuhn::OPTIONS,
        ..GameInfo::new("kuhn", "Kuhn poker")
    };

    fn with_settings(settings: &Settings) -> Result<Kuhn, OptionError> {
        Kuhn::from_settings(settings)
    }

    fn least_payoff(&self, _: Player) -> f64 {
        -2.0
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["-", "T", "J", "Q", "K"][self.0 as usize])
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Action::Pass { "pass" } else { "bet" })
    }
}

#[cfg(feature = "observations")]
impl Observation for Kuhn {
    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("seat", [self.players], "the seat of the player"),
            Field::new("card", [4], "the own card: T, J, Q, K"),
            Field::new("actions", [2 * self.players - 1, 2], "each action so far: pass or bet"),
        ]
    }

    fn action_numbers(&self) -> ActionNumbers {
        ActionNumbers::Fixed(2)
    }

    fn action_number(&self, action: Action) -> usize {
        action as usize
    }

    fn observe(&self, info_set: &InfoSet, numbers: &mut Numbers<'_>) {
        let (seat, hand) = (info_set.seat().index(), info_set.known());
        numbers.one_of(self.players, seat);
        numbers.one_of(4, (hand.cards[seat].0 as usize).checked_sub(1));
        let mut actions = self.actions(hand);
        (1..2 * self.players).for_each(|_| numbers.one_of(2, actions.next().map(|action| action as usize)));
    }
}
