//! A tree in which what players do at some information sets is fixed, and the rest is to be solved (node locking).
//!
//! A fixed decision is one of chance: its node stays where it is, and the probabilities of its actions become those of
//! branches of chance. So every solver and every judge works on what is left as it does on any tree, and the results are
//! exact: an equilibrium of that tree is one of the game in which these decisions are known to be made so. The other
//! players know of it and use it. Where all decisions of a player are fixed, the equilibrium is a best response.

use super::flat::{Node, NodeId, Set, Slot, Tree};
use super::policy::Policy;

/// A tree with fixed information sets.
///
/// ```
/// use hinterhand_engine::{Player, games::Kuhn};
/// use hinterhand_solvers::{cfr::{Cfr, Variant}, judges, tree::{FixedTree, GameTree, Policy}};
///
/// let kuhn = GameTree::compile(&Kuhn::default(), 1_000)?;
/// let tree = kuhn.tree();
/// // Player 0 never puts anything in; so player 1 bets with any card and wins the ante.
/// let passes = (0..tree.slot_count()).map(|slot| if slot % 2 == 0 { 1.0 } else { 0.0 }).collect();
/// let passes = Policy::from_weights(tree, passes);
/// let is_fixed: Vec<bool> = tree.sets().iter().map(|set| set.player() == Player::FIRST).collect();
/// let fixed = FixedTree::new(tree, &passes, &is_fixed);
/// let mut solver = Cfr::<f64>::new(fixed.tree(), Variant::PCFR_PLUS);
/// (0..200).for_each(|_| solver.step());
/// let policy = fixed.whole(&solver.average());
/// assert!((judges::values(tree, &[&policy, &policy])[0] + 1.0).abs() < 1e-3);
/// # Ok::<(), hinterhand_solvers::tree::CompileError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct FixedTree {
    tree: Tree,
    /// The policy whose probabilities are fixed.
    policy: Policy,
    /// For each slot of the whole tree its slot here, unless its information set is fixed.
    slots: Vec<Option<Slot>>,
}

impl FixedTree {
    /// The tree in which at these information sets the probabilities of `policy` are played; what it says of others is
    /// not used.
    ///
    /// # Panics
    ///
    /// If there is not one flag for each information set, or the policy is one of another tree.
    pub fn new(whole: &Tree, policy: &Policy, is_fixed: &[bool]) -> FixedTree {
        assert_eq!(is_fixed.len(), whole.sets.len(), "one flag for each information set");
        assert_eq!(policy.probabilities().len(), whole.slots, "the policy is one of another tree");
        let mut slots = vec![None; whole.slots];
        // For each slot of the whole tree, what its player did up to it: the last decision that is left, and the
        // probability of those that are fixed.
        let mut sequences: Vec<(Option<Slot>, f64)> = vec![(None, 1.0); whole.slots];
        let mut tree = Tree { sets: Vec::new(), slots: 0, ..whole.clone() };
        // Sets come after the ones in which their player decided before.
        for (set, &is_fixed) in whole.sets.iter().zip(is_fixed) {
            let (last, fixed) = before(&sequences, set.parent);
            for slot in set.slots() {
                sequences[slot] = if is_fixed {
                    (last, fixed * policy.probabilities()[slot])
                } else {
                    let here = Slot::new(tree.slots + slot - set.first as usize);
                    slots[slot] = Some(here);
                    (Some(here), fixed)
                };
            }
            if !is_fixed {
                tree.sets.push(Set { first: tree.slots as u32, parent: last, ..*set });
                tree.slots += set.action_count();
            }
        }
        tree.fix_nodes(whole, policy, is_fixed);
        for (end, weight) in tree.weights.iter_mut().enumerate() {
            for last in &mut tree.sequences[end * whole.players..][..whole.players] {
                let (left, fixed) = before(&sequences, *last);
                *weight *= fixed;
                *last = left;
            }
        }
        FixedTree { tree, policy: policy.clone(), slots }
    }

    /// What is left, which is all that a solver needs.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The policy on the whole tree that plays `rest` where nothing is fixed.
    pub fn whole(&self, rest: &Policy) -> Policy {
        assert_eq!(rest.probabilities().len(), self.tree.slots, "the policy is one of what is left");
        let fixed = self.policy.probabilities().iter();
        let probabilities = fixed.zip(&self.slots).map(|(&fixed, here)| match here {
            Some(here) => rest.probabilities()[here.index()],
            None => fixed,
        });
        Policy::of_probabilities(probabilities.collect())
    }
}

/// What a player did up to a decision of the whole tree.
fn before(sequences: &[(Option<Slot>, f64)], last: Option<Slot>) -> (Option<Slot>, f64) {
    last.map_or((None, 1.0), |slot| sequences[slot.index()])
}

impl Tree {
    /// Makes nodes of chance of those that are fixed, and numbers the information sets of the others anew.
    fn fix_nodes(&mut self, whole: &Tree, policy: &Policy, is_fixed: &[bool]) {
        let mut left = 0;
        let numbers: Vec<usize> = is_fixed
            .iter()
            .map(|is_fixed| {
                let number = left;
                left += usize::from(!is_fixed);
                number
            })
            .collect();
        for number in 0..whole.nodes.len() {
            let Node::Decision(set) = whole.nodes[number] else { continue };
            if !is_fixed[set.index()] {
                self.nodes[number] = Node::Decision(super::SetId::new(numbers[set.index()]));
                continue;
            }
            self.nodes[number] = Node::Chance;
            for (child, &probability) in whole.children(NodeId::new(number)).zip(policy.at(whole, set)) {
                self.chances[child.index()] = probability;
            }
        }
    }
}
