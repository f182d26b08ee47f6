//! What the decisions of a game should have been worth, once it is over.

use hinterhand_engine::Player;

/// The inputs of a decision with the action taken, and the output that would have been right.
pub type Remembered = (Vec<(u16, f32)>, f32);

/// A decision of a game that is being played.
pub(super) struct Taken {
    pub(super) player: Player,
    pub(super) inputs: Vec<(u16, f32)>,
    /// The output that stands for the decision before an action is taken, and whether the action was taken at
    /// random.
    pub(super) value: f32,
    pub(super) is_random: bool,
}

/// The decisions with the outputs that would have been right, in order, given the results of the players:
/// `targets` are the outputs of its results.
pub(super) fn with_targets(
    decisions: Vec<Taken>,
    trace: Option<f32>,
    targets: &mut [f32],
) -> Vec<Remembered> {
    let mut remembered: Vec<Remembered> = Vec::with_capacity(decisions.len());
    for Taken { player, inputs, value, is_random } in decisions.into_iter().rev() {
        let target = &mut targets[player.index()];
        remembered.push((inputs, *target));
        if let Some(share) = trace {
            let share = if is_random { 0.0 } else { share };
            *target = share * *target + (1.0 - share) * value;
        }
    }
    remembered.reverse();
    remembered
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Q(lambda): the result counts by the trace, and not at all before a random action.
    #[test]
    fn targets_are_those_of_a_hand_computed_table() {
        let taken = |value: f32, is_random: bool| Taken {
            player: Player::FIRST,
            inputs: Vec::new(),
            value,
            is_random,
        };
        let targets = |trace: Option<f32>, random: usize| -> Vec<f32> {
            let decisions = [0.25, 0.5, 0.75].into_iter().enumerate();
            let decisions = decisions.map(|(n, value)| taken(value, n == random)).collect();
            with_targets(decisions, trace, &mut [1.0, 0.0]).into_iter().map(|(_, target)| target).collect()
        };
        assert_eq!(targets(None, 9), [1.0, 1.0, 1.0]);
        // 0.5 * 1 + 0.5 * 0.75 before the last; 0.5 * 0.875 + 0.5 * 0.5 before the second.
        assert_eq!(targets(Some(0.5), 9), [0.6875, 0.875, 1.0]);
        // The second action was random: what followed says nothing of the first.
        assert_eq!(targets(Some(0.5), 1), [0.5, 0.875, 1.0]);
        assert_eq!(targets(Some(0.0), 9), [0.5, 0.75, 1.0]);
    }
}
