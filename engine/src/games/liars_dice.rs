//! Liar's dice: one die each, ever higher bids on both, until a player calls the other a liar.

use std::fmt;

use super::private_deal::{self, PrivateDeal};
use crate::{
    ActionList, Allowed, Described, Game, GameInfo, OptionError, Player, Rng, Settings, Turn, options,
};

options! {
    /// Liar's dice; the highest face is wild. `Default` has dice of six sides.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct LiarsDice {
        /// The sides of a die, 2 to 6.
        pub sides: u8 = Allowed::Range(2, 6, 6), "the sides of a die; the highest face is wild";
    }
}

/// The face of a die, from 1; 0 is a die that is not known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Face(u8);

/// The words of a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Action {
    /// At least `count` of the two dice show `face` or the wild face.
    Bid {
        /// 1 or 2.
        count: u8,
        /// The face.
        face: Face,
    },
    /// The last bid was wrong.
    #[default]
    Liar,
}

/// The dice and the bids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cup {
    dice: [Face; 2],
    /// The bids made. Bids only rise, so the set tells their order: bit 0 is `1x1`, then `1x2`, ...
    bids: u16,
    called: bool,
}

/// All but the other's die.
pub type InfoSet = private_deal::InfoSet<Cup>;

impl LiarsDice {
    fn bid(self, number: u8) -> Action {
        Action::Bid { count: 1 + number / self.sides, face: Face(1 + number % self.sides) }
    }

    /// The number of bids up to the last one made.
    fn reached(cup: &Cup) -> u8 {
        (u16::BITS - cup.bids.leading_zeros()) as u8
    }

    /// Whether the last bid is true.
    fn last_bid_holds(self, cup: &Cup) -> bool {
        let Action::Bid { count, face } = self.bid(LiarsDice::reached(cup) - 1) else { return false };
        let wild = Face(self.sides);
        cup.dice.iter().filter(|&&die| die == face || die == wild).count() >= usize::from(count)
    }
}

impl Game for LiarsDice {
    type State = Cup;
    type Action = Action;
    type Legal = ActionList<Action, 13>;
    type Chance = [Face; 2];
    type InfoSet = InfoSet;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Cup {
        Cup::default()
    }

    fn turn(&self, cup: &Cup) -> Turn {
        if *cup == Cup::default() {
            Turn::Chance
        } else if cup.called {
            Turn::Over
        } else {
            Turn::Player(Player::new(cup.bids.count_ones() as usize % 2))
        }
    }

    fn legal(&self, cup: &Cup) -> ActionList<Action, 13> {
        let bids = (LiarsDice::reached(cup)..2 * self.sides).map(|number| self.bid(number));
        bids.chain((cup.bids != 0).then_some(Action::Liar)).collect()
    }

    fn play(&self, cup: &mut Cup, action: Action) {
        match action {
            Action::Bid { count, face } => cup.bids |= 1 << ((count - 1) * self.sides + face.0 - 1),
            Action::Liar => cup.called = true,
        }
    }

    fn draw(&self, _: &Cup, rng: &mut Rng) -> [Face; 2] {
        // The dice do not depend on each other, so that no list of the faces is needed.
        [(); 2].map(|()| Face(1 + rng.below(u32::from(self.sides)) as u8))
    }

    fn reveal(&self, cup: &mut Cup, dice: &[Face; 2]) {
        cup.dice = *dice;
    }

    fn payoff(&self, cup: &Cup, player: Player) -> f64 {
        let last_bidder = Player::new((cup.bids.count_ones() as usize + 1) % 2);
        if self.last_bid_holds(cup) == (player == last_bidder) { 1.0 } else { -1.0 }
    }

    fn info_set(&self, cup: &Cup, player: Player) -> InfoSet {
        private_deal::info_set(self, cup, player)
    }

    fn sample(&self, info_set: &InfoSet, rng: &mut Rng) -> Cup {
        private_deal::sample(self, info_set, rng)
    }
}

impl PrivateDeal for LiarsDice {
    type Card = Face;
    const DEAL: &'static str = "roll";
    const BETWEEN: &'static str = "/";
    const UNDEALT: [&'static str; 2] = ["not rolled", "The dice have not been rolled."];

    fn left(&self, _: &[Face]) -> ActionList<Face, 6> {
        (1..=self.sides).map(Face).collect()
    }

    fn dealt(&self, cup: &Cup) -> [Face; 2] {
        cup.dice
    }

    fn actions(&self, cup: &Cup) -> impl Iterator<Item = Action> {
        let (game, bids) = (*self, cup.bids);
        let bids = (0..2 * game.sides).filter(move |number| bids >> number & 1 == 1);
        bids.map(move |number| game.bid(number)).chain(cup.called.then_some(Action::Liar))
    }

    fn table(&self, cup: &Cup, player: Player) -> String {
        let shown: Vec<String> = self.actions(cup).map(|action| action.to_string()).collect();
        let said = if shown.is_empty() { "nothing yet".to_owned() } else { shown.join(" ") };
        format!("Said: {said}\nWild: {}\nYour die: {}", self.sides, cup.dice[player.index()])
    }

    fn end(&self, cup: &Cup) -> String {
        if self.last_bid_holds(cup) { "the last bid was true" } else { "the last bid was a lie" }.to_owned()
    }

    fn unknown(&self, place: usize) -> String {
        format!("die {place} is no number from 1 to {}", self.sides)
    }

    fn miscounted(&self, dice: usize) -> String {
        format!("{dice} dice instead of 2")
    }
}

impl Described for LiarsDice {
    const INFO: GameInfo = GameInfo {
        cards: "2 dice",
        longest: "14",
        widest: "12",
        status: "sizes and payoffs agree with OpenSpiel",
        options: LiarsDice::OPTIONS,
        ..GameInfo::new("liars-dice", "Liar's dice")
    };

    fn with_settings(settings: &Settings) -> Result<LiarsDice, OptionError> {
        LiarsDice::from_settings(settings)
    }

    fn least_payoff(&self, _: Player) -> f64 {
        -1.0
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Bid { count, face } => write!(f, "{count}x{face}"),
            Action::Liar => f.write_str("liar"),
        }
    }
}
