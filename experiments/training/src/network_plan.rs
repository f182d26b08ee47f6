//! The description of how a network is learned.

use std::sync::Arc;

use hinterhand_players::files::network_file::NetworkFile;
#[cfg(doc)]
use hinterhand_solvers::network::{ImitationOptions, InteractionOptions};
use serde::Deserialize;

use super::Opposite;

/// The way in which a network learns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NetworkMethod {
    /// It plays against `rdeep`.
    Interaction,
    /// It plays against itself, or against bots, or both in turn.
    SelfPlay,
    /// It learns from games of `rdeep` against itself.
    Imitation,
}

/// The description of how a network is learned. What is not given has the value of the published training
/// program ([`InteractionOptions`], [`ImitationOptions`]).
#[derive(Clone, Debug)]
pub struct NetworkPlan {
    /// The way.
    pub method: NetworkMethod,
    /// In self-play: the opponents, in turn. Without any it plays against itself.
    pub against: Vec<Opposite>,
    /// By play: the network with which it begins. Without it the weights are random.
    pub start: Option<Arc<NetworkFile>>,
    /// The number of samples and the depth of `rdeep`.
    pub rdeep: (u32, u32),
    /// The number of games; by play, rounded up to whole training steps.
    pub games: u64,
    /// Imitation: the number of times that all decisions are gone through.
    pub epochs: u64,
    /// The sizes of the hidden layers.
    pub hidden: Option<Vec<usize>>,
    /// Whether the payoff is learned, instead of the probability of winning.
    pub payoff: bool,
    /// By play: the number of games for each training step.
    pub games_a_step: Option<u64>,
    /// The number of decisions in a batch.
    pub batch: Option<usize>,
    /// By play: the number of training steps after which the learner plays by the new weights.
    pub steps_an_update: Option<u64>,
    /// The learning rate.
    pub rate: Option<f32>,
    /// The seed.
    pub seed: u64,
    /// Against itself, in games of tricks: whether closed hands are learned as well.
    pub closed: bool,
    /// The number of deals that the network of each generation plays against the best one so far, if it does.
    pub gate: Option<u64>,
}
