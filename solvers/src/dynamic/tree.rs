//! The written-out tree of any game.

use hinterhand_engine::dynamic::{AnyGame, AnyInfoSet, AnyLegal, Playable};
use hinterhand_engine::{ActionSet, Digest, Game, Player};

use crate::strategy::{Strategy, even};
use crate::tree::{GameTree, Policy, SetId, Tree};

/// The tree of any game with its information sets, the twin of [`GameTree`].
pub struct AnyTree(Box<dyn ErasedTree>);

trait ErasedTree: Send + Sync {
    fn tree(&self) -> &Tree;
    fn find(&self, player: Player, info_set: &AnyInfoSet) -> Option<SetId>;
    fn info_set(&self, set: SetId) -> AnyInfoSet;
    fn key(&self, set: SetId) -> u128;
}

impl<G: Playable> ErasedTree for GameTree<G> {
    fn tree(&self) -> &Tree {
        self.tree()
    }

    fn find(&self, player: Player, info_set: &AnyInfoSet) -> Option<SetId> {
        self.find(player, info_set.typed::<G::InfoSet>())
    }

    fn info_set(&self, set: SetId) -> AnyInfoSet {
        AnyInfoSet::new(self.info_set(set).clone())
    }

    fn key(&self, set: SetId) -> u128 {
        Digest::of(self.info_set(set)).bits()
    }
}

impl AnyTree {
    /// Hides the type of a tree's game.
    pub fn new<G: Playable>(tree: GameTree<G>) -> AnyTree {
        AnyTree(Box::new(tree))
    }

    /// The tree, which is all that a solver needs.
    pub fn tree(&self) -> &Tree {
        self.0.tree()
    }

    /// The number of an information set; `None` if `player` has no decision there.
    pub fn find(&self, player: Player, info_set: &AnyInfoSet) -> Option<SetId> {
        self.0.find(player, info_set)
    }

    /// The information set with this number.
    pub fn info_set(&self, set: SetId) -> AnyInfoSet {
        self.0.info_set(set)
    }

    /// The key of an information set in files: its digest.
    pub fn key(&self, set: SetId) -> u128 {
        self.0.key(set)
    }

    /// Fills `out` with the probabilities of `policy` at an information set of some player; `legal` is
    /// equally likely where the tree has no such information set.
    pub fn probabilities(
        &self,
        policy: &Policy,
        info_set: &AnyInfoSet,
        legal: &AnyLegal,
        out: &mut Vec<f64>,
    ) {
        let tree = self.tree();
        match Player::all(tree.players()).find_map(|player| self.find(player, info_set)) {
            Some(set) => {
                out.clear();
                out.extend_from_slice(policy.at(tree, set));
            }
            None => even(legal.len(), out),
        }
    }
}

/// A policy on the tree of any game as a strategy.
#[derive(Debug)]
pub struct AnyTreeStrategy<'t> {
    tree: &'t AnyTree,
    policy: Policy,
}

impl<'t> AnyTreeStrategy<'t> {
    /// The strategy that plays `policy`, which must be one of this tree.
    pub fn new(tree: &'t AnyTree, policy: Policy) -> AnyTreeStrategy<'t> {
        let slots = tree.tree().slot_count();
        assert_eq!(policy.probabilities().len(), slots, "the policy is one of another tree");
        AnyTreeStrategy { tree, policy }
    }
}

impl Strategy<AnyGame> for AnyTreeStrategy<'_> {
    fn probabilities(&self, info_set: &AnyInfoSet, legal: &<AnyGame as Game>::Legal, out: &mut Vec<f64>) {
        self.tree.probabilities(&self.policy, info_set, legal, out);
    }
}

impl std::fmt::Debug for AnyTree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnyTree").field("nodes", &self.tree().node_count()).finish_non_exhaustive()
    }
}
