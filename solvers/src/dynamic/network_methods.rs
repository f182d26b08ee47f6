//! Searches by networks and learning of networks, for one game, as an object.

use std::sync::Arc;

use hinterhand_engine::Game;
use hinterhand_engine::dynamic::{AnyGame, Playable};

use super::adapters::{InGame, NewSearch, NewSolver, OfAnyGame, StrategyOfGame};
use super::error::SearchError;
use super::networks::{AfterstateNetworks, NetworkLearning, Networks, TrickNetworks};
use super::offers::Offer;
use crate::network::{ImitationOptions, InteractionOptions, Learned, LookaheadOptions, Network, Opponent};
use crate::search::KnowledgeLimitedOptions;

/// Searches by networks of one game, and learning of networks. What they make borrows from the game.
pub trait NetworkMethods: Send + Sync {
    /// Makes searches that play by a network.
    fn search(&self, network: Arc<Network>, options: LookaheadOptions) -> Result<NewSearch<'_>, SearchError>;

    /// Makes networks that stand in the place of a solver of open cards.
    fn values(&self, network: Arc<Network>, learned: Learned) -> Result<NewSolver<'_>, SearchError>;

    /// Makes searches that solve knowledge-limited subgames with a network as their blueprint.
    fn subgame(
        &self,
        network: Arc<Network>,
        learned: Learned,
        options: KnowledgeLimitedOptions,
    ) -> Result<NewSearch<'_>, SearchError>;

    /// Makes searches by a network that values afterstates, with lookahead in at most this number of worlds.
    fn afterstates(&self, network: Arc<Network>, worlds: u64) -> Result<NewSearch<'_>, SearchError>;

    /// Whether the networks of the game value afterstates.
    fn values_afterstates(&self) -> bool;

    /// The options of learning by games against itself that have turned out well.
    fn self_play_options(&self) -> InteractionOptions;

    /// Learning of a network by play against these opponents in turn.
    fn interaction<'m>(
        &'m self,
        options: InteractionOptions,
        opponents: Vec<Opponent<'m, AnyGame>>,
    ) -> Result<Box<dyn NetworkLearning + 'm>, SearchError>;

    /// Learning of a network from the games of others.
    fn imitation(&self, options: ImitationOptions) -> Result<Box<dyn NetworkLearning + '_>, SearchError>;
}

/// The [`NetworkMethods`] of a game of known type.
pub(super) struct NetworkMethodsOf<G: Game + 'static> {
    pub(super) game: Arc<G>,
    pub(super) networks: Option<Networks<G>>,
}

impl<G: Playable> NetworkMethodsOf<G> {
    fn any(&self) -> Result<Networks<G>, SearchError> {
        self.networks.ok_or(SearchError::Missing(Offer::Networks))
    }

    fn of_tricks(&self) -> Result<TrickNetworks<G>, SearchError> {
        match self.any()? {
            Networks::OfTricks(networks) => Ok(networks),
            Networks::OfAfterstates(_) => Err(SearchError::Missing(Offer::RandDeep)),
        }
    }

    /// The uses of a network that has learned this, if it is made for the inputs of the game.
    pub(super) fn made_for(
        &self,
        network: &Network,
        learned: Learned,
    ) -> Result<TrickNetworks<G>, SearchError> {
        let networks = self.of_tricks()?;
        expect_inputs(network, (networks.inputs)(learned.inputs))?;
        Ok(networks)
    }
}

impl<G: Playable> NetworkMethods for NetworkMethodsOf<G> {
    fn search(&self, network: Arc<Network>, options: LookaheadOptions) -> Result<NewSearch<'_>, SearchError> {
        let search = self.made_for(&network, options.learned)?.search;
        Ok(Box::new(move || OfAnyGame::boxed(search(&self.game, Arc::clone(&network), options))))
    }

    fn values(&self, network: Arc<Network>, learned: Learned) -> Result<NewSolver<'_>, SearchError> {
        let values = self.made_for(&network, learned)?.values;
        let game = &*self.game;
        Ok(Arc::new(move || Box::new(InGame { game, part: values(Arc::clone(&network), learned) })))
    }

    fn subgame(
        &self,
        network: Arc<Network>,
        learned: Learned,
        options: KnowledgeLimitedOptions,
    ) -> Result<NewSearch<'_>, SearchError> {
        let subgame = self.made_for(&network, learned)?.subgame;
        Ok(Box::new(move || OfAnyGame::boxed(subgame(&self.game, Arc::clone(&network), learned, options))))
    }

    fn afterstates(&self, network: Arc<Network>, worlds: u64) -> Result<NewSearch<'_>, SearchError> {
        let Networks::OfAfterstates(AfterstateNetworks { inputs, search, .. }) = self.any()? else {
            return Err(SearchError::Missing(Offer::Networks));
        };
        expect_inputs(&network, inputs(&self.game))?;
        Ok(Box::new(move || OfAnyGame::boxed(search(&self.game, Arc::clone(&network), worlds))))
    }

    fn values_afterstates(&self) -> bool {
        matches!(self.networks, Some(Networks::OfAfterstates(_)))
    }

    fn self_play_options(&self) -> InteractionOptions {
        self.networks.map_or_else(InteractionOptions::self_play, |networks| networks.options())
    }

    fn interaction<'m>(
        &'m self,
        options: InteractionOptions,
        opponents: Vec<Opponent<'m, AnyGame>>,
    ) -> Result<Box<dyn NetworkLearning + 'm>, SearchError> {
        let (inputs, interaction) = match self.any()? {
            Networks::OfTricks(networks) => ((networks.inputs)(options.learned.inputs), networks.interaction),
            Networks::OfAfterstates(networks) => ((networks.inputs)(&self.game), networks.interaction),
        };
        if let Some(start) = &options.start {
            expect_inputs(start, inputs)?;
        }
        let of_this_game = |opponent| match opponent {
            Opponent::Itself => Ok(Opponent::Itself),
            Opponent::RandDeep(depth, samples) => {
                self.of_tricks().map(|_| Opponent::RandDeep(depth, samples))
            }
            Opponent::Strategy(strategy) => Ok(Opponent::Strategy(StrategyOfGame::boxed(strategy))),
        };
        let opponents = opponents.into_iter().map(of_this_game).collect::<Result<_, SearchError>>()?;
        Ok(interaction(&self.game, options, opponents))
    }

    fn imitation(&self, options: ImitationOptions) -> Result<Box<dyn NetworkLearning + '_>, SearchError> {
        Ok((self.of_tricks()?.imitation)(&self.game, options))
    }
}

/// Refuses a network that has another number of inputs than the game gives it.
fn expect_inputs(network: &Network, wanted: usize) -> Result<(), SearchError> {
    match network.inputs() {
        found if found == wanted => Ok(()),
        found => Err(SearchError::Inputs { found, wanted }),
    }
}
