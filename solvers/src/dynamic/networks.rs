//! Networks of games: searches and learning, as objects.

use std::sync::Arc;

use hinterhand_engine::tricks::{Action, Actions, InfoSet, Table};
use hinterhand_engine::{Game, StateHistory};

use super::adapters::AnyOpenCards;
use crate::network::{
    AfterstateForecast, AfterstateGames, AfterstateInputs, ByNetwork, GameSource, Hands, Imitation,
    ImitationOptions, Inputs, Interaction, InteractionOptions, Learned, LookaheadOptions, Network,
    NetworkBlueprint, NetworkPrior, NetworkSearch, NetworkValues, Opponent, Saved, SavedError, TrickInputs,
};
use crate::search::lookahead::Lookahead;
use crate::search::{KnowledgeLimited, KnowledgeLimitedOptions, Rollout, Search};
use crate::strategy::Strategy;

/// Learning of a network by games. Each step is some games and training, or training alone.
pub trait NetworkLearning {
    /// Plays some of the games that have to be played before the first step, if there are any; whether it
    /// did.
    fn prepare(&mut self) -> bool;

    /// Takes a step.
    fn step(&mut self);

    /// The number of steps so far.
    fn steps(&self) -> u64;

    /// All that it needs to go on with the same bits.
    fn save(&self) -> Saved;

    /// Goes on from what a learning of the same game with the same options has saved.
    fn restore(&mut self, saved: &Saved) -> Result<(), SavedError>;

    /// The network as it is now.
    fn network(&self) -> &Network;

    /// The number of games that the learner has played itself, and of those that it has won.
    fn played(&self) -> [u64; 2];
}

/// Makes a search that plays by a network.
pub type NewNetworkSearch<G> = for<'g> fn(&'g G, Arc<Network>, LookaheadOptions) -> Box<dyn Search<G> + 'g>;

/// Makes a strategy of a network for the priors of a search.
pub type NewNetworkPrior<G> = for<'g> fn(&'g G, Arc<Network>, Learned) -> Box<dyn Strategy<G> + Send + 'g>;

/// Makes a search that solves knowledge-limited subgames with a network as its blueprint.
pub type NewNetworkSubgame<G> =
    for<'g> fn(&'g G, Arc<Network>, Learned, KnowledgeLimitedOptions) -> Box<dyn Search<G> + 'g>;

/// Learns by play against opponents in turn.
pub type NewInteraction<G> =
    for<'g> fn(&'g G, InteractionOptions, Vec<Opponent<'g, G>>) -> Box<dyn NetworkLearning + 'g>;

/// What a game offers to networks.
pub enum Networks<G: Game + 'static> {
    /// Networks that value the actions of a player at the trick table.
    OfTricks(TrickNetworks<G>),
    /// Networks that value afterstates.
    OfAfterstates(AfterstateNetworks<G>),
}

impl<G: Game> Networks<G> {
    /// The options of learning by games against itself that have turned out well.
    pub fn options(&self) -> InteractionOptions {
        match self {
            Networks::OfTricks(_) => InteractionOptions::self_play(),
            Networks::OfAfterstates(networks) => (networks.options)(),
        }
    }
}

impl<G: Game> Clone for Networks<G> {
    fn clone(&self) -> Networks<G> {
        *self
    }
}

impl<G: Game> Copy for Networks<G> {}

/// What a game at the trick table offers to networks.
pub struct TrickNetworks<G: Game + 'static> {
    /// The number of inputs of a network.
    pub inputs: fn(Inputs) -> usize,
    /// Makes a search that plays by a network.
    pub search: NewNetworkSearch<G>,
    /// Makes a rollout that a network judges after this number of tricks.
    pub rollout: fn(Arc<Network>, Learned, u32) -> Box<dyn Rollout<G> + Send>,
    /// Makes a strategy for the priors of a search.
    pub prior: NewNetworkPrior<G>,
    /// Makes a network that stands in the place of a solver of open cards.
    pub values: fn(Arc<Network>, Learned) -> AnyOpenCards<G>,
    /// Makes a search that solves knowledge-limited subgames with a network as its blueprint.
    pub subgame: NewNetworkSubgame<G>,
    /// Learns by play.
    pub interaction: NewInteraction<G>,
    /// Learns from the games of others.
    pub imitation: for<'g> fn(&'g G, ImitationOptions) -> Box<dyn NetworkLearning + 'g>,
}

impl<G: Game> Clone for TrickNetworks<G> {
    fn clone(&self) -> TrickNetworks<G> {
        *self
    }
}

impl<G: Game> Copy for TrickNetworks<G> {}

impl<G, H: Table> TrickNetworks<G>
where
    G: TrickInputs + StateHistory + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    /// What every game at the trick table offers.
    pub fn of_tricks() -> Networks<G> {
        Networks::OfTricks(TrickNetworks {
            inputs: |inputs| inputs.count::<G>(),
            search: |game, network, options| Box::new(NetworkSearch::new(game, network, options)),
            rollout: |network, learned, tricks| Box::new(ByNetwork::new(network, learned, tricks)),
            prior: |game, network, learned| Box::new(NetworkPrior::new(game, network, learned)),
            values: |network, learned| Box::new(NetworkValues::new(network, learned)),
            subgame: |game, network, learned, options| {
                Box::new(KnowledgeLimited::new(game, NetworkBlueprint::new(network, learned), options))
            },
            interaction: |game, options, opponents| {
                Box::new(Interaction::new(Hands::new(game, &options, opponents), options))
            },
            imitation: |game, options| Box::new(Imitation::new(game, options)),
        })
    }
}

/// Makes a search that plays by a network that values afterstates, and looks ahead in at most this number of
/// worlds.
pub type NewAfterstateSearch<G> = for<'g> fn(&'g G, Arc<Network>, u64) -> Box<dyn Search<G> + 'g>;

/// What a game offers to networks that value afterstates.
pub struct AfterstateNetworks<G: Game + 'static> {
    /// The number of inputs of a network.
    pub inputs: fn(&G) -> usize,
    /// Makes a search that plays by a network.
    pub search: NewAfterstateSearch<G>,
    /// The options of learning that have turned out well.
    pub options: fn() -> InteractionOptions,
    /// Learns by play.
    pub interaction: NewInteraction<G>,
}

impl<G: Game> Clone for AfterstateNetworks<G> {
    fn clone(&self) -> AfterstateNetworks<G> {
        *self
    }
}

impl<G: Game> Copy for AfterstateNetworks<G> {}

impl<G: AfterstateInputs> AfterstateNetworks<G> {
    /// What every game with inputs for afterstates offers.
    pub fn of_afterstates() -> Networks<G> {
        Networks::OfAfterstates(AfterstateNetworks {
            inputs: |game| game.inputs(),
            options: G::options,
            search: |game, network, worlds| {
                Box::new(Lookahead::new(game, AfterstateForecast::new(game, network), worlds))
            },
            interaction: |game, options, opponents| {
                Box::new(Interaction::new(AfterstateGames::new(game, options.trace, opponents), options))
            },
        })
    }
}

impl<T: GameSource> NetworkLearning for Interaction<T> {
    fn prepare(&mut self) -> bool {
        false
    }

    fn step(&mut self) {
        Interaction::step(self);
    }

    fn steps(&self) -> u64 {
        self.games() / self.games_a_step()
    }

    fn save(&self) -> Saved {
        Interaction::save(self)
    }

    fn restore(&mut self, saved: &Saved) -> Result<(), SavedError> {
        Interaction::restore(self, saved)
    }

    fn network(&self) -> &Network {
        Interaction::network(self)
    }

    fn played(&self) -> [u64; 2] {
        [self.games(), self.won()]
    }
}

impl<G: TrickInputs> NetworkLearning for Imitation<'_, G> {
    fn prepare(&mut self) -> bool {
        self.play()
    }

    fn step(&mut self) {
        Imitation::step(self);
    }

    fn steps(&self) -> u64 {
        self.epochs()
    }

    fn save(&self) -> Saved {
        Imitation::save(self)
    }

    fn restore(&mut self, saved: &Saved) -> Result<(), SavedError> {
        Imitation::restore(self, saved)
    }

    fn network(&self) -> &Network {
        Imitation::network(self)
    }

    fn played(&self) -> [u64; 2] {
        [0, 0]
    }
}
