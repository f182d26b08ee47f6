//! A network as the blueprint of a search.

use std::sync::Arc;

use hinterhand_engine::tricks::{Action, Actions};
use hinterhand_engine::{Player, Rng, Turn};

use super::inputs::TrickInputs;
use super::layers::Network;
use super::sitting::{Chooser, Learned};
use crate::search::Blueprint;

/// The strategy of a network that values actions: both players take the action with the best output, and in closed hands
/// that it has not learned, the one with the best mean of open-card values in a few worlds.
#[derive(Clone, Debug)]
pub struct NetworkBlueprint {
    network: Arc<Network>,
    learned: Learned,
    chooser: Chooser,
}

impl NetworkBlueprint {
    /// The strategy of a network that has learned this.
    pub fn new(network: Arc<Network>, learned: Learned) -> NetworkBlueprint {
        NetworkBlueprint { network, learned, chooser: Chooser::new(learned) }
    }
}

impl<G: TrickInputs> Blueprint<G> for NetworkBlueprint {
    fn value(&mut self, game: &G, hand: &G::State) -> f64 {
        // The output at `hand` is what the player to move expects, whatever cards the other player holds. So both players go
        // on by the network, to the end of the hand or to a position that the network has not learned.
        let mut rng = Rng::new(0, 0);
        let (network, end) = (&self.network, usize::MAX);
        let output = self.chooser.outlook(game, network, *hand, end, Player::FIRST, &mut rng);
        self.learned.target.payoff(output).unwrap_or(2.0 * output - 1.0)
    }

    fn likelihood(&mut self, game: &G, hand: &G::State) -> f64 {
        self.chooser.likelihood(game, &self.network, hand, None)
    }

    fn action(&mut self, game: &G, hand: &G::State, choices: &Actions) -> Option<Action> {
        let Turn::Player(player) = game.turn(hand) else { unreachable!("a player chooses") };
        let info_set = game.info_set(hand, player);
        Some(if self.learned.covers(hand) {
            self.chooser.best(game, &self.network, &info_set, *choices).0
        } else {
            self.chooser.closed(game, &info_set, *choices, &mut Rng::new(0, 0))
        })
    }
}
