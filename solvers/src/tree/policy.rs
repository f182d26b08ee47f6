//! The play of all players on a tree: a probability for every action of every information set.

use super::flat::{Set, SetId, Tree};

/// A probability for each slot of a tree; those of an information set sum to 1.
///
/// A policy covers all players, so that the outcome of a solver is one value. To let the policies of
/// different solvers play each other, see [`judges::values`](crate::judges::values).
#[derive(Clone, PartialEq, Debug)]
pub struct Policy {
    probabilities: Vec<f64>,
}

/// The reason why numbers are not a policy.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum PolicyError {
    #[error("{count} probabilities for a tree with {slots} actions")]
    Count { count: usize, slots: usize },
    #[error("action {action} of information set {set} has probability {probability}")]
    Probability { set: usize, action: usize, probability: f64 },
    #[error("the probabilities of information set {set} sum to {sum} instead of 1 (within 1e-9)")]
    Sum { set: usize, sum: f64 },
}

impl Policy {
    /// The policy with these probabilities, one for each slot of `tree`.
    ///
    /// They may come from a file, where decimals are rounded: each information set must sum to 1 within
    /// 1e-9, and is scaled so that it does.
    pub fn new(tree: &Tree, mut probabilities: Vec<f64>) -> Result<Policy, PolicyError> {
        if probabilities.len() != tree.slot_count() {
            return Err(PolicyError::Count { count: probabilities.len(), slots: tree.slot_count() });
        }
        for (number, set) in tree.sets().iter().enumerate() {
            let here = &mut probabilities[set.slots()];
            if let Some(action) = here.iter().position(|p| !(*p >= 0.0 && p.is_finite())) {
                return Err(PolicyError::Probability { set: number, action, probability: here[action] });
            }
            let sum: f64 = here.iter().sum();
            if (sum - 1.0).abs() > 1e-9 {
                return Err(PolicyError::Sum { set: number, sum });
            }
            here.iter_mut().for_each(|p| *p /= sum);
        }
        Ok(Policy { probabilities })
    }

    /// The uniform policy: at each information set all actions are equally likely.
    pub fn uniform(tree: &Tree) -> Policy {
        Policy::from_weights(tree, vec![0.0; tree.slot_count()])
    }

    /// The policy whose probabilities are proportional to these weights, none of them negative; uniform
    /// where all are zero.
    pub fn from_weights(tree: &Tree, weights: Vec<f64>) -> Policy {
        assert_eq!(weights.len(), tree.slot_count(), "one weight for each slot of the tree");
        Policy::from_weights_of(tree.sets(), weights)
    }

    pub(crate) fn from_weights_of(sets: &[Set], mut weights: Vec<f64>) -> Policy {
        for set in sets {
            let here = &mut weights[set.slots()];
            let sum: f64 = here.iter().sum();
            let even = 1.0 / here.len() as f64;
            here.iter_mut().for_each(|weight| *weight = if sum > 0.0 { *weight / sum } else { even });
        }
        Policy { probabilities: weights }
    }

    /// The policy with these probabilities, which are known to be one.
    pub(super) fn of_probabilities(probabilities: Vec<f64>) -> Policy {
        Policy { probabilities }
    }

    /// The probabilities of all slots.
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// The probabilities of the actions of one information set.
    pub fn at(&self, tree: &Tree, set: SetId) -> &[f64] {
        self.of(tree.set(set))
    }

    pub(crate) fn of(&self, set: &Set) -> &[f64] {
        &self.probabilities[set.slots()]
    }
}
