//! Bots by name: every player that the commands can seat, in one form of text.
//!
//! A [`BotSpec`] is read from text such as `ismcts:iterations=2000,c=0.7` and held against what is
//! [known](all) of the bots. [Opened](Bot::open), it is a [`Bot`]; [for a game](Bot::for_game), a [`BotFor`],
//! from which each seat gets its own [`Seat`]. A referee, which holds the position, may seat
//! [any](Bot::for_referee) bot, also programs of their own and one that sees all cards. [`play_hand`] plays a
//! hand between such seats.
//!
//! ```
//! use hinterhand_players::bots::{Bot, BotError};
//! use hinterhand_players::games;
//!
//! let bot = Bot::open("greedy".parse()?)?;
//! let game = games::load_default("kinderschnapsen").expect("it is in the registry");
//! let greedy = bot.for_game(&game)?;
//! let mut agent = greedy.sit();
//! assert!("greedi".parse::<hinterhand_players::bots::BotSpec>().is_err());
//! # let _ = &mut agent;
//! # Ok::<(), BotError>(())
//! ```

mod agent;
mod bot;
mod bot_strategy;
mod cheating;
mod condition;
mod decisions;
mod error;
mod exact;
mod hand;
mod iimc;
mod info;
mod ismcts;
mod learned;
mod lookahead;
mod network;
mod oos;
mod parse;
mod pimc;
mod postponed;
mod program;
mod program_question;
mod questions;
mod rdeep;
mod recorded;
mod registry;
mod resolve;
mod seat;
mod solve;
mod solver;
mod spec;
mod subgame;
mod turn;

pub use agent::{Agent, Budget, Decision};
pub use bot::{Bot, BotFor};
pub use bot_strategy::BotStrategy;
pub use condition::{Condition, Values};
pub use decisions::Decisions;
pub use error::BotError;
pub use exact::{ExactJudge, ExactJudgement};
pub use hand::{Referee, Step, Unfinished, play_hand, referee};
pub use info::BotInfo;
#[cfg(target_family = "wasm")]
pub use learned::give_network;
pub use learned::lacking_network;
#[cfg(not(target_family = "wasm"))]
pub use learned::networks;
pub use program_question::ProgramQuestion;
pub use questions::Questions;
pub use recorded::{RecordedHand, Seated};
pub use registry::{NewAgent, add, all};
pub use seat::{Choice, DecisionRecord, Effort, Seat, notify};
pub use spec::BotSpec;
