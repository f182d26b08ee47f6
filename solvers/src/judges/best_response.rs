//! The best that one player can do against the policies of all others.

use hinterhand_engine::Player;

use super::reach;
use crate::tree::{Policy, Tree};

/// A best response of one player to the policies of the others, and its value.
#[derive(Clone, PartialEq, Debug)]
pub struct BestResponse {
    /// The player's average payoff with the response.
    pub value: f64,
    /// The gain over the player's part of the policy that was judged.
    ///
    /// It is never negative, and small gains keep their digits: it is not the difference of two values but
    /// a sum of what is given away at each information set, each part of which is at least 0.
    pub gain: f64,
    /// A policy that wins it: the player's part is pure, that of the others is the one that was judged.
    pub policy: Policy,
}

/// The best response of `player` when all others play by `policy`.
///
/// By perfect recall the player's information sets form a tree of their own, so one sweep from the last ones
/// to the first finds the best action of each. Of equal actions the first is taken.
pub fn best_response(tree: &Tree, player: Player, policy: &Policy) -> BestResponse {
    let reaches = reach::reaches(tree, policy);
    best_response_to(tree, player, policy, &vec![&reaches[..]; tree.players()])
}

pub(super) fn best_response_to(
    tree: &Tree,
    player: Player,
    policy: &Policy,
    reaches: &[&[f64]],
) -> BestResponse {
    let (mut worth, mut value) = reach::paid_at_ends(tree, player, reaches);
    let mut gains = vec![0.0; tree.slot_count()];
    let mut gain = 0.0;
    let mut probabilities = policy.probabilities().to_vec();
    for set in tree.sets().iter().rev().filter(|set| set.player() == player) {
        let (mut best, mut most) = (0, f64::NEG_INFINITY);
        for (action, &worth) in worth[set.slots()].iter().enumerate() {
            if worth > most {
                (best, most) = (action, worth);
            }
        }
        // Let B be the value of an action with best responses from there on, V its value under the policy s.
        // The loss at the set is max B - sum s V = sum s (max B - B) + sum s (B - V), and B - V is the sum of
        // later losses.
        let away: f64 =
            set.slots().zip(policy.of(set)).map(|(slot, s)| s * (most - worth[slot] + gains[slot])).sum();
        probabilities[set.slots()].fill(0.0);
        probabilities[set.slot(best).index()] = 1.0;
        match set.parent() {
            Some(slot) => {
                worth[slot.index()] += most;
                gains[slot.index()] += away;
            }
            None => {
                value += most;
                gain += away;
            }
        }
    }
    let policy = Policy::new(tree, probabilities).expect("pure, or as in the policy that was judged");
    BestResponse { value, gain, policy }
}
