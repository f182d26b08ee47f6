//! An update rule of one's own against an oracle: Hedge, with the step of Brown, Kroer and Sandholm, "Dynamic Thresholding
//! and Pruning for Regret Minimization" (2017), in Leduc poker. Any other oracle works as well.
//!
//!     cargo run --release -p hinterhand-solvers --example own_rule

use hinterhand_engine::games::Leduc;
use hinterhand_solvers::oracle::{Oracle, PayoffMatrix, judge, uniform};
use hinterhand_solvers::tree::{CompileError, GameTree};

#[derive(Clone, Copy, Default)]
struct Entry {
    regret: f64,
    probability: f64,
    /// Of the first action: the sums of the values of the information set, and of their squares.
    sums: [f64; 2],
}

/// The rule at one information set in iteration `t`: what the actions are worth changes their entries.
fn learn(t: f64, worth: &[f64], entries: &mut [Entry]) -> f64 {
    let value: f64 = worth.iter().zip(&*entries).map(|(worth, entry)| worth * entry.probability).sum();
    let sums = &mut entries[0].sums;
    *sums = [sums[0] + value, sums[1] + value * value];
    let variance = (sums[1] / t - (sums[0] / t).powi(2)).max(1e-12);
    let step = (worth.len() as f64).ln().sqrt() / (3.0 * (variance * t).sqrt());
    entries.iter_mut().zip(worth).for_each(|(entry, worth)| entry.regret += worth - value);
    let highest = entries.iter().map(|entry| entry.regret).fold(f64::NEG_INFINITY, f64::max);
    let weight = |entry: &Entry| (step * (entry.regret - highest)).exp();
    let sum: f64 = entries.iter().map(weight).sum();
    entries.iter_mut().for_each(|entry| entry.probability = weight(entry) / sum);
    value
}

fn main() -> Result<(), CompileError> {
    let oracle = PayoffMatrix::new(GameTree::compile(&Leduc::default(), 10_000)?.tree());
    let mut plans = [0, 1].map(|player| uniform(&oracle, player));
    let mut averages = plans.clone();
    let mut sides = [0, 1].map(|player| vec![Entry::default(); oracle.treeplex(player).sequences()]);
    let (mut worth, mut memory) = (Vec::new(), Vec::new());
    for t in 1..=1_000 {
        for (player, entries) in sides.iter_mut().enumerate() {
            let treeplex = oracle.treeplex(player);
            worth.resize(entries.len(), 0.0);
            oracle.gradient(player, &plans[1 - player], &mut worth, &mut memory);
            let t = f64::from(t);
            treeplex.from_the_end(&mut memory, &worth, entries, |_, worth, at| learn(t, worth, at));
            treeplex.from_the_beginning(&mut plans[player], entries, |_, reach, plan, entries| {
                plan.iter_mut().zip(entries).for_each(|(plan, entry)| *plan = reach * entry.probability);
            });
            let means = averages[player].iter_mut().zip(&plans[player]);
            means.for_each(|(mean, plan)| *mean += (plan - *mean) * 2.0 / (t + 1.0));
        }
    }
    let judged = judge(&oracle, [&averages[0], &averages[1]]);
    println!("exploitability after 1,000 iterations: {:.2e}", judged.exploitability());
    Ok(())
}
