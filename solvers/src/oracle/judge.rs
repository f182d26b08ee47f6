//! Values, best responses and exploitability by an oracle.

use super::{Oracle, room};
use crate::parallel;

/// What two plans are worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judgement {
    /// The payoff of player 0 if both play by their plans.
    pub value: f64,
    /// The payoff of a best response of each player against the plan of the other, for that player.
    pub best_responses: [f64; 2],
}

impl Judgement {
    /// What a best response gains against the plans, averaged over both players, in a zero-sum game.
    pub fn exploitability(&self) -> f64 {
        (self.best_responses[0] + self.best_responses[1]) / 2.0
    }
}

/// Judges a plan for each player.
pub fn judge(oracle: &dyn Oracle, plans: [&[f64]; 2]) -> Judgement {
    let mut value = 0.0;
    let (mut numbers, mut memory) = (Vec::new(), Vec::new());
    let best_responses = [0, 1].map(|player| {
        let treeplex = oracle.treeplex(player);
        let gradient = room(&mut numbers, treeplex.sequences());
        oracle.gradient(player, plans[1 - player], gradient, &mut memory);
        if player == 0 {
            value = product(gradient, plans[0]);
        }
        let mut nothing = vec![(); treeplex.sequences()];
        treeplex.from_the_end(&mut memory, gradient, &mut nothing, |_, worth, _| {
            worth.iter().copied().fold(f64::NEG_INFINITY, f64::max)
        })
    });
    Judgement { value, best_responses }
}

/// The sum of the products, added up in parts and their sums, which keeps rounding small.
fn product(worth: &[f64], plan: &[f64]) -> f64 {
    const PART: usize = 1 << 10;
    let sums = parallel::map(worth.len().div_ceil(PART), &|part| {
        let part = part * PART..worth.len().min((part + 1) * PART);
        worth[part.clone()].iter().zip(&plan[part]).map(|(worth, reach)| worth * reach).sum::<f64>()
    });
    sums.chunks(1 << 8).map(|sums| sums.iter().sum::<f64>()).sum()
}

/// A best response of a player to a plan of the other: for each sequence 1 if its last action is taken, else 0.
pub fn best_response(oracle: &dyn Oracle, player: usize, plan: &[f64]) -> Vec<f32> {
    let treeplex = oracle.treeplex(player);
    let (mut gradient, mut memory) = (vec![0.0; treeplex.sequences()], Vec::new());
    oracle.gradient(player, plan, &mut gradient, &mut memory);
    let mut policy = vec![0.0; treeplex.sequences()];
    policy[0] = 1.0;
    treeplex.from_the_end(&mut memory, &gradient, &mut policy, |_, worth, policy| {
        let best = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let first = worth.iter().position(|&worth| worth == best).unwrap_or(0);
        policy[first] = 1.0;
        best
    });
    policy
}

/// The plan of a player that takes each legal action with the same probability.
pub fn uniform(oracle: &dyn Oracle, player: usize) -> Vec<f64> {
    let treeplex = oracle.treeplex(player);
    let mut plan = vec![0.0; treeplex.sequences()];
    let mut nothing = vec![(); treeplex.sequences()];
    treeplex.from_the_beginning(&mut plan, &mut nothing, |infoset, reach, numbers, _| {
        numbers.iter_mut().zip(treeplex.even(infoset)).for_each(|(number, even)| *number = reach * even);
    });
    plan
}
