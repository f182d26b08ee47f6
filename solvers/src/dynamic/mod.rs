//! The hot loops of solving and playing as object-safe handles: instantiated once for each game, here.
//!
//! [`Methods`] is what can be done with a game fast: random games, its tree, learning on samples, searches,
//! its simple players. [`MethodsOf`] is the one implementation, generic over the game and what the game
//! [offers](Offers) beyond its rules. A search is asked for by a value, a [`SearchRequest`]; what comes back
//! is a [`Search`](crate::search::Search) of [`AnyGame`](hinterhand_engine::dynamic::AnyGame).
//! [`GameKind::all`] lists the games of the engine with what they offer, [`GameRules::all`] without it.
//!
//! ```
//! use hinterhand_engine::{ActionSet, Contest, Game, History, Player, Rng, View};
//! use hinterhand_solvers::dynamic::{GameKind, RolloutKind, SearchRequest, search};
//! use hinterhand_solvers::search::ismcts::Options;
//!
//! let spec = GameKind::all().into_iter().find(|spec| spec.info().name == "leduc").expect("a game of the engine");
//! let made = spec.make(spec.settings())?;
//! let (game, methods) = (made.game, made.methods);
//! let request = SearchRequest::Ismcts {
//!     options: Options::default(),
//!     rollout: RolloutKind::Random,
//!     prior: None,
//!     opponents: None,
//!     endgame: false,
//! };
//! let mut search = search(&game, &*methods, &request).expect("every game has this search")();
//!
//! let mut history = History::new(&game);
//! let mut rng = Rng::new(2026, 0);
//! history.deal(&mut rng);
//! let contest = Contest::new(game.contest_rules(), Player::FIRST);
//! let (info_set, legal) = (game.info_set(history.state(), Player::FIRST), game.legal(history.state()));
//! search.turn_to(&View { contest: &contest, info_set: &info_set, legal: &legal }, &mut rng);
//! search.step(100);
//! assert_eq!(search.action_values().entries.len(), legal.len());
//! # Ok::<(), hinterhand_engine::OptionError>(())
//! ```

mod adapters;
#[cfg(feature = "observations")]
mod batch;
mod claiming;
mod error;
mod games;
mod growing;
mod methods;
mod network_methods;
mod networks;
mod offers;
mod players;
mod request;
mod rules;
mod search;
mod tree;

pub use adapters::{AnyOpenCards, AnySolver, NewSearch, NewSolver};
#[cfg(feature = "observations")]
pub use batch::{Arrays, AsNumbers, Batch, BatchError, Form, Moves, Observing};
pub use error::SearchError;
pub use games::{GameKind, Made};
pub use growing::Growing;
pub use methods::{
    Learning, Methods, MethodsOf, NewInference, PerfectInformation, Play, SimplePlayer, Watcher,
};
pub use network_methods::NetworkMethods;
pub use networks::{
    AfterstateNetworks, NetworkLearning, Networks, NewAfterstateSearch, NewInteraction, NewNetworkPrior,
    NewNetworkSearch, NewNetworkSubgame, TrickNetworks,
};
pub use offers::{
    ClaimOf, DecisionsOf, NewExpert, NewJudge, NewKnowledgeLimited, NewLookahead, NewOnline, NewRandDeep,
    NewTurn, Offer, Offers, ReasonOf, WithEndgame,
};
pub use players::{DirectedPlayer, ModelOf, Opponent, Shuffling};
pub use request::{IimcPlayers, Inferring, OpenCardsRequest, OpenSolver, RolloutKind, SearchRequest};
pub use rules::GameRules;
pub use search::search;
pub use tree::{AnyTree, AnyTreeStrategy};
