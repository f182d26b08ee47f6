//! The fast operations on one game, as an object.

use std::fmt;
use std::sync::Arc;

use hinterhand_engine::dynamic::{ActionNumber, AnyGame, AnyInfoSet, AnyLegal, AnyState, Playable};
use hinterhand_engine::{ActionSet, Digest, Game, Player, Rng, Turn, playout, playout_by};

use super::adapters::{AnyOpenCards, InGame, NewSearch, NewSolver, OfAnyGame, OfGame, numbered};
#[cfg(feature = "observations")]
use super::batch::{AsNumbers, NumbersOf};
use super::error::SearchError;
use super::growing::{self, Growing};
use super::network_methods::{NetworkMethods, NetworkMethodsOf};
use super::players::ModelOf;
use super::{AnyTree, Inferring, Offer, Offers, OpenCardsRequest, OpenSolver, Opponent, RolloutKind};
use crate::mccfr;
use crate::network::{Learned, Network};
use crate::search::ismcts::{self, Cheating, Ismcts, SelfPlay};
use crate::search::turn::TurnOptions;
use crate::search::{
    ActionValues, ByGreedy, Evaluation, Greedy, Inference, KnowledgeLimitedOptions, Level, OnlineOptions,
    RandDeepOptions, Random, Reason, Rollout, ToDepth, Truncated,
};
use crate::strategy::Strategy;
use crate::tree::{CompileError, GameTree, TreeSize};

/// Makes rollouts.
type MakeRollout<G> = Box<dyn Fn() -> Box<dyn Rollout<G> + Send> + Send + Sync>;

/// Makes estimators of the likelihood of worlds, by a model of the other players.
pub type NewInference<'m> = Box<dyn Fn() -> Box<dyn Inference<AnyGame> + 'm> + Send + Sync + 'm>;

/// The players of random games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Play {
    /// Uniformly random players.
    Random,
    /// The directed player of the game in all seats.
    Directed,
}

/// A player that does not search, for bringing games to their end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SimplePlayer {
    /// Chooses uniformly among the legal actions.
    Random,
    /// The greedy player of the game.
    Greedy,
    /// The rules of thumb of the expert player of the game.
    Expert,
}

/// An observer of games while they are played.
pub trait Watcher {
    /// A decision of `player` with this number of legal actions, and the key of what it knows.
    fn decision(&mut self, player: Player, choices: usize, key: &mut dyn FnMut() -> u128);

    /// The end of a game: the number of its actions, the payoffs, and how it ended.
    fn end(&mut self, actions: u64, payoffs: &[f64], ending: &mut dyn FnMut() -> String);
}

/// A search that is given the state itself. Only a referee, who holds the state, can use it.
pub trait PerfectInformation {
    /// Turns to the decision at `state`.
    fn turn_to(&mut self, state: &AnyState, rng: &mut Rng);

    /// Simulates this number of games.
    fn step(&mut self, steps: u64);

    /// The values of the legal actions.
    fn action_values(&self) -> ActionValues<ActionNumber>;
}

/// Learning by self-play in information-set trees (Smooth UCT). As a strategy it plays what it has learned.
pub trait Learning: Strategy<AnyGame> {
    /// Simulates this number of games.
    fn step(&mut self, steps: u64);

    /// The number of information sets in the trees.
    fn nodes(&self) -> usize;
}

/// The hot loops of one game. Objects made by its methods borrow from it.
pub trait Methods: Send + Sync {
    /// Whether the game offers something beyond its rules.
    fn offers(&self, offer: Offer) -> bool;

    /// The game as numbers.
    #[cfg(feature = "observations")]
    fn as_numbers(&self) -> Box<dyn AsNumbers<'_> + '_>;

    /// Plays games from the start with one generator, and calls `end` after each with the number of actions
    /// and the payoffs.
    fn play_games(&self, play: Play, games: u64, rng: &mut Rng, end: &mut dyn FnMut(u64, &[f64]));

    /// Plays games as [`play_games`](Methods::play_games) does, and reports each decision to `watcher`.
    fn watch_games(&self, play: Play, games: u64, rng: &mut Rng, watcher: &mut dyn Watcher);

    /// The written-out tree, if it has no more nodes than `limit`.
    fn tree(&self, limit: usize) -> Result<AnyTree, CompileError>;

    /// The size of the tree as far as `limit` nodes, and whether that is all of it.
    fn tree_size(&self, limit: usize) -> (TreeSize, bool);

    /// A solver that learns on samples of the game itself, with tables of at most `bytes`.
    fn growing(&self, options: mccfr::Options, bytes: usize) -> Box<dyn Growing + '_>;

    /// Makes information-set tree searches, if the game has the evaluation and the opponents that are asked
    /// for, and the networks are made for it.
    fn ismcts(
        &self,
        options: ismcts::Options,
        rollout: &RolloutKind,
        prior: Option<(Arc<Network>, Learned)>,
        opponents: Option<Opponent>,
    ) -> Result<NewSearch<'_>, SearchError>;

    /// Makes searches by online outcome sampling.
    fn online(&self, options: OnlineOptions) -> Result<NewSearch<'_>, SearchError>;

    /// Makes expert players.
    fn expert(&self) -> Result<NewSearch<'_>, SearchError>;

    /// Makes searches within the turn.
    fn turn(&self, options: TurnOptions) -> Result<NewSearch<'_>, SearchError>;

    /// Makes searches that compare lines by simulated turns.
    fn lookahead(&self, worlds: u64) -> Result<NewSearch<'_>, SearchError>;

    /// Makes searches by random games to a depth.
    fn rand_deep(&self, options: RandDeepOptions) -> Result<NewSearch<'_>, SearchError>;

    /// Makes searches that solve knowledge-limited subgames, with open cards at their ends.
    fn knowledge_limited(&self, options: KnowledgeLimitedOptions) -> Result<NewSearch<'_>, SearchError>;

    /// Searches by networks, and learning of networks.
    fn networks(&self) -> &dyn NetworkMethods;

    /// Makes searches that use the endgame solver where it applies, and `before` elsewhere.
    fn with_endgame<'m>(&'m self, before: NewSearch<'m>) -> Result<NewSearch<'m>, SearchError>;

    /// Makes solvers of the game of two with all cards open.
    fn open_cards(&self, request: &OpenCardsRequest) -> Result<NewSolver<'_>, SearchError>;

    /// Makes estimators of the likelihood of worlds, by a model of the other players.
    fn inference(&self, inferring: Inferring) -> Result<NewInference<'_>, SearchError>;

    /// A rollout that brings games to their end with this player in all seats.
    ///
    /// # Panics
    ///
    /// If the greedy player is asked for and the game has none.
    fn players(&self, player: SimplePlayer) -> Box<dyn Rollout<AnyGame> + '_>;

    /// A search that is given the state.
    fn cheating(&self, rollout: RolloutKind, options: ismcts::Options) -> Box<dyn PerfectInformation + '_>;

    /// Learning by self-play from the start of the game.
    fn self_play(&self, options: ismcts::Options, rng: &mut Rng) -> Box<dyn Learning + '_>;

    /// The choice of the greedy player.
    ///
    /// # Panics
    ///
    /// If the game has none.
    fn greedy(&self, info_set: &AnyInfoSet, legal: &AnyLegal, rng: &mut Rng) -> ActionNumber;

    /// The claim that wins at once, if there is one.
    fn right_claim(&self, info_set: &AnyInfoSet, legal: &AnyLegal) -> Option<ActionNumber>;

    /// Why the legal action with this number is good, in a word, where the game knows a reason that holds
    /// whatever the others have.
    fn reason(&self, info_set: &AnyInfoSet, legal: &AnyLegal, action: ActionNumber) -> Option<Reason>;

    /// The choice of the directed player. It is given a state sampled from those that fit its information
    /// set; its rule uses nothing in which these differ.
    ///
    /// # Panics
    ///
    /// If the game has none.
    fn directed(&self, info_set: &AnyInfoSet, legal: &AnyLegal, rng: &mut Rng) -> ActionNumber;

    /// The decisions that led to a state, in order: the states at which they were made, and the actions. Of games that
    /// do not offer them, none.
    fn decisions(&self, state: &AnyState) -> Option<Vec<(AnyState, ActionNumber)>>;

    /// The number of cards whose order no player knows; 0 if the game cannot shuffle them again.
    fn face_down(&self, state: &AnyState) -> usize;

    /// Shuffles again what no player has seen, if the game can.
    fn reshuffle(&self, state: &mut AnyState, rng: &mut Rng);
}

/// The [`Methods`] of a game of known type.
pub struct MethodsOf<G: Game + 'static> {
    networks: NetworkMethodsOf<G>,
    game: Arc<G>,
    offers: Offers<G>,
}

impl<G: Playable> MethodsOf<G> {
    /// The methods of a game with what it offers beyond its rules.
    pub fn new(game: Arc<G>, offers: Offers<G>) -> MethodsOf<G> {
        let networks = NetworkMethodsOf { game: Arc::clone(&game), networks: offers.networks };
        MethodsOf { networks, game, offers }
    }

    /// The rollout of this kind that searches share; random games if each has one for itself.
    fn rollout(&self, kind: &RolloutKind) -> &'static dyn Rollout<G> {
        match kind {
            RolloutKind::Guided => self.offers.rollout.unwrap_or(&Random),
            RolloutKind::Random
            | RolloutKind::Expert
            | RolloutKind::Evaluation { .. }
            | RolloutKind::Network { .. } => &Random,
        }
    }

    /// Makes the rollouts that each search has for itself, if this kind is one of those.
    fn owned_rollout(&self, kind: &RolloutKind) -> Result<Option<MakeRollout<G>>, SearchError> {
        Ok(match *kind {
            RolloutKind::Guided | RolloutKind::Random => None,
            RolloutKind::Expert => {
                Some(Box::new(self.offers.expert_rollout.ok_or(SearchError::Missing(Offer::ExpertRollout))?))
            }
            RolloutKind::Evaluation { plies } => {
                let evaluation = self.offers.evaluation.ok_or(SearchError::Missing(Offer::Evaluation))?;
                let evaluation = Judged(Some(evaluation));
                Some(Box::new(move || Box::new(Truncated { plies, evaluation: evaluation.clone() })))
            }
            RolloutKind::Network { ref network, learned, tricks } => {
                let (new, network) = (self.networks.made_for(network, learned)?.rollout, Arc::clone(network));
                Some(Box::new(move || new(Arc::clone(&network), learned, tricks)))
            }
        })
    }

    /// The player that `opponent` names, if the game has it.
    fn model(&self, opponent: Opponent) -> Result<ModelOf<G>, SearchError> {
        let offers = &self.offers;
        match opponent {
            Opponent::Greedy => offers.greedy.map(ModelOf::Greedy).ok_or(SearchError::Missing(Offer::Greedy)),
            Opponent::Directed => {
                offers.directed.map(ModelOf::Directed).ok_or(SearchError::Missing(Offer::Directed))
            }
        }
    }

    fn number(legal: &G::Legal, action: G::Action) -> ActionNumber {
        ActionNumber::new(legal.iter().position(|other| other == action).expect("players act by the rules"))
    }

    /// Fills in the payoffs of all players at the end of a game.
    fn finish(&self, state: &G::State, payoffs: &mut [f64]) {
        for (player, payoff) in Player::all(payoffs.len()).zip(payoffs) {
            *payoff = self.game.payoff(state, player);
        }
    }
}

const NO_DIRECTED: &str = "the game has no directed player";
const NO_EXPERT: &str = "the game has no rules of thumb";
const NO_GREEDY: &str = "the game has no greedy player";

impl<G: Playable> Methods for MethodsOf<G> {
    fn offers(&self, offer: Offer) -> bool {
        self.offers.has(offer)
    }

    #[cfg(feature = "observations")]
    fn as_numbers(&self) -> Box<dyn AsNumbers<'_> + '_> {
        Box::new(NumbersOf { game: &*self.game, observing: self.offers.observing })
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

    fn growing(&self, options: mccfr::Options, bytes: usize) -> Box<dyn Growing + '_> {
        Box::new(growing::OfAnyGame(mccfr::GrowingMccfr::new(&*self.game, options, bytes)))
    }

    fn ismcts(
        &self,
        options: ismcts::Options,
        rollout: &RolloutKind,
        prior: Option<(Arc<Network>, Learned)>,
        opponents: Option<Opponent>,
    ) -> Result<NewSearch<'_>, SearchError> {
        let made = prior
            .map(|(network, learned)| {
                Ok((self.networks.made_for(&network, learned)?.prior, network, learned))
            })
            .transpose()?;
        let (game, shared, owned) = (&*self.game, self.rollout(rollout), self.owned_rollout(rollout)?);
        let model = opponents.map(|opponent| self.model(opponent)).transpose()?;
        Ok(Box::new(move || {
            let mut search = Ismcts::new(game, shared, options).noticing();
            if let Some(new) = &owned {
                search = search.with_rollout(new());
            }
            if let Some((new, network, learned)) = &made {
                search = search.with_prior(new(game, Arc::clone(network), *learned));
            }
            OfAnyGame::boxed(Box::new(match model {
                Some(model) => search.against(Box::new(model)),
                None => search,
            }))
        }))
    }

    fn online(&self, options: OnlineOptions) -> Result<NewSearch<'_>, SearchError> {
        let new = self.offers.online.ok_or(SearchError::Missing(Offer::Online))?;
        Ok(Box::new(move || OfAnyGame::boxed(new(&self.game, options))))
    }

    fn expert(&self) -> Result<NewSearch<'_>, SearchError> {
        let new = self.offers.expert.ok_or(SearchError::Missing(Offer::Expert))?;
        Ok(Box::new(move || OfAnyGame::boxed(new(&self.game))))
    }

    fn turn(&self, options: TurnOptions) -> Result<NewSearch<'_>, SearchError> {
        let new = self.offers.turn.ok_or(SearchError::Missing(Offer::Turn))?;
        Ok(Box::new(move || OfAnyGame::boxed(new(&self.game, options))))
    }

    fn lookahead(&self, worlds: u64) -> Result<NewSearch<'_>, SearchError> {
        let new = self.offers.lookahead.ok_or(SearchError::Missing(Offer::Lookahead))?;
        Ok(Box::new(move || OfAnyGame::boxed(new(&self.game, worlds))))
    }

    fn knowledge_limited(&self, options: KnowledgeLimitedOptions) -> Result<NewSearch<'_>, SearchError> {
        let new = self.offers.knowledge_limited.ok_or(SearchError::Missing(Offer::KnowledgeLimited))?;
        Ok(Box::new(move || OfAnyGame::boxed(new(&self.game, options))))
    }

    fn rand_deep(&self, options: RandDeepOptions) -> Result<NewSearch<'_>, SearchError> {
        let new = self.offers.rand_deep.ok_or(SearchError::Missing(Offer::RandDeep))?;
        Ok(Box::new(move || OfAnyGame::boxed(new(&self.game, options))))
    }

    fn networks(&self) -> &dyn NetworkMethods {
        &self.networks
    }

    fn with_endgame<'m>(&'m self, before: NewSearch<'m>) -> Result<NewSearch<'m>, SearchError> {
        let with = self.offers.endgame.ok_or(SearchError::Missing(Offer::Endgame))?;
        Ok(Box::new(move || OfAnyGame::boxed(with(&self.game, OfGame::boxed(before())))))
    }

    fn open_cards(&self, request: &OpenCardsRequest) -> Result<NewSolver<'_>, SearchError> {
        let game = &*self.game;
        Ok(match (request.solver, self.offers.open_cards, self.offers.late_open_cards) {
            (OpenSolver::Late, _, Some(make)) => {
                let other = self.model(request.opponent)?;
                Arc::new(move || Box::new(InGame { game, part: make(other) }))
            }
            (OpenSolver::Best | OpenSolver::Open, Some(make), _) => {
                Arc::new(move || Box::new(InGame { game, part: make() }))
            }
            (OpenSolver::Open, None, _) => return Err(SearchError::Missing(Offer::OpenCards)),
            (OpenSolver::Late, _, None) => return Err(SearchError::Missing(Offer::LateOpenCards)),
            (OpenSolver::Best | OpenSolver::Depth, _, _) => {
                let (options, evaluation) = (request.depth, Judged(self.offers.evaluation));
                Arc::new(move || {
                    let part: AnyOpenCards<G> = Box::new(ToDepth::new(options, evaluation.clone()));
                    Box::new(InGame { game, part })
                })
            }
        })
    }

    fn inference(&self, Inferring { model, error }: Inferring) -> Result<NewInference<'_>, SearchError> {
        let (infer, offer) = match model {
            Opponent::Greedy => (self.offers.greedy_model, Offer::GreedyModel),
            Opponent::Directed => (self.offers.directed_model, Offer::DirectedModel),
        };
        let infer = infer.ok_or(SearchError::Missing(offer))?;
        Ok(Box::new(move || Box::new(InGame { game: &*self.game, part: infer(error) })))
    }

    fn players(&self, player: SimplePlayer) -> Box<dyn Rollout<AnyGame> + '_> {
        let part: Box<dyn Rollout<G>> = match player {
            SimplePlayer::Random => Box::new(Random),
            SimplePlayer::Expert => self.offers.expert_rollout.expect(NO_EXPERT)(),
            SimplePlayer::Greedy => Box::new(ByGreedy(Rule(self.offers.greedy.expect(NO_GREEDY)))),
        };
        Box::new(InGame { game: &*self.game, part })
    }

    fn cheating(&self, rollout: RolloutKind, options: ismcts::Options) -> Box<dyn PerfectInformation + '_> {
        let search = Cheating::new(&*self.game, self.rollout(&rollout), options);
        Box::new(Cheater { game: &*self.game, search, legal: None })
    }

    fn self_play(&self, options: ismcts::Options, rng: &mut Rng) -> Box<dyn Learning + '_> {
        Box::new(Learner(SelfPlay::new(&*self.game, &Random, options, rng)))
    }

    fn greedy(&self, info_set: &AnyInfoSet, legal: &AnyLegal, rng: &mut Rng) -> ActionNumber {
        let greedy = self.offers.greedy.expect(NO_GREEDY);
        let legal = legal.typed::<G::Legal>();
        Self::number(legal, greedy.choose(&self.game, info_set.typed(), legal, rng))
    }

    fn right_claim(&self, info_set: &AnyInfoSet, legal: &AnyLegal) -> Option<ActionNumber> {
        let legal = legal.typed::<G::Legal>();
        let claim = (self.offers.claim?)(&self.game, info_set.typed(), legal)?;
        Some(Self::number(legal, claim))
    }

    fn reason(&self, info_set: &AnyInfoSet, legal: &AnyLegal, action: ActionNumber) -> Option<Reason> {
        let reason = self.offers.reason?;
        let legal = legal.typed::<G::Legal>();
        let typed = legal.nth(action.index());
        reason(&self.game, info_set.typed(), legal, typed)
    }

    fn directed(&self, info_set: &AnyInfoSet, legal: &AnyLegal, rng: &mut Rng) -> ActionNumber {
        let player = self.offers.directed.expect(NO_DIRECTED);
        let fits = self.game.sample(info_set.typed(), rng);
        let legal = legal.typed::<G::Legal>();
        Self::number(legal, (player.choose)(&self.game, &fits, legal, rng))
    }

    fn decisions(&self, state: &AnyState) -> Option<Vec<(AnyState, ActionNumber)>> {
        let decisions = (self.offers.decisions?)(&self.game, state.typed());
        let numbered = |(then, action)| {
            let number = Self::number(&self.game.legal(&then), action);
            (AnyState::new(then), number)
        };
        Some(decisions.into_iter().map(numbered).collect())
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

/// The evaluation that a game has, or else the one that knows nothing.
struct Judged<G: Game + 'static>(Option<&'static dyn Evaluation<G>>);

impl<G: Game> Clone for Judged<G> {
    fn clone(&self) -> Judged<G> {
        Judged(self.0)
    }
}

impl<G: Game> Evaluation<G> for Judged<G> {
    fn estimate(&self, game: &G, state: &G::State, payoffs: &mut [f64]) {
        self.0.unwrap_or(&Level).estimate(game, state, payoffs);
    }
}

/// The greedy player of a game.
struct Rule<G: Game + 'static>(&'static dyn Greedy<G>);

impl<G: Game> Greedy<G> for Rule<G> {
    fn rule(&self) -> &'static str {
        self.0.rule()
    }

    fn choose(&self, game: &G, info_set: &G::InfoSet, legal: &G::Legal, rng: &mut Rng) -> G::Action {
        self.0.choose(game, info_set, legal, rng)
    }
}

/// Cheating UCT on a game of known type.
struct Cheater<'g, G: Game> {
    game: &'g G,
    search: Cheating<'g, G>,
    /// The legal actions of its decision.
    legal: Option<G::Legal>,
}

impl<G: Playable> PerfectInformation for Cheater<'_, G> {
    fn turn_to(&mut self, state: &AnyState, rng: &mut Rng) {
        self.search.turn_to(state.typed(), rng);
        self.legal = Some(self.game.legal(state.typed()));
    }

    fn step(&mut self, steps: u64) {
        self.search.step(steps);
    }

    fn action_values(&self) -> ActionValues<ActionNumber> {
        let legal = self.legal.as_ref().expect("it is turned to a decision first");
        numbered::<G>(&self.search.action_values(), legal)
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
