//! Liar's dice: one die each, ever higher bids on both, until somebody calls the other a liar.

use std::{fmt, iter};

use crate::{
    ActionList, Allowed, Described, Event, EventOf, Game, GameInfo, Notation, OptionError, OptionSpec,
    Player, Retrace, Rng, Settings, Steps, Turn, WordError, Worlds,
};

/// Liar's dice; the highest face is wild. `Default` has dice of six sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LiarsDice {
    /// The sides of a die, 2 to 6.
    pub sides: u8,
}

/// The face of a die, from 1; 0 is a die that is not known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Face(u8);

/// What a player may say.
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InfoSet {
    seat: Player,
    cup: Cup,
}

impl Default for LiarsDice {
    fn default() -> LiarsDice {
        LiarsDice { sides: 6 }
    }
}

impl LiarsDice {
    fn faces(self) -> impl Iterator<Item = Face> {
        (1..=self.sides).map(Face)
    }

    fn bid(self, number: u8) -> Action {
        Action::Bid { count: 1 + number / self.sides, face: Face(1 + number % self.sides) }
    }

    /// How many bids there are up to the last one made.
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
        [self.roll(rng), self.roll(rng)]
    }

    fn reveal(&self, cup: &mut Cup, dice: &[Face; 2]) {
        cup.dice = *dice;
    }

    fn payoff(&self, cup: &Cup, player: Player) -> f64 {
        let last_bidder = Player::new((cup.bids.count_ones() as usize + 1) % 2);
        if self.last_bid_holds(cup) == (player == last_bidder) { 1.0 } else { -1.0 }
    }

    fn info_set(&self, cup: &Cup, player: Player) -> InfoSet {
        let mut cup = *cup;
        cup.dice[player.other().index()] = Face::default();
        InfoSet { seat: player, cup }
    }

    /// The bids say nothing by the rules: every face is as likely.
    fn sample(&self, info_set: &InfoSet, rng: &mut Rng) -> Cup {
        let mut cup = info_set.cup;
        if cup != Cup::default() {
            cup.dice[info_set.seat.other().index()] = self.roll(rng);
        }
        cup
    }
}

impl LiarsDice {
    fn roll(self, rng: &mut Rng) -> Face {
        Face(1 + rng.below(u32::from(self.sides)) as u8)
    }
}

impl Worlds for LiarsDice {
    fn worlds(&self, info_set: &InfoSet, limit: usize) -> Option<Vec<(Cup, f64)>> {
        if info_set.cup == Cup::default() {
            return Some(vec![(info_set.cup, 1.0)]);
        }
        let worlds = self.faces().map(|face| {
            let mut cup = info_set.cup;
            cup.dice[info_set.seat.other().index()] = face;
            (cup, 1.0 / f64::from(self.sides))
        });
        (usize::from(self.sides) <= limit).then(|| worlds.collect())
    }
}

impl Steps for LiarsDice {
    type Step = Face;

    /// The die of player 0, then that of player 1.
    fn steps(&self, _: &Cup, rolled: &[Face]) -> Vec<(Face, f64)> {
        if rolled.len() == 2 {
            return Vec::new();
        }
        self.faces().map(|face| (face, 1.0 / f64::from(self.sides))).collect()
    }

    fn assemble(&self, _: &Cup, rolled: &[Face]) -> [Face; 2] {
        [rolled[0], rolled[1]]
    }
}

impl Retrace for LiarsDice {
    fn events(&self, cup: &Cup) -> Vec<(EventOf<LiarsDice>, f64)> {
        if *cup == Cup::default() {
            return Vec::new();
        }
        let bids = (0..2 * self.sides).filter(|number| cup.bids >> number & 1 == 1);
        let actions = bids.map(|number| self.bid(number)).chain(cup.called.then_some(Action::Liar));
        let roll = (Event::Chance(cup.dice), f64::from(self.sides).powi(-2));
        iter::once(roll).chain(actions.map(|action| (Event::Action(action), 1.0))).collect()
    }
}

impl Described for LiarsDice {
    const INFO: GameInfo = GameInfo {
        name: "liars-dice",
        title: "Liar's dice",
        players: "2",
        cards: "2 dice",
        longest: "14",
        widest: "12",
        status: "sizes and payoffs agree with OpenSpiel",
        options: &[OptionSpec {
            key: "sides",
            allowed: Allowed::Range(2, 6, 6),
            about: "the sides of a die; the highest face is wild",
        }],
        presets: &[],
    };

    fn with_settings(settings: &Settings) -> Result<LiarsDice, OptionError> {
        Ok(LiarsDice { sides: settings.number("sides") as u8 })
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

impl InfoSet {
    /// The seat that knows this.
    pub fn seat(&self) -> Player {
        self.seat
    }
}

impl LiarsDice {
    fn told(self, cup: &Cup) -> Vec<String> {
        let bids = (0..2 * self.sides).filter(|number| cup.bids >> number & 1 == 1);
        let words = bids.map(|number| self.bid(number)).chain(cup.called.then_some(Action::Liar));
        words.map(|action| action.to_string()).collect()
    }
}

impl Notation for LiarsDice {
    fn action_word(&self, _: &Cup, action: Action) -> String {
        action.to_string()
    }

    fn chance_word(&self, _: &Cup, dice: &[Face; 2]) -> String {
        format!("roll:{}/{}", dice[0], dice[1])
    }

    fn read_chance(&self, _: &Cup, word: &str) -> Result<[Face; 2], WordError> {
        let names: Vec<&str> = WordError::contents(word, "roll")?.split('/').collect();
        let mut dice = [Face::default(); 2];
        if names.len() != dice.len() {
            return Err(WordError::broken(word, format!("{} dice instead of 2", names.len())));
        }
        for (n, name) in names.into_iter().enumerate() {
            let face = self.faces().find(|face| face.to_string() == name);
            dice[n] = face.ok_or_else(|| {
                WordError::broken(word, format!("die {} is no number from 1 to {}", n + 1, self.sides))
            })?;
        }
        Ok(dice)
    }

    /// The dice are not shown at the end.
    fn noticed(&self, _: &Cup, event: &EventOf<Self>, _: &Cup, player: Player) -> String {
        match event {
            Event::Chance(dice) => format!("roll:{}", dice[player.index()]),
            Event::Action(action) => action.to_string(),
        }
    }

    fn ending(&self, cup: &Cup) -> String {
        if self.last_bid_holds(cup) { "the last bid was true" } else { "the last bid was a lie" }.to_owned()
    }

    fn position_text(&self, cup: &Cup) -> String {
        if *cup == Cup::default() {
            return "not rolled".to_owned();
        }
        let mut words = self.told(cup);
        words.insert(0, self.chance_word(cup, &cup.dice));
        words.join(" ")
    }

    fn table_text(&self, info_set: &InfoSet) -> String {
        let cup = &info_set.cup;
        if *cup == Cup::default() {
            return "The dice have not been rolled.".to_owned();
        }
        let told = self.told(cup);
        let said = if told.is_empty() { "nothing yet".to_owned() } else { told.join(" ") };
        let own = cup.dice[info_set.seat.index()];
        format!("Said: {said}\nWild: {}\nYour die: {own}", self.sides)
    }

    fn retold(&self, told: &[String], world: &Cup) -> Vec<String> {
        let mut words = told.to_vec();
        if let Some(roll) = words.first_mut() {
            *roll = self.chance_word(world, &world.dice);
        }
        words
    }

    fn check(&self, cup: &Cup) -> Result<(), String> {
        if *cup == Cup::default() {
            return Ok(());
        }
        check_dice(*self, cup)?;
        check_bids(*self, cup)
    }
}

/// Both dice show a face.
fn check_dice(game: LiarsDice, cup: &Cup) -> Result<(), String> {
    match cup.dice.iter().find(|&&die| game.faces().all(|face| face != die)) {
        Some(die) => Err(format!("a die shows {die}")),
        None => Ok(()),
    }
}

/// The bids are bids of these dice, and nobody was called a liar before the first.
fn check_bids(game: LiarsDice, cup: &Cup) -> Result<(), String> {
    if cup.bids >> (2 * game.sides) != 0 || cup.called && cup.bids == 0 {
        return Err(format!("bids {:#b}, called: {}", cup.bids, cup.called));
    }
    Ok(())
}
