//! Any game with its settings as one value, and itself a game.

use std::fmt;
use std::sync::Arc;

use super::erased::{AnyEvent, Erased, ErasedGame, Playable};
use super::values::{ActionNumber, AnyChance, AnyInfoSet, AnyLegal, AnyState, AnyStep};
#[cfg(feature = "drawings")]
use crate::Drawing;
use crate::{
    ContestRules, Game, GameInfo, Notation, Player, Rng, Settings, Sizes, Steps, Turn, WordError, Worlds,
};

/// Any game with its settings. A clone shares the rules.
///
/// It is a [`Game`] whose actions are numbers: the places among the legal actions of the position at which
/// they are taken. A value of another game, such as a position, makes it panic.
#[derive(Clone)]
pub struct AnyGame {
    rules: Arc<dyn ErasedGame>,
    settings: Arc<Settings>,
    contest: ContestRules,
}

impl AnyGame {
    /// The object of a game that was made from `settings`.
    pub fn new<G: Playable>(game: G, settings: Settings) -> AnyGame {
        AnyGame::shared(Arc::new(game), settings)
    }

    /// The object of a game that generic code keeps as well.
    pub fn shared<G: Playable>(game: Arc<G>, settings: Settings) -> AnyGame {
        AnyGame { rules: Arc::new(Erased(game)), settings: Arc::new(settings), contest: G::CONTEST }
    }

    /// The description of the game.
    pub fn info(&self) -> &GameInfo {
        self.settings.info()
    }

    /// The name of the game in records and commands.
    pub fn name(&self) -> &'static str {
        self.info().name
    }

    /// The settings it was made from.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The rules of the score above its hands.
    pub fn contest_rules(&self) -> ContestRules {
        self.contest
    }

    /// The least that `player` can win: what a forfeited game counts.
    pub fn least_payoff(&self, player: Player) -> f64 {
        self.rules.least_payoff(player)
    }

    /// The number that an action at one position has at another; `None` if it is not legal there.
    pub fn same_action(&self, from: &AnyState, action: ActionNumber, to: &AnyState) -> Option<ActionNumber> {
        self.rules.same_action(from, action, to)
    }

    /// All chance events at `state` with their probabilities, for games where they are few.
    pub fn outcomes(&self, state: &AnyState) -> Vec<(AnyChance, f64)> {
        crate::outcomes(self, state)
    }

    /// The number of histories of 1, 2, ... `depth` actions, as [`perft`](crate::perft::perft) counts them.
    pub fn perft(&self, state: &AnyState, depth: usize) -> Vec<u64> {
        self.rules.perft(state, depth)
    }

    /// The number of histories of exactly `depth` actions, as [`leaves`](crate::perft::leaves) counts them.
    pub fn leaves(&self, state: &AnyState, depth: usize) -> u64 {
        self.rules.leaves(state, depth)
    }

    /// The number of actions played to that depth, as [`played`](crate::perft::played) counts them.
    pub fn played(&self, state: &AnyState, depth: usize) -> u64 {
        self.rules.played(state, depth)
    }

    /// The size of the whole tree, as [`Sizes::of`] counts it.
    pub fn sizes(&self) -> Sizes {
        self.rules.sizes()
    }
}

impl Game for AnyGame {
    type State = AnyState;
    type Action = ActionNumber;
    type Legal = AnyLegal;
    type Chance = AnyChance;
    type InfoSet = AnyInfoSet;

    fn players(&self) -> usize {
        self.rules.players()
    }

    fn start(&self) -> AnyState {
        self.rules.start()
    }

    fn turn(&self, state: &AnyState) -> Turn {
        self.rules.turn(state)
    }

    fn legal(&self, state: &AnyState) -> AnyLegal {
        self.rules.legal(state)
    }

    fn play(&self, state: &mut AnyState, action: ActionNumber) {
        self.rules.play(state, action);
    }

    fn draw(&self, state: &AnyState, rng: &mut Rng) -> AnyChance {
        self.rules.draw(state, rng)
    }

    fn reveal(&self, state: &mut AnyState, chance: &AnyChance) {
        self.rules.reveal(state, chance);
    }

    fn payoff(&self, state: &AnyState, player: Player) -> f64 {
        self.rules.payoff(state, player)
    }

    fn info_set(&self, state: &AnyState, player: Player) -> AnyInfoSet {
        self.rules.info_set(state, player)
    }

    fn sample(&self, info_set: &AnyInfoSet, rng: &mut Rng) -> AnyState {
        self.rules.sample(info_set, rng)
    }

    fn play_at_random(&self, state: &mut AnyState, rng: &mut Rng) -> u64 {
        self.rules.play_at_random(state, rng)
    }
}

impl Notation for AnyGame {
    fn action_word(&self, state: &AnyState, action: ActionNumber) -> String {
        self.rules.action_word(state, action)
    }

    fn chance_word(&self, state: &AnyState, chance: &AnyChance) -> String {
        self.rules.chance_word(state, chance)
    }

    fn read_chance(&self, state: &AnyState, word: &str) -> Result<AnyChance, WordError> {
        self.rules.read_chance(state, word)
    }

    fn noticed(&self, before: &AnyState, event: &AnyEvent, after: &AnyState, player: Player) -> String {
        self.rules.noticed(before, event, after, player)
    }

    fn position_text(&self, state: &AnyState) -> String {
        self.rules.position_text(state)
    }

    fn table_text(&self, info_set: &AnyInfoSet) -> String {
        self.rules.table_text(info_set)
    }

    #[cfg(feature = "drawings")]
    fn drawing(&self, info_set: &AnyInfoSet) -> Option<Drawing> {
        self.rules.drawing(info_set)
    }

    fn retold(&self, words: &[String], world: &AnyState) -> Vec<String> {
        self.rules.retold(words, world)
    }

    fn check(&self, state: &AnyState) -> Result<(), String> {
        self.rules.check(state)
    }

    fn ending(&self, state: &AnyState) -> String {
        self.rules.ending(state)
    }

    fn legal_words(&self, state: &AnyState) -> Vec<String> {
        self.rules.legal_words(state)
    }

    fn read_action(&self, state: &AnyState, word: &str) -> Result<ActionNumber, WordError> {
        self.rules.read_action(state, word)
    }
}

impl Steps for AnyGame {
    type Step = AnyStep;

    fn steps(&self, state: &AnyState, dealt: &[AnyStep]) -> Vec<(AnyStep, f64)> {
        self.rules.steps(state, dealt)
    }

    fn assemble(&self, state: &AnyState, dealt: &[AnyStep]) -> AnyChance {
        self.rules.assemble(state, dealt)
    }
}

impl Worlds for AnyGame {
    fn worlds(&self, info_set: &AnyInfoSet, limit: usize) -> Option<Vec<(AnyState, f64)>> {
        self.rules.worlds(info_set, limit)
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyGame").field("settings", &self.settings).finish_non_exhaustive()
    }
}
