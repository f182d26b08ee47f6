//! Counterfactual regret minimization against an oracle.

use rayon::prelude::*;

use super::{Judgement, Oracle, judge};
use crate::cfr::{Updates, Variant};

/// Counterfactual regret minimization in the variants of [`Variant`], for a game that is known by an oracle.
///
/// The policy of a player is frozen while it learns. Sums are taken in a fixed order: results do not depend on the
/// number of threads.
#[derive(Clone, Debug)]
pub struct OracleCfr<O> {
    oracle: O,
    variant: Variant,
    iterations: u64,
    sides: [Side; 2],
}

/// What is kept for a sequence.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Entry {
    /// The regret, discounted by the variant.
    pub regret: f64,
    /// The sum of the average plan.
    pub average: f64,
    /// The probability with which the action is taken next.
    pub current: f64,
}

#[derive(Clone, Debug)]
struct Side {
    entries: Vec<Entry>,
    /// The plan of the current policy.
    plan: Vec<f64>,
    /// What each sequence is worth; kept to save allocation.
    worth: Vec<f64>,
}

impl<O: Oracle> OracleCfr<O> {
    /// A solver before its first iteration.
    pub fn new(oracle: O, variant: Variant) -> OracleCfr<O> {
        let sides = [0, 1].map(|player| {
            let treeplex = oracle.treeplex(player);
            let sequences = treeplex.sequences();
            let mut side = Side {
                entries: vec![Entry::default(); sequences],
                plan: vec![0.0; sequences],
                worth: vec![0.0; sequences],
            };
            treeplex.from_the_beginning(&mut side.plan, &mut side.entries, |reach, plan, entries| {
                let each = 1.0 / entries.len() as f64;
                for (entry, plan) in entries.iter_mut().zip(plan) {
                    entry.current = each;
                    *plan = reach * each;
                }
            });
            side
        });
        OracleCfr { oracle, variant, iterations: 0, sides }
    }

    /// One iteration: both players learn once.
    pub fn step(&mut self) {
        self.iterations += 1;
        for player in [0, 1] {
            self.learn(player);
            if self.variant.updates == Updates::Alternating {
                self.refresh(player);
            }
        }
        if self.variant.updates == Updates::Simultaneous {
            [0, 1].into_iter().for_each(|player| self.refresh(player));
        }
    }

    /// The oracle.
    pub fn oracle(&self) -> &O {
        &self.oracle
    }

    /// The number of iterations done.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// What is kept for the sequences of a player.
    pub fn entries(&self, player: usize) -> &[Entry] {
        &self.sides[player].entries
    }

    /// The plan of the average of all policies played so far.
    pub fn average(&self, player: usize) -> Vec<f64> {
        let side = &self.sides[player];
        let treeplex = self.oracle.treeplex(player);
        let mut plan = vec![0.0; treeplex.sequences()];
        let mut sums: Vec<f64> = side.entries.iter().map(|entry| entry.average).collect();
        treeplex.from_the_beginning(&mut plan, &mut sums, |reach, plan, sums| {
            let sum: f64 = sums.iter().sum();
            let even = 1.0 / sums.len() as f64;
            for (plan, part) in plan.iter_mut().zip(sums) {
                *plan = reach * if sum > 0.0 { *part / sum } else { even };
            }
        });
        plan
    }

    /// Judges the average of all policies played so far.
    pub fn judge(&self) -> Judgement {
        let plans = [0, 1].map(|player| self.average(player));
        judge(&self.oracle, [&plans[0], &plans[1]])
    }

    fn learn(&mut self, player: usize) {
        let t = self.iterations;
        let variant = &self.variant;
        let [positive, negative] = [variant.positive.at(t), variant.negative.at(t)];
        let (next, prediction) = (variant.positive.at(t + 1), variant.prediction);
        let average = variant.average_at(t);
        let [first, second] = &mut self.sides;
        let (own, other) = if player == 0 { (first, second) } else { (second, first) };
        self.oracle.gradient(player, &other.plan, &mut own.worth);
        let treeplex = self.oracle.treeplex(player);
        // The average is of what was played: its sums are discounted and grow before the policy changes.
        own.entries.par_iter_mut().with_min_len(4096).zip(&own.plan).for_each(|(entry, reach)| {
            entry.average = entry.average * average + reach;
        });
        treeplex.from_the_end(&mut own.worth, &mut own.entries, |worth, entries| {
            let value: f64 = worth.iter().zip(&*entries).map(|(worth, entry)| worth * entry.current).sum();
            let mut sum = 0.0;
            for (worth, entry) in worth.iter().zip(&mut *entries) {
                let regret = worth - value;
                let kept = if entry.regret > 0.0 { positive } else { negative };
                entry.regret = entry.regret * kept + regret;
                if variant.floor {
                    entry.regret = entry.regret.max(0.0);
                }
                entry.current = if prediction == 0.0 {
                    entry.regret.max(0.0)
                } else {
                    (entry.regret * next + prediction * regret).max(0.0)
                };
                sum += entry.current;
            }
            let even = 1.0 / entries.len() as f64;
            for entry in entries {
                entry.current = if sum > 0.0 { entry.current / sum } else { even };
            }
            value
        });
    }

    fn refresh(&mut self, player: usize) {
        let side = &mut self.sides[player];
        self.oracle.treeplex(player).from_the_beginning(
            &mut side.plan,
            &mut side.entries,
            |reach, plan, entries| {
                for (plan, entry) in plan.iter_mut().zip(entries) {
                    *plan = reach * entry.current;
                }
            },
        );
    }
}
