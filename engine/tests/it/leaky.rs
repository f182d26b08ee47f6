//! Kinderschnapsen with a leak of one bit, which the audit must find.

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::Hand;
use hinterhand_engine::tricks::{Action, Actions, Deal, InfoSet, Table};
use hinterhand_engine::{
    Described, EventOf, Game, GameInfo, Notation, OptionError, Player, Rng, Settings, Turn, WordError, Worlds,
};

use crate::naive;
use crate::referee::{Refereed, TrickGame};

/// The place where the bit leaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leak {
    /// In the information set.
    InfoSet,
    /// In what a player notices.
    Noticed,
}

/// The game with the leak.
pub struct Leaky {
    /// The rules, which are kept.
    pub rules: Kinderschnapsen,
    /// The place where the bit leaks.
    pub leak: Leak,
}

/// One bit of what is hidden: the suit of the lowest face-down card of the talon, odd or even.
fn bit(hand: &Hand) -> bool {
    hand.talon().left() > 1 && hand.talon().card(1).suit() as u8 & 1 != 0
}

impl Game for Leaky {
    type State = Hand;
    type Action = Action;
    type Legal = Actions;
    type Chance = Deal;
    type InfoSet = (InfoSet<Hand>, bool);

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Hand {
        self.rules.start()
    }

    fn turn(&self, hand: &Hand) -> Turn {
        self.rules.turn(hand)
    }

    fn legal(&self, hand: &Hand) -> Actions {
        self.rules.legal(hand)
    }

    fn play(&self, hand: &mut Hand, action: Action) {
        self.rules.play(hand, action);
    }

    fn draw(&self, hand: &Hand, rng: &mut Rng) -> Deal {
        self.rules.draw(hand, rng)
    }

    fn reveal(&self, hand: &mut Hand, deal: &Deal) {
        self.rules.reveal(hand, deal);
    }

    fn payoff(&self, hand: &Hand, player: Player) -> f64 {
        self.rules.payoff(hand, player)
    }

    fn info_set(&self, hand: &Hand, player: Player) -> Self::InfoSet {
        (self.rules.info_set(hand, player), self.leak == Leak::InfoSet && bit(hand))
    }

    fn sample(&self, info_set: &Self::InfoSet, rng: &mut Rng) -> Hand {
        self.rules.sample(&info_set.0, rng)
    }
}

impl Notation for Leaky {
    fn action_word(&self, hand: &Hand, action: Action) -> String {
        self.rules.action_word(hand, action)
    }

    fn chance_word(&self, hand: &Hand, deal: &Deal) -> String {
        self.rules.chance_word(hand, deal)
    }

    fn read_chance(&self, hand: &Hand, word: &str) -> Result<Deal, WordError> {
        self.rules.read_chance(hand, word)
    }

    fn noticed(&self, before: &Hand, event: &EventOf<Self>, after: &Hand, player: Player) -> String {
        let leaked = if self.leak == Leak::Noticed && bit(after) { "!" } else { "" };
        self.rules.noticed(before, event, after, player) + leaked
    }

    fn position_text(&self, hand: &Hand) -> String {
        self.rules.position_text(hand)
    }

    fn table_text(&self, info_set: &Self::InfoSet) -> String {
        self.rules.table_text(&info_set.0)
    }

    fn retold(&self, told: &[String], world: &Hand) -> Vec<String> {
        self.rules.retold(told, world)
    }

    fn check(&self, hand: &Hand) -> Result<(), String> {
        self.rules.check(hand)
    }
}

impl Worlds for Leaky {
    fn worlds(&self, info_set: &Self::InfoSet, limit: usize) -> Option<Vec<(Hand, f64)>> {
        self.rules.worlds(&info_set.0, limit)
    }
}

impl Described for Leaky {
    const INFO: GameInfo = Kinderschnapsen::INFO;

    fn with_settings(settings: &Settings) -> Result<Leaky, OptionError> {
        Ok(Leaky { rules: Kinderschnapsen::with_settings(settings)?, leak: Leak::InfoSet })
    }

    fn least_payoff(&self, player: Player) -> f64 {
        self.rules.least_payoff(player)
    }
}

impl Refereed for Leaky {
    type Referee = naive::Kinderschnapsen;

    fn referee(options: &[(&str, &str)]) -> naive::Kinderschnapsen {
        naive::Kinderschnapsen::new(options)
    }
}

impl TrickGame for Leaky {}
