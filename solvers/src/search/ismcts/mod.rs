//! Information-set Monte Carlo tree search: simulated games that follow a tree by a bandit rule, and a
//! rollout beyond it.
//!
//! Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012): SO-ISMCTS, SO-ISMCTS
//! with partially observable moves, MO-ISMCTS, and determinized and cheating UCT to compare with. Which of
//! them, and how actions are selected, are [`Options`]. Where we differ:
//!
//! * Nodes are split by everything that their observer learns, not by actions alone: each card that it draws
//!   makes a node of its own. Chance that it does not see makes none.
//! * MO-ISMCTS comes in two forms. As in the paper ([`TreeKind::FromRoot`]) all trees begin at the root, and
//!   an opponent plays as if it knew its own cards only by its legal actions. As in OpenSpiel
//!   ([`TreeKind::MultipleObserver`]) a node is the information set of the player to move, its own cards
//!   included: the search can learn that an opponent bets on strong cards; but everything that the opponent
//!   remembers splits its nodes, even the order in which it drew its cards, which slows down learning.
//! * By default trees are [kept](Options::keep) from one decision to the next.
//! * Where the player at the root cannot distinguish actions of others, only SO-ISMCTS lets its later
//!   decisions depend on them. That is wrong there, but fast: if all actions are public, prefer it.
//! * Payoffs are scaled to the range 0 to 1, so that one constant fits all games.
//!
//! * The other players may be assumed to play [by a model](Ismcts::against) instead of by the search. The
//!   result then is a best response to the model.
//!
//! It does not converge to mixed equilibria, whatever the budget; selection by regret matching or
//! [`Smooth`](Selection::Smooth) comes closer to them than UCB1.

mod arena;
mod cheating;
mod choose;
mod forest;
mod functions;
mod group;
mod key;
mod options;
mod select;
mod self_play;
mod tree;

use hinterhand_engine::{ActionSet, Game, Notation, Rng, Turn, View};

use forest::Forest;
use key::key;
use tree::{HeldRollout, Origin, SearchContext, root_key};

use crate::search::{ActionValues, Model, Rollout, Search};
use crate::strategy::Strategy;

pub use cheating::Cheating;
pub use options::{Final, FirstPlay, Options, Selection, TreeKind, Widening};
pub use self_play::SelfPlay;

/// Information-set Monte Carlo tree search for one player.
///
/// ```
/// use hinterhand_engine::games::SixtySix;
/// use hinterhand_engine::{Contest, ContestRules, Game, Player, Rng, View};
/// use hinterhand_solvers::search::ismcts::{Ismcts, Options};
/// use hinterhand_solvers::search::{ByDirected, Search};
///
/// let (game, mut rng) = (SixtySix::default(), Rng::new(2026, 0));
/// let mut state = game.start();
/// game.deal(&mut state, &mut rng);
/// let contest = Contest::new(ContestRules::SIXTY_SIX, Player::FIRST);
/// let (info_set, legal) = (game.info_set(&state, Player::FIRST), game.legal(&state));
///
/// let mut search = Ismcts::new(&game, &ByDirected, Options::default());
/// search.turn_to(&View { contest: &contest, info_set: &info_set, legal: &legal }, &mut rng);
/// search.step(1_000);
/// let action_values = search.action_values();
/// assert_eq!(action_values.entries.iter().filter_map(|entry| entry.visits).sum::<u64>(), 1_000);
/// game.play(&mut state, action_values.best());
/// ```
pub struct Ismcts<'g, G: Game> {
    forest: Forest<'g, G>,
}

impl<'g, G: Game> Ismcts<'g, G> {
    /// A search of `game` that ends its simulated games by `rollout`.
    pub fn new(game: &'g G, rollout: &'g dyn Rollout<G>, options: Options) -> Ismcts<'g, G> {
        Ismcts { forest: Forest::new(SearchContext::new(game, rollout, options)) }
    }

    /// Ends simulated games by a rollout that the search owns.
    #[must_use]
    pub fn with_rollout(mut self, rollout: Box<dyn Rollout<G> + Send + 'g>) -> Ismcts<'g, G> {
        self.forest.context.rollout = HeldRollout::Owned(rollout);
        self
    }

    /// Assumes that all other players play by `model`: the search learns a best response to it.
    #[must_use]
    pub fn against(mut self, model: Box<dyn Model<G> + 'g>) -> Ismcts<'g, G> {
        self.forest.context.model = Some(model);
        self
    }

    /// Takes the prior probabilities of [`Puct`](Selection::Puct) from a strategy, at each visit of a node.
    #[must_use]
    pub fn with_prior(mut self, prior: Box<dyn Strategy<G> + Send + 'g>) -> Ismcts<'g, G> {
        self.forest.context.prior = Some(prior);
        self
    }

    /// Lets the search ask the game what players notice, as [`TreeKind::FromRoot`] must; without effect
    /// elsewhere.
    #[must_use]
    pub fn noticing(mut self) -> Ismcts<'g, G>
    where
        G: Notation,
    {
        let context = &mut self.forest.context;
        if context.options.tree == TreeKind::FromRoot {
            context.noticed = Some(|game, before, event, after, player| {
                let noticed = game.noticed(before, event, after, player);
                (!noticed.is_empty()).then(|| key(noticed.as_bytes(), 0))
            });
        }
        self
    }

    /// The size of the trees in bytes, without spare capacity.
    pub fn bytes(&self) -> usize {
        self.forest.bytes()
    }

    /// The number of information sets in the trees, the root of each included.
    pub fn nodes(&self) -> usize {
        self.forest.nodes()
    }
}

impl<G: Game> Search<G> for Ismcts<'_, G> {
    /// Keeps the subtrees below the new decision, if the trees contain it and [`Options::keep`] says so.
    ///
    /// # Panics
    ///
    /// If the player who sees `view` is not to move, or what players notice is not known where it is needed.
    fn turn_to(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        let SearchContext { game, options, .. } = self.forest.context;
        let info_set = view.info_set;
        let sampler = game.sampler(info_set);
        let Turn::Player(player) = game.turn(&sampler(rng)) else {
            panic!("the player who sees the view is not to move");
        };
        let is_ready = options.tree != TreeKind::FromRoot || self.forest.context.noticed.is_some();
        assert!(is_ready, "trees that begin at the decision need what players notice: `Ismcts::noticing`");
        if !options.keep || matches!(options.tree, TreeKind::FromRoot | TreeKind::Determinized) {
            self.forest.forget();
        }
        let (key, worlds) = if options.tree == TreeKind::Determinized {
            (player.index() as u64, Some(options.worlds.unwrap_or(1)))
        } else {
            (root_key(info_set, player), options.worlds)
        };
        self.forest.turn_to(player, view.legal.iter().collect(), Some(key), rng, |rng| match worlds {
            Some(count) => Origin::Worlds((0..count.max(1)).map(|_| sampler(rng)).collect()),
            None => Origin::Known(game.sampler(info_set)),
        });
    }

    fn step(&mut self, steps: u64) -> u64 {
        self.forest.step(steps);
        steps
    }

    fn action_values(&self) -> ActionValues<G::Action> {
        self.forest.action_values()
    }
}
