//! Shallow networks that estimate the value of an action, learned by play or from the play of others.
//!
//! A [`Network`] is a stack of dense layers with one output between 0 and 1. [`Training`] changes its weights,
//! a batch at a time. [`Inputs`] are the ways in which a decision at the trick table becomes numbers, from what
//! its player sees and nothing else. [`Interaction`] learns from games against an [`Opponent`], which may be
//! the learner itself, [`Imitation`] from games of others. [`NetworkSearch`] plays by a network, with or without looking ahead;
//! [`ByNetwork`] lets it judge the leaves of a tree, [`NetworkPrior`] says where a tree should be searched first,
//! [`NetworkValues`] stands in the place of a solver of open cards, and [`NetworkBlueprint`] is a network as the blueprint
//! of a search.
//!
//! All sums have a fixed order and the logistic function is that of `libm`, so the same seed gives the same
//! bits on every machine.

mod afterstate;
mod blueprint;
mod game_source;
mod hands;
mod imitation;
mod inputs;
mod interaction;
mod layers;
mod lookahead;
mod open_values;
mod opponent;
mod prior;
mod rollout;
mod saved;
mod sitting;
mod tally;
mod targets;
mod training;

pub use afterstate::{AfterstateForecast, AfterstateGames, AfterstateInputs, Line, Valuer};
pub use blueprint::NetworkBlueprint;
pub use game_source::{GameSource, PlayedGame};
pub use hands::Hands;
pub use imitation::{Imitation, ImitationOptions};
pub use inputs::{Inputs, TrickInputs};
pub use interaction::{Interaction, InteractionOptions, Schedule};
pub use layers::{Layer, Network, NetworkError};
pub use lookahead::{LookaheadOptions, NetworkSearch};
pub use open_values::NetworkValues;
pub use opponent::Opponent;
pub use prior::NetworkPrior;
pub use rollout::ByNetwork;
pub use saved::{Saved, SavedError};
pub use sitting::{Chooser, Learned, Part, Policy, Target};
pub use targets::Remembered;
pub use training::{Example, Loss, Training, TrainingOptions};
