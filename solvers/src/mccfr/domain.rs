//! The domain of walks: a tree or the game itself.

use hinterhand_engine::{Player, Rng};

use super::log::Log;

/// A game as a walk needs it.
pub(super) trait Domain: Sync {
    /// A place of a walk.
    type Place;
    /// The branches of a decision.
    type Branches;
    /// The information sets that a walk has met and that the tables do not know yet.
    type NewInfoSets: Default + Send;

    /// The place where walks begin.
    fn start(&self) -> Self::Place;

    /// The kind of node at a place.
    fn node(&self, place: &Self::Place, new_sets: &mut Self::NewInfoSets) -> NodeKind<Self::Branches>;

    /// Returns true if walks have found more than there is room for, and must end.
    fn is_full(&self, log: &Log<Self::NewInfoSets>) -> bool;

    /// The place after a draw of chance.
    fn deal(&self, place: Self::Place, rng: &mut Rng) -> Self::Place;

    /// The place after an action.
    fn child(&self, place: &Self::Place, branches: &Self::Branches, action: usize) -> Self::Place;

    /// The payoff of a player at an end.
    fn payoff(&self, place: &Self::Place, player: Player) -> f64;
}

/// The kind of a node.
pub(super) enum NodeKind<W> {
    /// Chance decides.
    Chance,
    /// A player decides.
    Decision(Decision<W>),
    /// The game is over.
    Over,
}

/// A decision of a player.
pub(super) struct Decision<W> {
    pub(super) player: Player,
    /// The first slot of the information set; from [`NEW`](super::log::NEW) on counted among those that the
    /// walk has met first.
    pub(super) first: u32,
    pub(super) actions: u32,
    pub(super) branches: W,
}
