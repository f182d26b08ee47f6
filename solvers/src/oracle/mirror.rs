//! Magnetic mirror descent against an oracle.
//!
//! Sokota and others, "A unified approach to reinforcement learning, quantal response equilibria, and two-player
//! zero-sum games" (ICLR 2023), on sequences with the dilated entropy. It converges to a quantal response
//! equilibrium, in its last iterate. An equilibrium of the game itself needs a weight of the entropy that falls to
//! zero: use counterfactual regret minimization for that.

use libm::{exp, log};

use super::{Judgement, Oracle, Treeplex, judge};

/// Magnetic mirror descent for a game that is known by an oracle, without folded actions.
///
/// Each player moves from its policy towards what pays more and is less certain. The fixed point is the quantal
/// response equilibrium in which both play the soft best response: each action with a probability that is
/// exponential in what it pays, divided by the `weight` of the entropy.
///
/// ```
/// use hinterhand_engine::games::Kuhn;
/// use hinterhand_solvers::{oracle::{MirrorDescent, PayoffMatrix}, tree::GameTree};
///
/// let kuhn = GameTree::compile(&Kuhn::default(), 1_000)?;
/// let mut solver = MirrorDescent::new(PayoffMatrix::new(kuhn.tree()), 0.1, 0.5);
/// while solver.iterations() < 500 {
///     solver.step();
/// }
/// assert!(solver.gap() < 1e-9);
/// # Ok::<(), hinterhand_solvers::tree::CompileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MirrorDescent<O> {
    oracle: O,
    weight: f64,
    step_size: f64,
    iterations: u64,
    sides: [Side; 2],
    memory: Vec<f64>,
}

/// The policy of a player.
#[derive(Clone, Debug)]
struct Side {
    /// For each sequence the logarithm of the probability of its last action.
    logs: Vec<f64>,
    plan: Vec<f64>,
    /// What each sequence is worth against the other's plan.
    worth: Vec<f64>,
}

impl<O: Oracle> MirrorDescent<O> {
    /// A solver before its first iteration: both players play uniformly. `weight` is that of the entropy, in units
    /// of payoff.
    ///
    /// # Panics
    ///
    /// If the weight or the step size is not above 0, or an action of the oracle stands for several of the game.
    pub fn new(oracle: O, weight: f64, step_size: f64) -> MirrorDescent<O> {
        assert!(weight > 0.0 && step_size > 0.0, "the weight is {weight}, the step size {step_size}");
        let sides = [0, 1].map(|player| {
            let treeplex = oracle.treeplex(player);
            let mut logs = vec![0.0; treeplex.sequences()];
            for infoset in 0..treeplex.infosets() {
                assert!(treeplex.alike(infoset).is_empty(), "each action stands for itself");
                let sequences = treeplex.sequences_of(infoset);
                let even = -log(sequences.len() as f64);
                logs[sequences].fill(even);
            }
            let mut side = Side { plan: vec![0.0; logs.len()], worth: vec![0.0; logs.len()], logs };
            side.refresh(treeplex);
            side
        });
        MirrorDescent { oracle, weight, step_size, iterations: 0, sides, memory: Vec::new() }
    }

    /// One iteration: both players learn once, from the policies before it.
    pub fn step(&mut self) {
        self.iterations += 1;
        self.value_sequences();
        for (player, side) in self.sides.iter_mut().enumerate() {
            let treeplex = self.oracle.treeplex(player);
            side.learn(treeplex, self.weight, self.step_size, &mut self.memory);
            side.refresh(treeplex);
        }
    }

    /// The number of iterations done.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The policy of a player: for each sequence the probability of its last action.
    pub fn policy(&self, player: usize) -> Vec<f64> {
        self.sides[player].logs.iter().map(|&log| exp(log)).collect()
    }

    /// Judges the policies.
    pub fn judge(&self) -> Judgement {
        judge(&self.oracle, [&self.sides[0].plan, &self.sides[1].plan])
    }

    /// The sum of what both players would gain by a soft best response, where the entropy of a policy counts as
    /// payoff: 0 in the quantal response equilibrium.
    pub fn gap(&mut self) -> f64 {
        self.value_sequences();
        let (weight, oracle, memory) = (self.weight, &self.oracle, &mut self.memory);
        let gain = |(player, side): (usize, &Side)| {
            let mut nothing = vec![(); side.worth.len()];
            let best =
                oracle.treeplex(player).from_the_end(memory, &side.worth, &mut nothing, |_, worth, _| {
                    weight * log_of_sum(worth.iter().map(|worth| worth / weight))
                });
            let now = side.plan.iter().zip(&side.worth).zip(&side.logs);
            best - now.map(|((plan, worth), log)| plan * (worth - weight * log)).sum::<f64>()
        };
        self.sides.iter().enumerate().map(gain).sum()
    }

    fn value_sequences(&mut self) {
        for player in [0, 1] {
            let [first, second] = &mut self.sides;
            let (own, other) = if player == 0 { (first, second) } else { (second, first) };
            self.oracle.gradient(player, &other.plan, &mut own.worth, &mut self.memory);
        }
    }
}

impl Side {
    /// At each information set the new policy maximises what its actions pay, times the step size, with what follows
    /// them, plus its entropy, times the step size and the weight, less its divergence from the old policy.
    fn learn(&mut self, treeplex: &Treeplex, weight: f64, step_size: f64, memory: &mut Vec<f64>) {
        let distance = 1.0 + weight * step_size;
        self.worth.iter_mut().for_each(|worth| *worth *= step_size);
        treeplex.from_the_end(memory, &self.worth, &mut self.logs, |_, worth, logs| {
            logs.iter_mut().zip(worth).for_each(|(log, worth)| *log = (*log + worth) / distance);
            let sum = log_of_sum(logs.iter().copied());
            logs.iter_mut().for_each(|log| *log -= sum);
            distance * sum
        });
    }

    fn refresh(&mut self, treeplex: &Treeplex) {
        treeplex.from_the_beginning(&mut self.plan, &mut self.logs, |_, reach, plan, logs| {
            plan.iter_mut().zip(logs).for_each(|(plan, log)| *plan = reach * exp(*log));
        });
    }
}

/// The logarithm of the sum of the numbers that have these logarithms.
fn log_of_sum(logs: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = logs.clone().fold(f64::NEG_INFINITY, f64::max);
    most + log(logs.map(|log| exp(log - most)).sum())
}
