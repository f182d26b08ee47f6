//! A network in the place of a solver of open cards: at the ends of a search that knows the world, each player still
//! goes by what it sees.

use std::sync::Arc;

use hinterhand_engine::tricks::Actions;
use hinterhand_engine::{ActionSet, Turn};

use super::inputs::TrickInputs;
use super::layers::Network;
use super::sitting::{Chooser, Learned, MOST};
use crate::search::OpenCards;
use crate::search::rand_deep::{forced, sensible};

/// Values of actions by the outputs of a network, which are asked of what the player to move sees; where the network has
/// not learned to play, by the solver of open cards.
#[derive(Clone, Debug)]
pub struct NetworkValues {
    network: Arc<Network>,
    learned: Learned,
    chooser: Chooser,
}

impl NetworkValues {
    /// The values of a network that has learned this.
    pub fn new(network: Arc<Network>, learned: Learned) -> NetworkValues {
        NetworkValues { network, learned, chooser: Chooser::new(learned) }
    }
}

impl<G: TrickInputs> OpenCards<G> for NetworkValues {
    fn values(&mut self, game: &G, state: &G::State, legal: &Actions, values: &mut Vec<f64>) {
        let Turn::Player(player) = game.turn(state) else { unreachable!("a player chooses") };
        let NetworkValues { network, learned, chooser } = self;
        let claim = forced(game, state, *legal);
        let choices = sensible(*legal);
        let mut judged = Vec::with_capacity(choices.len());
        if learned.covers(state) {
            let info_set = game.info_set(state, player);
            chooser.outputs(game, network, &info_set, choices, |_, output| judged.push(f64::from(output)));
        } else {
            chooser.open_values(game, state, choices, &mut judged);
        }
        let mut judged = judged.into_iter();
        values.clear();
        values.extend(legal.iter().map(|action| {
            if claim == Some(action) {
                let mut claimed = *state;
                game.play(&mut claimed, action);
                game.payoff(&claimed, player)
            } else if choices.contains(action) {
                let output = judged.next().expect("one for each choice");
                learned.target.payoff(output).unwrap_or(2.0 * output - 1.0)
            } else {
                -MOST
            }
        }));
    }
}
