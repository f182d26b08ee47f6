//! Hands judged by a network: some tricks are played by it, and its output stands for the rest.

use std::sync::Arc;

use hinterhand_engine::tricks::Table;
use hinterhand_engine::{Player, Rng};

use super::inputs::TrickInputs;
use super::layers::Network;
use super::sitting::{Chooser, Learned};
use crate::search::Rollout;
use crate::search::lent::{Lent, Pool};

/// A network in both seats for some tricks, each seeing what it may see, and then its output.
#[derive(Debug)]
pub struct ByNetwork {
    network: Arc<Network>,
    learned: Learned,
    tricks: u32,
    choosers: Pool<Chooser>,
}

impl ByNetwork {
    /// Rollouts by a network that has learned this; with 0 tricks its output is taken at once.
    pub fn new(network: Arc<Network>, learned: Learned, tricks: u32) -> ByNetwork {
        ByNetwork { network, learned, tricks, choosers: Pool::new(Chooser::new(learned)) }
    }
}

impl<G: TrickInputs> Rollout<G> for ByNetwork {
    fn roll_out(&self, game: &G, state: &mut G::State, rng: &mut Rng, payoffs: &mut [f64]) {
        let until = state.tricks() + self.tricks as usize;
        let mut lent = Lent::new(&self.choosers);
        let output = lent.solver().outlook(game, &self.network, *state, until, Player::FIRST, rng);
        let won = self.learned.target.payoff(output).unwrap_or(2.0 * output - 1.0);
        payoffs.copy_from_slice(&[won, -won]);
    }
}
