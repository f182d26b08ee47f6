//! A small game as a game: the position is a node of its tree.

use super::nodes::{Fit, InfoSet, NodeId};
use super::{Small, SmallGame};
use crate::games::tree::{Branch, Branches};
use crate::{
    Described, Event, EventOf, Game, GameInfo, OptionError, Player, Rng, Settings, StateHistory, Steps, Turn,
    Worlds,
};

impl<S: SmallGame> Game for Small<S> {
    type State = NodeId;
    type Action = Branch;
    type Legal = Branches;
    type Chance = Branch;
    type InfoSet = InfoSet;

    fn players(&self) -> usize {
        self.nodes.players
    }

    fn start(&self) -> NodeId {
        NodeId::START
    }

    fn turn(&self, &node: &NodeId) -> Turn {
        self.nodes.entry(node).turn
    }

    fn legal(&self, &node: &NodeId) -> Branches {
        Branches::new(self.nodes.entry(node).children)
    }

    fn play(&self, node: &mut NodeId, action: Branch) {
        debug_assert!(matches!(self.turn(node), Turn::Player(_)), "it is no player's turn");
        *node = self.nodes.child(*node, action);
    }

    fn draw(&self, &node: &NodeId, rng: &mut Rng) -> Branch {
        debug_assert_eq!(self.turn(&node), Turn::Chance);
        let outcomes = self.nodes.children(node);
        Branch::new(rng.weighted(outcomes.map(|outcome| self.nodes.entry(outcome).probability)))
    }

    fn reveal(&self, node: &mut NodeId, chance: &Branch) {
        debug_assert_eq!(self.turn(node), Turn::Chance);
        *node = self.nodes.child(*node, *chance);
    }

    fn payoff(&self, &node: &NodeId, player: Player) -> f64 {
        debug_assert_eq!(self.turn(&node), Turn::Over);
        self.nodes.payoffs(node)[player.index()]
    }

    fn info_set(&self, &node: &NodeId, player: Player) -> InfoSet {
        self.nodes.set_at(node, player).name
    }

    fn sample(&self, info_set: &InfoSet, rng: &mut Rng) -> NodeId {
        let fits = &self.nodes.set(info_set).fits;
        let aim = rng.unit() * total(fits);
        // Only rounding leads beyond the last one.
        let at = fits.partition_point(|fit| fit.upto <= aim).min(fits.len() - 1);
        fits[at].node
    }
}

fn total(fits: &[Fit]) -> f64 {
    fits.last().expect("an information set has a node").upto
}

impl<S: SmallGame> Worlds for Small<S> {
    fn worlds(&self, info_set: &InfoSet, limit: usize) -> Option<Vec<(NodeId, f64)>> {
        let fits = &self.nodes.set(info_set).fits;
        let total = total(fits);
        (fits.len() <= limit).then(|| fits.iter().map(|fit| (fit.node, fit.weight / total)).collect())
    }
}

impl<S: SmallGame> Steps for Small<S> {
    type Step = Branch;

    /// Each outcome is one step.
    fn steps(&self, &node: &NodeId, dealt: &[Branch]) -> Vec<(Branch, f64)> {
        let outcomes = self.nodes.children(node).map(|outcome| self.nodes.entry(outcome));
        if dealt.is_empty() && self.turn(&node) == Turn::Chance {
            outcomes.map(|outcome| (outcome.branch, outcome.probability)).collect()
        } else {
            Vec::new()
        }
    }

    fn assemble(&self, _: &NodeId, dealt: &[Branch]) -> Branch {
        dealt[0]
    }
}

impl<S: SmallGame> StateHistory for Small<S> {
    fn events(&self, &node: &NodeId) -> Vec<(EventOf<Self>, f64)> {
        let path = self.nodes.path(node).into_iter();
        path.map(|node| {
            let entry = self.nodes.entry(node);
            match self.turn(&entry.parent) {
                Turn::Chance => (Event::Chance(entry.branch), entry.probability),
                _ => (Event::Action(entry.branch), 1.0),
            }
        })
        .collect()
    }
}

impl<S: SmallGame> Described for Small<S> {
    const INFO: GameInfo = S::INFO;

    fn with_settings(settings: &Settings) -> Result<Small<S>, OptionError> {
        let unplayable = |error| OptionError::Unplayable { game: S::INFO.name, message: format!("{error}") };
        Small::new(S::with_settings(settings)?).map_err(unplayable)
    }

    fn least_payoff(&self, player: Player) -> f64 {
        let payoffs = self.nodes.payoffs.chunks(self.nodes.players).map(|ends| ends[player.index()]);
        payoffs.fold(f64::INFINITY, f64::min)
    }
}
