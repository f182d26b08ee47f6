//! Kuhn poker: one card each, one bet (Kuhn 1950; with three players Abou Risk and Szafron 2010).

use std::{fmt, iter};

use crate::{
    ActionList, ActionSet, Allowed, Described, Event, EventOf, Game, GameInfo, Notation, OptionError,
    OptionSpec, Player, Retrace, Rng, Settings, Steps, Turn, WordError, Worlds, outcomes,
};

/// Kuhn poker for two or three players; `Default` is the game of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kuhn {
    /// The number of players: 2 or 3. The pack has one card more.
    pub players: usize,
}

/// A card: its place among T, J, Q, K counted from 1, or 0 where there is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Card(u8);

/// What a player may do. Once somebody has bet, `Pass` is to fold and `Bet` to call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Action {
    /// Put nothing in.
    #[default]
    Pass,
    /// Put one chip in.
    Bet,
}

/// The cards and what was bet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand {
    cards: [Card; 3],
    /// Bit `n` is set if the `n`-th action was a bet.
    bets: u8,
    /// How many actions there were.
    acted: u8,
}

/// A hand in which only the player's own card is left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InfoSet {
    seat: Player,
    hand: Hand,
}

impl Default for Kuhn {
    fn default() -> Kuhn {
        Kuhn { players: 2 }
    }
}

impl Kuhn {
    fn pack(self) -> impl Iterator<Item = Card> {
        (4 - self.players as u8..=4).map(Card)
    }

    /// How many chips beyond the ante `player` has put in.
    fn bet(self, hand: &Hand, player: Player) -> u8 {
        (player.index()..6).step_by(self.players).map(|n| hand.bets >> n & 1).sum()
    }
}

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

    /// Everybody acts once; after the first bet, everybody else once more at most.
    fn turn(&self, hand: &Hand) -> Turn {
        let first_bet = if hand.bets == 0 { 0 } else { hand.bets.trailing_zeros() as usize };
        if hand.cards == Hand::default().cards {
            Turn::Chance
        } else if hand.acted as usize == first_bet + self.players {
            Turn::Over
        } else {
            Turn::Player(Player::new(hand.acted as usize % self.players))
        }
    }

    fn legal(&self, _: &Hand) -> ActionList<Action, 2> {
        [Action::Pass, Action::Bet].into_iter().collect()
    }

    fn play(&self, hand: &mut Hand, action: Action) {
        hand.bets |= u8::from(action == Action::Bet) << hand.acted;
        hand.acted += 1;
    }

    fn draw(&self, hand: &Hand, rng: &mut Rng) -> [Card; 3] {
        self.deal_rest(hand.cards, rng)
    }

    fn reveal(&self, hand: &mut Hand, cards: &[Card; 3]) {
        hand.cards = *cards;
    }

    /// The highest card takes all, among those who bet if anybody did.
    fn payoff(&self, hand: &Hand, player: Player) -> f64 {
        let stays = |&player: &Player| hand.bets == 0 || self.bet(hand, player) > 0;
        let winner = Player::all(self.players).filter(stays).max_by_key(|player| hand.cards[player.index()]);
        let pot = self.players as u32 + hand.bets.count_ones();
        let won = if winner == Some(player) { f64::from(pot) } else { 0.0 };
        won - 1.0 - f64::from(self.bet(hand, player))
    }

    fn info_set(&self, hand: &Hand, player: Player) -> InfoSet {
        let mut cards = [Card::default(); 3];
        cards[player.index()] = hand.cards[player.index()];
        InfoSet { seat: player, hand: Hand { cards, ..*hand } }
    }

    fn sample(&self, info_set: &InfoSet, rng: &mut Rng) -> Hand {
        let hand = info_set.hand;
        if hand == Hand::default() { hand } else { Hand { cards: self.deal_rest(hand.cards, rng), ..hand } }
    }
}

impl Kuhn {
    /// Deals a card to everybody who has none.
    fn deal_rest(self, mut cards: [Card; 3], rng: &mut Rng) -> [Card; 3] {
        for seat in 0..self.players {
            if cards[seat] == Card::default() {
                let left: ActionList<Card, 4> = self.pack().filter(|card| !cards.contains(card)).collect();
                cards[seat] = left.nth(rng.below(left.len() as u32) as usize);
            }
        }
        cards
    }
}

impl Worlds for Kuhn {
    fn worlds(&self, info_set: &InfoSet, limit: usize) -> Option<Vec<(Hand, f64)>> {
        let (seat, hand) = (info_set.seat.index(), info_set.hand);
        if hand == Hand::default() {
            return Some(vec![(hand, 1.0)]);
        }
        let mut deals = outcomes(self, &hand);
        deals.retain(|(cards, _)| cards[seat] == hand.cards[seat]);
        let each = 1.0 / deals.len() as f64;
        (deals.len() <= limit)
            .then(|| deals.into_iter().map(|(cards, _)| (Hand { cards, ..hand }, each)).collect())
    }
}

impl Steps for Kuhn {
    type Step = Card;

    /// A card to each player in seat order.
    fn steps(&self, _: &Hand, dealt: &[Card]) -> Vec<(Card, f64)> {
        if dealt.len() == self.players {
            return Vec::new();
        }
        let each = 1.0 / (self.players + 1 - dealt.len()) as f64;
        self.pack().filter(|card| !dealt.contains(card)).map(|card| (card, each)).collect()
    }

    fn assemble(&self, _: &Hand, dealt: &[Card]) -> [Card; 3] {
        let mut cards = [Card::default(); 3];
        cards[..dealt.len()].copy_from_slice(dealt);
        cards
    }
}

impl Retrace for Kuhn {
    fn events(&self, hand: &Hand) -> Vec<(EventOf<Kuhn>, f64)> {
        if *hand == Hand::default() {
            return Vec::new();
        }
        let deals: usize = (2..=self.players + 1).product();
        let bet = |n| if hand.bets >> n & 1 == 1 { Action::Bet } else { Action::Pass };
        let actions = (0..hand.acted).map(|n| (Event::Action(bet(n)), 1.0));
        iter::once((Event::Chance(hand.cards), 1.0 / deals as f64)).chain(actions).collect()
    }
}

impl Described for Kuhn {
    const INFO: GameInfo = GameInfo {
        name: "kuhn",
        title: "Kuhn poker",
        players: "2 or 3",
        cards: "3: J Q K (4 with three players: T J Q K)",
        longest: "4 (with three players 6)",
        widest: "2",
        status: "sizes and payoffs agree with OpenSpiel",
        options: &[OptionSpec {
            key: "players",
            allowed: Allowed::Numbers(&[2, 3]),
            about: "how many play; the pack has one card more",
        }],
        presets: &[],
    };

    fn with_settings(settings: &Settings) -> Result<Kuhn, OptionError> {
        Ok(Kuhn { players: settings.number("players") as usize })
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

impl InfoSet {
    /// The seat that knows this.
    pub fn seat(&self) -> Player {
        self.seat
    }
}

impl Hand {
    fn actions(self) -> impl Iterator<Item = Action> {
        (0..self.acted).map(move |n| if self.bets >> n & 1 == 1 { Action::Bet } else { Action::Pass })
    }
}

impl Notation for Kuhn {
    fn action_word(&self, _: &Hand, action: Action) -> String {
        action.to_string()
    }

    fn chance_word(&self, _: &Hand, cards: &[Card; 3]) -> String {
        let cards: Vec<String> = cards[..self.players].iter().map(Card::to_string).collect();
        format!("deal:{}", cards.join(","))
    }

    fn read_chance(&self, _: &Hand, word: &str) -> Result<[Card; 3], WordError> {
        let mut dealt = Vec::with_capacity(self.players);
        for name in WordError::contents(word, "deal")?.split(',') {
            let Some(card) = self.pack().find(|card| card.to_string() == name) else {
                let pack: Vec<String> = self.pack().map(|card| card.to_string()).collect();
                let place = dealt.len() + 1;
                return Err(WordError::broken(word, format!("card {place} is none of {}", pack.join(" "))));
            };
            if dealt.contains(&card) {
                return Err(WordError::broken(word, format!("{card} is dealt twice")));
            }
            dealt.push(card);
        }
        if dealt.len() != self.players {
            let reason = format!("{} cards for {} players", dealt.len(), self.players);
            return Err(WordError::broken(word, reason));
        }
        Ok(self.assemble(&self.start(), &dealt))
    }

    /// Nothing is shown at the end.
    fn noticed(&self, _: &Hand, event: &EventOf<Self>, _: &Hand, player: Player) -> String {
        match event {
            Event::Chance(cards) => format!("deal:{}", cards[player.index()]),
            Event::Action(action) => action.to_string(),
        }
    }

    /// A bet that nobody has called ends in a fold.
    fn ending(&self, hand: &Hand) -> String {
        if hand.bets.count_ones() == 1 { "fold" } else { "showdown" }.to_owned()
    }

    fn position_text(&self, hand: &Hand) -> String {
        if self.turn(hand) == Turn::Chance {
            return "undealt".to_owned();
        }
        let words = hand.actions().map(|action| action.to_string());
        [self.chance_word(hand, &hand.cards)].into_iter().chain(words).collect::<Vec<_>>().join(" ")
    }

    fn table_text(&self, info_set: &InfoSet) -> String {
        let hand = &info_set.hand;
        if *hand == Hand::default() {
            return "The cards have not been dealt.".to_owned();
        }
        let mut text = String::new();
        for (n, action) in hand.actions().enumerate() {
            let player = Player::new(n % self.players);
            let who = if player == info_set.seat {
                "You".to_owned()
            } else {
                format!("Player {}", n % self.players)
            };
            text += &format!("{who}: {action}\n");
        }
        text + &format!("Your card: {}", hand.cards[info_set.seat.index()])
    }

    fn retold(&self, told: &[String], world: &Hand) -> Vec<String> {
        let mut words = told.to_vec();
        if let Some(deal) = words.first_mut() {
            *deal = self.chance_word(world, &world.cards);
        }
        words
    }

    fn check(&self, hand: &Hand) -> Result<(), String> {
        if *hand == Hand::default() {
            return Ok(());
        }
        check_cards(*self, hand)?;
        check_bets(*self, hand)
    }
}

/// Everybody has a card of the pack, each another one.
fn check_cards(kuhn: Kuhn, hand: &Hand) -> Result<(), String> {
    for (seat, card) in hand.cards.iter().enumerate() {
        let dealt = kuhn.pack().any(|other| other == *card);
        if dealt != (seat < kuhn.players) || dealt && hand.cards[..seat].contains(card) {
            return Err(format!("player {seat} has the card {card}"));
        }
    }
    Ok(())
}

/// Nobody acted after the end, and only actions were bets.
fn check_bets(kuhn: Kuhn, hand: &Hand) -> Result<(), String> {
    let acted = hand.acted as usize;
    let first_bet = if hand.bets == 0 { 0 } else { hand.bets.trailing_zeros() as usize };
    if acted > first_bet + kuhn.players || first_bet >= kuhn.players || hand.bets >> acted != 0 {
        return Err(format!("{acted} actions with bets {:#b}", hand.bets));
    }
    Ok(())
}
