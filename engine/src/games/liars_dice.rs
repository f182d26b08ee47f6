//! Liar's dice: one die each, or two, ever higher bids on all of them, until a player calls the other a liar.

use std::fmt;

use super::private_deal::{self, PrivateDeal};
#[cfg(feature = "observations")]
use crate::observation::{ActionNumbers, Field, Numbers, Observation};
use crate::{
    ActionList, ActionSet, Allowed, Described, Game, GameInfo, OptionError, Player, Rng, Settings, Turn,
    options,
};
#[cfg(feature = "drawings")]
use crate::{Drawing, Piece};

options! {
    /// Liar's dice; the highest face is wild. `Default` has one die each, of six sides.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct LiarsDice {
        /// The sides of a die, 2 to 6.
        pub sides: u8 = Allowed::Range(2, 6, 6), "the sides of a die; the highest face is wild";
        /// The dice of each player, 1 or 2.
        pub dice: u8 = Allowed::Range(1, 2, 1), "the dice of each player";
    }
}

/// The face of a die, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Face(u8);

/// The dice of a player, in no order: the lower face, and 8 times the higher one if there are two dice; 0
/// where they are not known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Roll(u8);

/// The words of a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Action {
    /// At least `count` of all dice show `face` or the wild face.
    Bid {
        /// From 1 to the number of dice.
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
    dice: [Roll; 2],
    /// The bids made. Bids only rise, so the set tells their order: bit 0 is `1x1`, then `1x2`, ...
    bids: u32,
    called: bool,
}

/// All but the other's dice.
pub type InfoSet = private_deal::InfoSet<Cup>;

impl LiarsDice {
    /// What a player may roll, each with its weight: the probability is in proportion to it.
    pub fn rolls(self) -> Vec<(Roll, u32)> {
        let rolls = self.left(&[]);
        rolls.iter().map(|roll| (roll, self.weight(roll))).collect()
    }

    /// The number of dice of a roll that count for this bid: those with its face, and the wild ones.
    pub fn matches(self, roll: Roll, bid: u8) -> usize {
        let Action::Bid { face, .. } = self.bid(bid) else { unreachable!("a number is that of a bid") };
        roll.faces().into_iter().flatten().filter(|&die| die == face || die.0 == self.sides).count()
    }

    /// The number of dice that this bid claims.
    pub fn claimed(self, bid: u8) -> usize {
        usize::from(1 + bid / self.sides)
    }

    /// The information set of the player to move with this roll after these bids, as [`Cup::bids`].
    pub fn to_move(self, roll: Roll, bids: u32) -> InfoSet {
        let cup = Cup { dice: [roll; 2], bids, called: false };
        private_deal::info_set(&self, &cup, Player::new(bids.count_ones() as usize % 2))
    }

    fn bid(self, number: u8) -> Action {
        Action::Bid { count: 1 + number / self.sides, face: Face(1 + number % self.sides) }
    }

    /// The number of bids that there are.
    pub fn bids(self) -> u8 {
        2 * self.dice * self.sides
    }

    /// The number of bids up to the last one made.
    fn reached(cup: &Cup) -> u8 {
        (u32::BITS - cup.bids.leading_zeros()) as u8
    }

    /// Whether the last bid is true.
    fn last_bid_holds(self, cup: &Cup) -> bool {
        let Action::Bid { count, face } = self.bid(LiarsDice::reached(cup) - 1) else { return false };
        let wild = Face(self.sides);
        let dice = cup.dice.iter().flat_map(|roll| roll.faces()).flatten();
        dice.filter(|&die| die == face || die == wild).count() >= usize::from(count)
    }
}

impl Cup {
    /// The rolls of the players.
    pub fn dice(&self) -> [Roll; 2] {
        self.dice
    }

    /// The bids made, a bit for each, `1x1` lowest.
    pub fn bids(&self) -> u32 {
        self.bids
    }
}

impl Game for LiarsDice {
    type State = Cup;
    type Action = Action;
    type Legal = ActionList<Action, 25>;
    type Chance = [Roll; 2];
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

    fn legal(&self, cup: &Cup) -> ActionList<Action, 25> {
        let bids = (LiarsDice::reached(cup)..self.bids()).map(|number| self.bid(number));
        bids.chain((cup.bids != 0).then_some(Action::Liar)).collect()
    }

    fn play(&self, cup: &mut Cup, action: Action) {
        match action {
            Action::Bid { count, face } => cup.bids |= 1 << ((count - 1) * self.sides + face.0 - 1),
            Action::Liar => cup.called = true,
        }
    }

    fn draw(&self, _: &Cup, rng: &mut Rng) -> [Roll; 2] {
        // The dice do not depend on each other, so that no list of the faces is needed.
        let mut die = || Face(1 + rng.below(u32::from(self.sides)) as u8);
        [(); 2].map(|()| if self.dice == 1 { Roll::single(die()) } else { Roll::pair(die(), die()) })
    }

    fn reveal(&self, cup: &mut Cup, dice: &[Roll; 2]) {
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
    type Card = Roll;
    const DEAL: &'static str = "roll";
    const BETWEEN: &'static str = "/";
    const UNDEALT: [&'static str; 2] = ["not rolled", "The dice have not been rolled."];

    fn left(&self, _: &[Roll]) -> ActionList<Roll, 21> {
        let faces = |least: u8| (least..=self.sides).map(Face);
        match self.dice {
            1 => faces(1).map(Roll::single).collect(),
            _ => faces(1).flat_map(|low| faces(low.0).map(move |high| Roll::pair(low, high))).collect(),
        }
    }

    /// Two different faces can be thrown in two ways.
    fn weight(&self, roll: Roll) -> u32 {
        match roll.faces() {
            [Some(low), Some(high)] if low != high => 2,
            _ => 1,
        }
    }

    fn dealt(&self, cup: &Cup) -> [Roll; 2] {
        cup.dice
    }

    fn actions(&self, cup: &Cup) -> impl Iterator<Item = Action> {
        let (game, bids) = (*self, cup.bids);
        let bids = (0..game.bids()).filter(move |number| bids >> number & 1 == 1);
        bids.map(move |number| game.bid(number)).chain(cup.called.then_some(Action::Liar))
    }

    fn table(&self, cup: &Cup, player: Player) -> String {
        let shown: Vec<String> = self.actions(cup).map(|action| action.to_string()).collect();
        let said = if shown.is_empty() { "nothing yet".to_owned() } else { shown.join(" ") };
        let yours = if self.dice == 1 { "Your die" } else { "Your dice" };
        format!("Said: {said}\nWild: {}\n{yours}: {}", self.sides, cup.dice[player.index()])
    }

    #[cfg(feature = "drawings")]
    fn pieces(&self, cup: &Cup, player: Player) -> Drawing {
        let said = self.actions(cup).map(|action| action.to_string()).collect::<Vec<_>>().join(" ");
        let dice = cup.dice[player.index()].to_string();
        Drawing::new("dice")
            .with("dice", Some(player), dice.split('.').map(Piece::up))
            .with("dice", Some(player.other()), Piece::downs(usize::from(self.dice)))
            .fact("said", said)
            .fact("wild", self.sides)
    }

    fn end(&self, cup: &Cup) -> String {
        if self.last_bid_holds(cup) { "the last bid was true" } else { "the last bid was a lie" }.to_owned()
    }

    fn unknown(&self, place: usize) -> String {
        match self.dice {
            1 => format!("die {place} is no number from 1 to {}", self.sides),
            _ => format!(
                "roll {place} is no pair of numbers from 1 to {}, the lower first, as 1.2",
                self.sides
            ),
        }
    }

    fn miscounted(&self, dice: usize) -> String {
        format!("{dice} {} instead of 2", if self.dice == 1 { "dice" } else { "rolls" })
    }
}

impl Described for LiarsDice {
    const INFO: GameInfo = GameInfo {
        cards: "2 dice (two each: 4)",
        longest: "14 (two dice each: 26)",
        widest: "12 (two dice each: 24)",
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

impl Roll {
    fn single(face: Face) -> Roll {
        Roll(face.0)
    }

    fn pair(one: Face, other: Face) -> Roll {
        Roll(one.min(other).0 | one.max(other).0 << 3)
    }

    /// The faces of the dice, the lower first, as far as there are dice.
    fn faces(self) -> [Option<Face>; 2] {
        [self.0 & 7, self.0 >> 3].map(|face| (face != 0).then_some(Face(face)))
    }
}

/// The faces, the lower first, with a full stop between two.
impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.faces() {
            [Some(low), Some(high)] => write!(f, "{low}.{high}"),
            [face, _] => write!(f, "{}", face.unwrap_or_default()),
        }
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

#[cfg(feature = "observations")]
impl Observation for LiarsDice {
    fn fields(&self) -> Vec<Field> {
        let (dice, sides) = (usize::from(self.dice), usize::from(self.sides));
        vec![
            Field::new("seat", [2], "the seat of the player"),
            Field::new("dice", [dice, sides], "the face of each own die, the lower first"),
            Field::new("bids", [2 * dice, sides], "the bids made, by count and face"),
        ]
    }

    fn action_numbers(&self) -> ActionNumbers {
        ActionNumbers::Fixed(usize::from(self.bids()) + 1)
    }

    fn action_number(&self, action: Action) -> usize {
        match action {
            Action::Bid { count, face } => usize::from((count - 1) * self.sides + face.0 - 1),
            Action::Liar => usize::from(self.bids()),
        }
    }

    fn observe(&self, info_set: &InfoSet, numbers: &mut Numbers<'_>) {
        let (seat, cup) = (info_set.seat().index(), info_set.known());
        numbers.one_of(2, seat);
        for face in &cup.dice[seat].faces()[..usize::from(self.dice)] {
            numbers.one_of(usize::from(self.sides), face.map(|face| usize::from(face.0) - 1));
        }
        numbers.bits(usize::from(self.bids()), u64::from(cup.bids));
    }
}
