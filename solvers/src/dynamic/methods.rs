//! What can be done fast with one game, as an object.

use std::fmt;
use std::sync::Arc;

use hinterhand_engine::dynamic::{ActionNumber, AnyGame, AnyInfoSet, AnyLegal, AnyState, Playable};
use hinterhand_engine::games::tree::UnfoldError;
use hinterhand_engine::games::tree::efg::write_efg;
use hinterhand_engine::{ActionSet, Digest, Game, Player, Rng, Turn, playout, playout_by};

use super::growing::{Growing, OfAnyGame};
use super::search::{self, SearchError, numbered};
use super::{AnyOpenCards, AnyTree, Offer, Offers, RolloutKind, SearchRequest};
use crate::mccfr;
use crate::search::ismcts::{self, Cheating, SelfPlay};
use crate::search::{Counsel, OpenCards, Random, Rollout, Search};
use crate::strategy::Strategy;
use crate::tree::{CompileError, GameTree, TreeSize};

/// Makes searches of any game that have found out nothing yet.
pub type NewSearch<'m> = Box<dyn Fn() -> Box<dyn Search<AnyGame> + 'm> + Send + Sync + 'm>;

/// Who plays random games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Play {
    /// Uniformly random players.
    Random,
    /// The directed player of the game in all seats.
    Directed,
}

/// What is told of games while they are played.
pub trait Watcher {
    /// A decision of `player` with this number of legal actions, and the key of what it knows.
    fn decision(&mut self, player: Player, choices: usize, key: &mut dyn FnMut() -> u128);

    /// The end of a game: the number of its actions, the payoffs, and how it ended.
    fn end(&mut self, actions: u64, payoffs: &[f64], ending: &mut dyn FnMut() -> String);
}

/// A search that is shown the position itself. Only a referee can ask it.
pub trait PerfectInformation {
    /// Turns to the decision at `state`.
    fn turn_to(&mut self, state: &AnyState, rng: &mut Rng);

    /// Simulates this number of games.
    fn step(&mut self, steps: u64);

    /// What it thinks of each legal action.
    fn counsel(&self) -> Counsel<ActionNumber>;
}

/// Learning by self-play in information-set trees (Smooth UCT). As a strategy it plays what it has learned.
pub trait Learning: Strategy<AnyGame> {
    /// Simulates this number of games.
    fn step(&mut self, steps: u64);

    /// The number of information sets in the trees.
    fn nodes(&self) -> usize;
}

/// The hot loops of one game. What is lent to other objects lives as long as this one.
pub trait Methods: Send + Sync {
    /// Whether the game offers something beyond its rules.
    fn offers(&self, offer: Offer) -> bool;

    /// Plays games from the start with one generator, and tells `end` of each: the number of actions and the payoffs.
    fn play_games(&self, play: Play, games: u64, rng: &mut Rng, end: &mut dyn FnMut(u64, &[f64]));

    /// Plays games as [`play_games`](Methods::play_games) does, and tells `watcher` of each decision.
    fn watch_games(&self, play: Play, games: u64, rng: &mut Rng, watcher: &mut dyn Watcher);

    /// The written-out tree, if it has no more nodes than `limit`.
    fn tree(&self, limit: usize) -> Result<AnyTree, CompileError>;

    /// The size of the tree as far as `limit` nodes, and whether that is all of it.
    fn tree_size(&self, limit: usize) -> (TreeSize, bool);

    /// The tree as the text of a Gambit `.efg` file with this title, if it has no more nodes than `limit`.
    fn efg(&self, title: &str, limit: usize) -> Result<String, UnfoldError>;

    /// A solver that learns on samples of the game itself, with tables of at most `bytes`.
    fn growing(&self, options: mccfr::Options, bytes: usize) -> Box<dyn Growing + '_>;

    /// Makes searches as requested.
    fn search(&self, request: &SearchRequest) -> Result<NewSearch<'_>, SearchError>;

    /// The solver of the game with all cards open, if it has one.
    fn open_cards(&self) -> Option<Box<dyn OpenCards<AnyGame> + '_>>;

    /// A search that is shown the position.
    fn cheating(&self, rollout: RolloutKind, options: ismcts::Options) -> Box<dyn PerfectInformation + '_>;

    /// Learning by self-play from the start of the game.
    fn self_play(&self, options: ismcts::Options, rng: &mut Rng) -> Box<dyn Learning + '_>;

    /// The choice of the greedy player.
    ///
    /// # Panics
    ///
    /// If the game has none.
    fn greedy(&self, info_set: &AnyInfoSet, legal: &AnyLegal, rng: &mut Rng) -> ActionNumber;

    /// The choice of the directed player. It is shown a state drawn from all that fit what it knows, in which its rule
    /// has nothing else to go by than in the true one.
    ///
    /// # Panics
    ///
    /// If the game has none.
    fn directed(&self, info_set: &AnyInfoSet, legal: &AnyLegal, rng: &mut Rng) -> ActionNumber;

    /// The number of cards whose order no player knows; 0 if the game cannot shuffle them again.
    fn face_down(&self, state: &AnyState) -> usize;

    /// Shuffles again what no player has seen, if the game can.
    fn reshuffle(&self, state: &mut AnyState, rng: &mut Rng);
}

/// The [`Methods`] of a game of known type.
pub struct MethodsOf<G: Game + 'static> {
    game: Arc<G>,
    offers: Offers<G>,
}

impl<G: Playable> MethodsOf<G> {
    /// The methods of a game with what it offers beyond its rules.
    pub fn new(game: Arc<G>, offers: Offers<G>) -> MethodsOf<G> {
        MethodsOf { game, offers }
    }

    fn rollout(&self, kind: RolloutKind) -> &'static dyn Rollout<G> {
        match kind {
            RolloutKind::Guided => self.offers.rollout.unwrap_or(&Random),
            RolloutKind::Random | RolloutKind::Evaluation { .. } => &Random,
        }
    }

    fn number(legal: &G::Legal, action: G::Action) -> ActionNumber {
        ActionNumber::new(legal.iter().position(|other| other == action).expect("players act by the rules"))
    }

    /// Plays one game to its end, and fills in what everybody has won.
    fn finish(&self, state: &G::State, payoffs: &mut [f64]) {
        for (player, payoff) in Player::all(payoffs.len()).zip(payoffs) {
            *payoff = self.game.payoff(state, player);
        }
    }
}

const NO_DIRECTED: &str = "the game has no directed player";

impl<G: Playable> Methods for MethodsOf<G> {
    fn offers(&self, offer: Offer) -> bool {
        self.offers.has(offer)
    }

    fn play_games(&self, play: Play, games: u64, rng: &mut Rng, end: &mut dyn FnMut(u64, &[f64])) {
        let game = &*self.game;
        let play_out = match play {
            Play::Random => playout,
            Play::Directed => self.offers.directed.expect(NO_DIRECTED).play_out,
        };
        let mut payoffs = vec![0.0; game.players()];
        for _ in 0..games {
            let mut state = game.start();
            let actions = play_out(game, &mut state, rng);
            self.finish(&state, &mut payoffs);
            end(actions, &payoffs);
        }
    }

    fn watch_games(&self, play: Play, games: u64, rng: &mut Rng, watcher: &mut dyn Watcher) {
        let game = &*self.game;
        let choose = match play {
            Play::Random => |_: &G, _: &G::State, legal: &G::Legal, rng: &mut Rng| {
                legal.nth(rng.below(legal.len() as u32) as usize)
            },
            Play::Directed => self.offers.directed.expect(NO_DIRECTED).choose,
        };
        let mut payoffs = vec![0.0; game.players()];
        for _ in 0..games {
            let mut state = game.start();
            let actions = playout_by(game, &mut state, rng, |state, legal, rng| {
                if let Turn::Player(player) = game.turn(state) {
                    let mut key = || Digest::of(&game.info_set(state, player)).bits();
                    watcher.decision(player, legal.len(), &mut key);
                }
                choose(game, state, legal, rng)
            });
            self.finish(&state, &mut payoffs);
            watcher.end(actions, &payoffs, &mut || game.ending(&state));
        }
    }

    fn tree(&self, limit: usize) -> Result<AnyTree, CompileError> {
        GameTree::compile(&*self.game, limit).map(AnyTree::new)
    }

    fn tree_size(&self, limit: usize) -> (TreeSize, bool) {
        GameTree::measure_part(&*self.game, limit)
    }

    fn efg(&self, title: &str, limit: usize) -> Result<String, UnfoldError> {
        write_efg(&*self.game, title, limit)
    }

    fn growing(&self, options: mccfr::Options, bytes: usize) -> Box<dyn Growing + '_> {
        Box::new(OfAnyGame(mccfr::GrowingMccfr::new(&*self.game, options, bytes)))
    }

    fn search(&self, request: &SearchRequest) -> Result<NewSearch<'_>, SearchError> {
        search::new(&*self.game, &self.offers, request)
    }

    fn open_cards(&self) -> Option<Box<dyn OpenCards<AnyGame> + '_>> {
        let make = self.offers.open_cards?;
        Some(Box::new(Opened { game: &*self.game, solver: make() }))
    }

    fn cheating(&self, rollout: RolloutKind, options: ismcts::Options) -> Box<dyn PerfectInformation + '_> {
        Box::new(Cheater(Cheating::new(&*self.game, self.rollout(rollout), options)))
    }

    fn self_play(&self, options: ismcts::Options, rng: &mut Rng) -> Box<dyn Learning + '_> {
        Box::new(Learner(SelfPlay::new(&*self.game, &Random, options, rng)))
    }

    fn greedy(&self, info_set: &AnyInfoSet, legal: &AnyLegal, rng: &mut Rng) -> ActionNumber {
        let greedy = self.offers.greedy.expect("the game has no greedy player");
        let legal = legal.typed::<G::Legal>();
        Self::number(legal, greedy.choose(&self.game, info_set.typed(), legal, rng))
    }

    fn directed(&self, info_set: &AnyInfoSet, legal: &AnyLegal, rng: &mut Rng) -> ActionNumber {
        let player = self.offers.directed.expect(NO_DIRECTED);
        let fits = self.game.sample(info_set.typed(), rng);
        let legal = legal.typed::<G::Legal>();
        Self::number(legal, (player.choose)(&self.game, &fits, legal, rng))
    }

    fn face_down(&self, state: &AnyState) -> usize {
        self.offers.shuffling.map_or(0, |shuffling| (shuffling.face_down)(&self.game, state.typed()))
    }

    fn reshuffle(&self, state: &mut AnyState, rng: &mut Rng) {
        if let Some(shuffling) = self.offers.shuffling {
            (shuffling.reshuffle)(&self.game, state.typed_mut(), rng);
        }
    }
}

/// The solver of open cards of a game of known type.
struct Opened<'g, G: Game> {
    game: &'g G,
    solver: AnyOpenCards<G>,
}

impl<G: Playable> OpenCards<AnyGame> for Opened<'_, G> {
    fn values(&mut self, _: &AnyGame, state: &AnyState, legal: &AnyLegal, values: &mut Vec<f64>) {
        self.solver.values(self.game, state.typed(), legal.typed(), values);
    }
}

/// Cheating UCT on a game of known type.
struct Cheater<'g, G: Game>(Cheating<'g, G>);

impl<G: Playable> PerfectInformation for Cheater<'_, G> {
    fn turn_to(&mut self, state: &AnyState, rng: &mut Rng) {
        self.0.turn_to(state.typed(), rng);
    }

    fn step(&mut self, steps: u64) {
        self.0.step(steps);
    }

    fn counsel(&self) -> Counsel<ActionNumber> {
        numbered(self.0.counsel())
    }
}

/// Self-play on a game of known type.
struct Learner<'g, G: Game>(SelfPlay<'g, G>);

impl<G: Playable> Learning for Learner<'_, G> {
    fn step(&mut self, steps: u64) {
        self.0.step(steps);
    }

    fn nodes(&self) -> usize {
        self.0.nodes()
    }
}

impl<G: Playable> Strategy<AnyGame> for Learner<'_, G> {
    fn probabilities(&self, info_set: &AnyInfoSet, legal: &AnyLegal, out: &mut Vec<f64>) {
        self.0.probabilities(info_set.typed(), legal.typed(), out);
    }
}

impl<G: Game> fmt::Debug for MethodsOf<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MethodsOf").finish_non_exhaustive()
    }
}
