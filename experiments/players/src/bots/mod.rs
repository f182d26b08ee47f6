//! Bots by name: every player that the commands can seat, in one form of text.
//!
//! A [`BotSpec`] is read from text such as `ismcts:iterations=2000,c=0.7` and held against what is [known](BOTS) of
//! the bots. [Opened](Bot::open), it is a [`Bot`]; [for a game](Bot::for_game), with what the game
//! [offers](Powers) to it, a [`BotFor`], from which each seat gets its own [`Seated`] player. A referee, who holds the
//! position, may seat any [`Contender`], which is a bot or one that sees all cards.
//!
//! ```
//! use hinterhand_engine::{Settings, games::Kinderschnapsen};
//! use hinterhand_players::bots::{Bot, BotError};
//!
//! let bot = Bot::open("greedy".parse()?)?;
//! let game = Kinderschnapsen::default();
//! let greedy = bot.for_game(&game, &Settings::of::<Kinderschnapsen>())?;
//! let mut agent = greedy.sit();
//! assert!("greedi".parse::<hinterhand_players::bots::BotSpec>().is_err());
//! # let _ = &mut agent;
//! # Ok::<(), BotError>(())
//! ```

mod cheating;
mod contender;
mod directed;
pub(crate) mod endgame;
mod error;
mod iimc;
pub(crate) mod inference;
mod ismcts;
mod make;
pub(crate) mod oos;
mod others;
mod pimc;
mod postponed;
mod powers;
mod program;
mod registry;
pub(crate) mod resolve;
mod seated;
mod shuffling;
pub(crate) mod solve;
mod solver;
mod spec;
mod think;
pub(crate) mod turn;

pub use contender::tell;
pub use contender::{Chair, Contender};
pub use directed::DirectedPlayer;
pub use endgame::WithEndgame;
pub use error::BotError;
pub use inference::NewInference;
pub use make::{Bot, BotFor};
pub use oos::NewOnline;
pub use others::Others;
pub use powers::{AnyOpenCards, Power, Powers};
pub use registry::{BOTS, BotInfo, BotOption, Kind};
pub use resolve::NewResolving;
pub use seated::{Choice, Decision, Effort, Seated};
pub use shuffling::Shuffling;
pub use solve::NewSolving;
pub use spec::BotSpec;
pub use think::{Budget, Thinker, Thought};
pub use turn::NewTurn;
