//! Strategies, queried one information set at a time: shared by agents, files and judges.

use hinterhand_engine::{ActionSet, Game, Player};

use crate::tree::{GameTree, Policy};

/// A way to play a game: for each information set a probability for each legal action.
///
/// It is given what an agent may see and nothing else; the information set determines whose turn it is. It
/// must answer for every information set of the game, also for those that it has never met, and the same
/// query has the same answer.
///
/// ```
/// use hinterhand_engine::{Game, Player, Rng, games::Kuhn};
/// use hinterhand_solvers::strategy::{Strategy, Uniform};
///
/// let game = Kuhn::default();
/// let mut state = game.start();
/// game.deal(&mut state, &mut Rng::new(1, 0));
/// let (info_set, legal) = (game.info_set(&state, Player::FIRST), game.legal(&state));
/// let mut probabilities = Vec::new();
/// Strategy::<Kuhn>::probabilities(&Uniform, &info_set, &legal, &mut probabilities);
/// assert_eq!(probabilities, [0.5, 0.5]);
/// ```
pub trait Strategy<G: Game>: Sync {
    /// Clears `out` and fills it with the probability of each of the actions `legal`, in their order, of the
    /// player to move with `info_set`. None is negative, and they sum to 1 up to rounding.
    fn probabilities(&self, info_set: &G::InfoSet, legal: &G::Legal, out: &mut Vec<f64>);
}

/// The strategy by which all legal actions are equally likely.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Uniform;

/// A policy on the tree of a game. Where the tree has no such information set all actions are equally likely.
///
/// ```
/// use hinterhand_engine::games::Kuhn;
/// use hinterhand_solvers::{strategy::TreeStrategy, tree::{GameTree, Policy}};
///
/// let kuhn = GameTree::compile(&Kuhn::default(), 1_000)?;
/// let policy = Policy::uniform(kuhn.tree());
/// let strategy = TreeStrategy::new(&kuhn, policy);
/// assert_eq!(strategy.policy().probabilities().len(), strategy.tree().tree().slot_count());
/// # Ok::<(), hinterhand_solvers::tree::CompileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TreeStrategy<'t, G: Game> {
    tree: &'t GameTree<G>,
    policy: Policy,
}

impl<'t, G: Game> TreeStrategy<'t, G> {
    /// The strategy that plays `policy`, which must be one of this tree.
    pub fn new(tree: &'t GameTree<G>, policy: Policy) -> TreeStrategy<'t, G> {
        let slots = tree.tree().slot_count();
        assert_eq!(policy.probabilities().len(), slots, "the policy is one of another tree");
        TreeStrategy { tree, policy }
    }

    /// The tree.
    pub fn tree(&self) -> &'t GameTree<G> {
        self.tree
    }

    /// The policy on it.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }
}

impl<G: Game> Strategy<G> for Uniform {
    fn probabilities(&self, _: &G::InfoSet, legal: &G::Legal, out: &mut Vec<f64>) {
        even(legal.len(), out);
    }
}

impl<G: Game> Strategy<G> for TreeStrategy<'_, G> {
    fn probabilities(&self, info_set: &G::InfoSet, legal: &G::Legal, out: &mut Vec<f64>) {
        let tree = self.tree.tree();
        let found = Player::all(tree.players()).find_map(|player| self.tree.find(player, info_set));
        let Some(set) = found else { return even(legal.len(), out) };
        debug_assert!(legal.iter().eq(self.tree.actions(set).iter().copied()), "a tree of another game");
        out.clear();
        out.extend_from_slice(self.policy.at(tree, set));
    }
}

impl<G: Game, S: Strategy<G> + ?Sized> Strategy<G> for &S {
    fn probabilities(&self, info_set: &G::InfoSet, legal: &G::Legal, out: &mut Vec<f64>) {
        (**self).probabilities(info_set, legal, out);
    }
}

/// Clears `out` and fills it with equal probabilities.
pub(crate) fn even(actions: usize, out: &mut Vec<f64>) {
    out.clear();
    out.resize(actions, 1.0 / actions as f64);
}
