//! A search as a value: which one, with which options, for any game.

use std::sync::Arc;

use super::Opponent;
use crate::network::{Learned, LookaheadOptions, Network};
use crate::search::turn::TurnOptions;
use crate::search::{
    DepthOptions, KnowledgeLimitedOptions, OnlineOptions, PimcOptions, PostponedOptions, RandDeepOptions,
    ismcts,
};

/// A search with its options.
#[derive(Clone, PartialEq, Debug)]
pub enum SearchRequest {
    /// Information-set Monte Carlo tree search.
    Ismcts {
        /// The options of the search.
        options: ismcts::Options,
        /// The rollout below the tree.
        rollout: RolloutKind,
        /// The network that gives the prior probabilities of actions, if one does.
        prior: Option<(Arc<Network>, Learned)>,
        /// The simple player that models the others in the tree; by default they search as well.
        opponents: Option<Opponent>,
        /// Whether the last tricks of closed hands are solved.
        endgame: bool,
    },
    /// Perfect information Monte Carlo.
    Pimc {
        /// The options of the search.
        options: PimcOptions,
        /// The solver of worlds.
        solver: OpenCardsRequest,
        /// The model by which worlds are weighed, if they are.
        inferring: Option<Inferring>,
        /// Whether the last tricks of closed hands are solved.
        endgame: bool,
    },
    /// Imperfect information Monte Carlo.
    Iimc {
        /// The players that bring a world to its end.
        players: IimcPlayers,
        /// The solver of worlds, if the players need one.
        solver: OpenCardsRequest,
    },
    /// Search that opens the cards only after some decisions (extended PIMC, alpha-mu).
    Postponed {
        /// The options of the search.
        options: PostponedOptions,
        /// The solver of worlds.
        solver: OpenCardsRequest,
        /// The network that takes the place of the solver, if one does.
        value: Option<(Arc<Network>, Learned)>,
    },
    /// Online outcome sampling.
    Online(OnlineOptions),
    /// The expert player of the game, which does not search for longer than it needs.
    Expert,
    /// A search within the turn.
    Turn(TurnOptions),
    /// A comparison of lines by simulated turns; a step is one line in one world.
    Lookahead {
        /// The maximum number of worlds.
        worlds: u64,
    },
    /// Random games to a depth.
    RandDeep(RandDeepOptions),
    /// A search that solves knowledge-limited subgames, by the network where there is one, else with open cards.
    KnowledgeLimited(KnowledgeLimitedOptions, Option<(Arc<Network>, Learned)>),
    /// Play by a network.
    Network {
        /// The network.
        network: Arc<Network>,
        /// The options of its play.
        options: LookaheadOptions,
    },
    /// Play by a network that values afterstates, with lookahead in some worlds.
    Afterstates {
        /// The network.
        network: Arc<Network>,
        /// The maximum number of worlds.
        worlds: u64,
    },
}

/// The kind of rollout.
#[derive(Clone, PartialEq, Debug)]
pub enum RolloutKind {
    /// By the players that the game offers for it, or else by random ones.
    Guided,
    /// By random players.
    Random,
    /// By the rules of thumb of the expert player of the game.
    Expert,
    /// By random players for this number of actions; then by the evaluation of the game.
    Evaluation {
        /// The number of actions.
        plies: u32,
    },
    /// By a network for some tricks; then its output stands for the rest.
    Network {
        /// The network.
        network: Arc<Network>,
        /// What it has learned.
        learned: Learned,
        /// The number of tricks.
        tricks: u32,
    },
}

/// A solver of worlds for searches that open the cards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OpenCardsRequest {
    /// Which solver.
    pub solver: OpenSolver,
    /// The limits of the search to a depth.
    pub depth: DepthOptions,
    /// The simple player that models the opponent while cards are drawn.
    pub opponent: Opponent,
}

impl Default for OpenCardsRequest {
    fn default() -> OpenCardsRequest {
        let depth = DepthOptions::default();
        OpenCardsRequest { solver: OpenSolver::Best, depth, opponent: Opponent::Greedy }
    }
}

/// Which solver of open cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenSolver {
    /// The game's own solver of open cards, or a search to a depth where it has none.
    Best,
    /// The game's own solver of open cards.
    Open,
    /// The game's own solver of the rest of the hand once no more cards are drawn.
    Late,
    /// A search to a depth.
    Depth,
}

/// The players of imperfect information Monte Carlo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IimcPlayers {
    /// Greedy players where the game has them, or else random ones.
    Best,
    /// Greedy players.
    Greedy,
    /// Random players.
    Random,
    /// Players by the rules of thumb of the expert player of the game.
    Expert,
    /// Perfect information Monte Carlo on this number of worlds.
    Pimc {
        /// The number of worlds.
        worlds: u32,
    },
}

/// Weights of worlds by the likelihood of the others' actions under a model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Inferring {
    /// The model.
    pub model: Opponent,
    /// The share of decisions at which the others are assumed to choose uniformly.
    pub error: f64,
}
