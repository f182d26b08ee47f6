//! Two published update rules that are not built in, beside two that are: the exploitability in small games after 1,000
//! iterations, all with alternating updates and quadratic averaging.
//!
//!     cargo run --release -p hinterhand-solvers --example published_rules
//!
//! *Smooth predictive RM+*: Farina, Grand-Clément, Kroer, Lee and Luo, "Regret Matching+: (In)Stability and Fast
//! Convergence in Games" (2023), where the sums of an information set add up to one at least. *Optimistic Hedge*:
//! Syrgkanis, Agarwal, Luo and Schapire, "Fast Convergence of Regularized Learning in Games" (2015), at each information
//! set. Both have a step; the best of six is shown, which flatters them.

use hinterhand_engine::Steps;
use hinterhand_engine::games::{DarkHex, Goofspiel, Kuhn, Leduc, LiarsDice, PhantomTtt};
use hinterhand_solvers::cfr::Variant;
use hinterhand_solvers::oracle::{Oracle, OracleCfr, PayoffMatrix, judge, uniform};
use hinterhand_solvers::tree::{CompileError, GameTree};

const ITERATIONS: u64 = 1_000;
const STEPS: [f64; 6] = [0.1, 1.0, 10.0, 100.0, 1e3, 1e4];

/// What is kept for an action: what has been added up, and the probability with which it is taken next.
#[derive(Clone, Copy, Default)]
struct Entry {
    sum: f64,
    probability: f64,
}

/// A rule: changes the entries of an information set by how much more than its value the actions are worth.
type Rule = fn(step: f64, regrets: &[f64], entries: &mut [Entry]);

fn smooth_predictive(step: f64, regrets: &[f64], entries: &mut [Entry]) {
    let moved = |entries: &[Entry]| -> Vec<f64> {
        let sums = entries.iter().zip(regrets).map(|(entry, regret)| entry.sum + step * regret).collect();
        nearest_of_one_or_more(sums)
    };
    let learned = moved(entries);
    entries.iter_mut().zip(learned).for_each(|(entry, sum)| entry.sum = sum);
    let predicted = moved(entries);
    let all: f64 = predicted.iter().sum();
    entries.iter_mut().zip(predicted).for_each(|(entry, sum)| entry.probability = sum / all);
}

/// The nearest numbers that are not negative and add up to one or more.
fn nearest_of_one_or_more(mut numbers: Vec<f64>) -> Vec<f64> {
    if numbers.iter().map(|number| number.max(0.0)).sum::<f64>() < 1.0 {
        // They are all raised alike, and those that are still negative become zero.
        let mut sorted = numbers.clone();
        sorted.sort_by(|one, other| other.total_cmp(one));
        let mut sum = 0.0;
        let raises = sorted.iter().enumerate().map(|(place, number)| {
            sum += number;
            ((1.0 - sum) / (place + 1) as f64, *number)
        });
        let raise =
            raises.filter(|(raise, number)| number + raise > 0.0).last().expect("the largest is raised").0;
        numbers.iter_mut().for_each(|number| *number += raise);
    }
    numbers.iter_mut().for_each(|number| *number = number.max(0.0));
    numbers
}

fn optimistic_hedge(step: f64, regrets: &[f64], entries: &mut [Entry]) {
    entries.iter_mut().zip(regrets).for_each(|(entry, regret)| entry.sum += regret);
    let expected: Vec<f64> = entries.iter().zip(regrets).map(|(entry, regret)| entry.sum + regret).collect();
    let highest = expected.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = expected.iter().map(|sum| (step * (sum - highest)).exp()).collect();
    let all: f64 = weights.iter().sum();
    entries.iter_mut().zip(weights).for_each(|(entry, weight)| entry.probability = weight / all);
}

/// The exploitability after all iterations of a rule.
fn learned(oracle: &impl Oracle, rule: Rule, step: f64) -> f64 {
    let mut plans = [0, 1].map(|player| uniform(oracle, player));
    let mut averages = plans.clone();
    let mut sides = [0, 1].map(|player| {
        let treeplex = oracle.treeplex(player);
        let mut entries = vec![Entry { sum: 0.0, probability: 1.0 }; treeplex.sequences()];
        for infoset in 0..treeplex.infosets() {
            let entries = &mut entries[treeplex.sequences_of(infoset)];
            let even = 1.0 / entries.len() as f64;
            entries.iter_mut().for_each(|entry| entry.probability = even);
        }
        entries
    });
    let (mut worth, mut memory) = (Vec::new(), Vec::new());
    for t in 1..=ITERATIONS {
        for (player, entries) in sides.iter_mut().enumerate() {
            let treeplex = oracle.treeplex(player);
            worth.resize(entries.len(), 0.0);
            oracle.gradient(player, &plans[1 - player], &mut worth, &mut memory);
            treeplex.from_the_end(&mut memory, &worth, entries, |_, worth, entries| {
                let value = worth.iter().zip(&*entries).map(|(worth, entry)| worth * entry.probability).sum();
                let regrets: Vec<f64> = worth.iter().map(|worth| worth - value).collect();
                rule(step, &regrets, entries);
                value
            });
            // The policy of this iteration is averaged before it changes.
            let weight = 3.0 / (t + 2) as f64;
            averages[player]
                .iter_mut()
                .zip(&plans[player])
                .for_each(|(mean, plan)| *mean += (plan - *mean) * weight);
            treeplex.from_the_beginning(&mut plans[player], entries, |_, reach, plan, entries| {
                plan.iter_mut().zip(entries).for_each(|(plan, entry)| *plan = reach * entry.probability);
            });
        }
    }
    judge(oracle, [&averages[0], &averages[1]]).exploitability()
}

fn row<G: Steps>(name: &str, game: &G) -> Result<(), CompileError> {
    let tree = GameTree::compile(game, 10_000_000)?;
    let oracle = PayoffMatrix::new(tree.tree());
    let built_in = [Variant::PCFR_PLUS, Variant::DCFR].map(|variant| {
        let mut solver = OracleCfr::<_, f64>::new(&oracle, variant);
        (0..ITERATIONS).for_each(|_| solver.step());
        format!("{:.1e}", solver.judge().exploitability())
    });
    let rules = [smooth_predictive, optimistic_hedge].map(|rule: Rule| {
        let found = STEPS.map(|step| (learned(&oracle, rule, step), step));
        let (least, step) =
            found.into_iter().fold((f64::INFINITY, 0.0), |best, one| if one.0 < best.0 { one } else { best });
        format!("{least:.1e} (step {step})")
    });
    println!("| {name} | {} | {} |", built_in.join(" | "), rules.join(" | "));
    Ok(())
}

fn main() -> Result<(), CompileError> {
    println!("| game | PCFR+ | DCFR | smooth predictive RM+ | optimistic Hedge |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    row("Kuhn poker", &Kuhn::default())?;
    row("Leduc poker", &Leduc::default())?;
    row("Goofspiel, four cards", &Goofspiel { cards: 4, ..Goofspiel::default() })?;
    row("liar's dice, four sides", &LiarsDice { sides: 4, ..LiarsDice::default() })?;
    row("Phantom Tic-Tac-Toe, 3x2", &PhantomTtt::new(3, 2, 2))?;
    row("Dark Hex, 2x3", &DarkHex::new(2, 3))
}
