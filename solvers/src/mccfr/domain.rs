//! Where walks go: a tree or the game itself.

use hinterhand_engine::{Player, Rng};

use super::walk::Log;

/// A game as a walk needs it.
pub(super) trait Domain: Sync {
    /// Where a walk stands.
    type Place;
    /// What leads on from a decision.
    type Branches;
    /// The information sets that a walk has met and that the tables do not know yet.
    type NewInfoSets: Default + Send;

    /// Where walks begin.
    fn start(&self) -> Self::Place;

    /// What there is at a place.
    fn node(&self, place: &Self::Place, new_sets: &mut Self::NewInfoSets) -> NodeKind<Self::Branches>;

    /// Whether walks have found more than there is room for, and must end where they are.
    fn is_full(&self, log: &Log<Self::NewInfoSets>) -> bool;

    /// Where chance leads.
    fn deal(&self, place: Self::Place, rng: &mut Rng) -> Self::Place;

    /// Where an action leads.
    fn child(&self, place: &Self::Place, branches: &Self::Branches, action: usize) -> Self::Place;

    /// What a player is paid at an end.
    fn payoff(&self, place: &Self::Place, player: Player) -> f64;
}

/// What there is at a place.
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
    /// The first slot of the information set; from [`NEW`] on counted among those that the walk has met first.
    pub(super) first: u32,
    pub(super) actions: u32,
    pub(super) branches: W,
}

/// Slots from here on are not in the tables yet.
pub(super) const NEW: u32 = 1 << 31;
