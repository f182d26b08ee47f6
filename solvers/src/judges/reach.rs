//! The probability with which each player plays a slot: the realization plan of the sequence form.

use hinterhand_engine::Player;

use crate::tree::{Policy, Slot, Tree};

/// For each slot of `tree` the product of the probabilities of its player's own decisions up to it.
pub(super) fn reaches(tree: &Tree, policy: &Policy) -> Vec<f64> {
    let mut reaches = vec![0.0; tree.slot_count()];
    // Sets come after the ones in which their player decided before.
    for set in tree.sets() {
        let before = of(&reaches, set.parent());
        for (slot, probability) in set.slots().zip(policy.of(set)) {
            reaches[slot] = before * probability;
        }
    }
    reaches
}

/// The reach of a sequence; that of having done nothing yet is 1.
#[inline]
pub(super) fn of(reaches: &[f64], sequence: Option<Slot>) -> f64 {
    sequence.map_or(1.0, |slot| reaches[slot.index()])
}

/// The payoffs of `player` at the ends, by the player's last decision: for each slot the sum over the ends at
/// which it is the last one, weighted with chance and the reaches of the others. The last entry is for the
/// ends before which the player did not decide anything.
pub(super) fn paid_at_ends(tree: &Tree, player: Player, reaches: &[&[f64]]) -> (Vec<f64>, f64) {
    let mut paid = vec![0.0; tree.slot_count()];
    let mut undecided = 0.0;
    for end in tree.ends() {
        let others = (0..tree.players()).filter(|&other| other != player.index());
        let reach: f64 = others.map(|other| of(reaches[other], end.sequences[other])).product();
        let payoff = end.weight * reach * end.payoffs[player.index()];
        match end.sequences[player.index()] {
            Some(slot) => paid[slot.index()] += payoff,
            None => undecided += payoff,
        }
    }
    (paid, undecided)
}
