//! The values of policies that play each other.

use super::reach;
use crate::tree::{Policy, Tree};

/// The average payoff of each player when each plays their part of their own policy: `policies[0]` for player
/// 0, and so on.
///
/// ```
/// use hinterhand_engine::games::Kuhn;
/// use hinterhand_solvers::{judges, tree::{GameTree, Policy}};
///
/// let kuhn = GameTree::compile(&Kuhn::default(), 1_000)?;
/// let uniform = Policy::uniform(kuhn.tree());
/// let values = judges::values(kuhn.tree(), &[&uniform, &uniform]);
/// assert!((values[0] - 0.125).abs() < 1e-15);
/// # Ok::<(), hinterhand_solvers::tree::CompileError>(())
/// ```
pub fn values(tree: &Tree, policies: &[&Policy]) -> Vec<f64> {
    assert_eq!(policies.len(), tree.players(), "one policy for each player");
    let reaches: Vec<Vec<f64>> = policies.iter().map(|policy| reach::reaches(tree, policy)).collect();
    let mut values = vec![0.0; tree.players()];
    for end in tree.ends() {
        let reach: f64 =
            reaches.iter().zip(end.sequences).map(|(reaches, &last)| reach::of(reaches, last)).product();
        for (value, payoff) in values.iter_mut().zip(end.payoffs) {
            *value += end.weight * reach * payoff;
        }
    }
    values
}
