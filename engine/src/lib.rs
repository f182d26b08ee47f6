//! The rules of card games with hidden information, exact and bit-packed.
//!
//! # A guided tour
//!
//! Everything that plays, searches or solves uses a [`Game`]: it has states ([`Game::State`]), returns whose
//! [`Turn`] it is and the [legal](Game::legal) actions, and separates what each player knows
//! ([`Game::InfoSet`]) from the state. Chance is a [`Game::Chance`], drawn with an [`Rng`] that the caller
//! names by seed and stream.
//!
//! ```
//! use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn, games::Kinderschnapsen};
//!
//! let game = Kinderschnapsen::default();
//! let mut rng = Rng::new(2026, 0);
//! let mut state = game.start();
//! game.deal(&mut state, &mut rng);
//! while let Turn::Player(_) = game.turn(&state) {
//!     let legal = game.legal(&state);
//!     let action = legal.nth(rng.below(legal.len() as u32) as usize);
//!     game.play(&mut state, action);
//! }
//! assert_eq!(game.payoff(&state, Player::FIRST), -game.payoff(&state, Player::SECOND));
//! ```
//!
//! Around it: [`Notation`] is the game in words, both ways, and with the feature `drawings` in pieces for a page
//! that draws it; [`History`] replays words with every rule checked
//! and writes down what each player has seen; [`Worlds`] lists the states that are possible for a player;
//! [`Steps`] deals one card at a time, [`Reshuffle`] shuffles again what no player has seen; [`StateHistory`]
//! lists the events that led to a state, [`PositionKey`] is a key of the part of it that still matters;
//! [`perft`](perft::perft) counts; [`Settings`] holds options given as text. A bot is handed a [`View`] and
//! never a state. The games are in [`games`], the pieces common to the trick-taking ones in [`tricks`]. A
//! game of which the whole tree can be listed may be written in the [`small`] form, and `examples/deal.rs`
//! plays a hand in words.
//!
//! The engine reads no file, prints nothing, starts no thread and asks no clock.

#![forbid(unsafe_code)]

mod cards;
mod chance;
mod contest;
pub mod contract;
mod digest;
#[cfg(feature = "drawings")]
mod drawing;
pub mod dynamic;
mod game;
pub mod games;
mod history;
mod legal;
mod nearest;
mod notation;
pub mod observation;
mod options;
pub mod perft;
mod playout;
mod position_key;
mod reshuffle;
mod rng;
mod sizes;
pub mod small;
mod state_history;
pub mod tricks;
mod view;
mod worlds;

pub use chance::{Steps, outcomes};
pub use contest::{Contest, ContestError, ContestRules, NextLead, Scoring};
pub use digest::Digest;
#[cfg(feature = "drawings")]
pub use drawing::{Drawing, Piece, Place};
pub use game::{Game, Player, Sampler, Turn};
pub use history::History;
pub use legal::{ActionList, ActionSet};
pub use nearest::nearest;
pub use notation::{Event, EventOf, Notation, WordError};
pub use options::{
    Allowed, Described, GameInfo, OptionError, OptionField, OptionSpec, Options, Preset, Settings, Value,
};
pub use playout::{Directed, playout, playout_by};
pub use position_key::PositionKey;
pub use reshuffle::Reshuffle;
pub use rng::Rng;
pub use sizes::Sizes;
pub use state_history::StateHistory;
pub use view::View;
pub use worlds::Worlds;
