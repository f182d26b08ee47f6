//! The variance of the estimated values of actions while a solver learns.
//!
//! Each walk estimates the values of the actions at the decisions of its player. What it estimates for one
//! action of an information set is a random number. Its variance over the estimates of consecutive iterations
//! is that of the sampling, and of what the policies change meanwhile.

use std::num::NonZeroU64;

use anyhow::{Context as _, ensure};
use hinterhand_engine::Rng;
use hinterhand_matches::ratings::Moments;
use hinterhand_solvers::mccfr::{Mccfr, Options, Sampling};
use hinterhand_solvers::tree::Set;
use serde::Deserialize;

use crate::{GameSpec, Measure, Outcome, WorkContext};

/// A sampling scheme and a game in which it learns.
///
/// The measures: the `variance`, averaged over the actions of all information sets with a choice that were
/// estimated at least twice, and the `variance at the start`, averaged over the actions of the first
/// information set of the game: that of the player who moves first with the first of the hands that can be
/// dealt. Both are over the second half of the iterations, and means over the runs. The curves of the same
/// names have all windows by their last iteration; each window is as long as all before it together.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueVariance {
    game: GameSpec,
    algorithm: String,
    baselines: Option<f64>,
    /// Whether it uses the updates of CFR+.
    #[serde(default)]
    plus: bool,
    /// The number of windows: 2 to this power is the number of iterations.
    windows: u32,
    /// The number of runs, each with its own seed.
    runs: NonZeroU64,
}

/// The first window has all iterations up to 2 to the next power, which alone would be too few.
const FIRST_WINDOW: u32 = 6;

/// The maximum number of windows: a billion iterations.
const MOST_WINDOWS: u32 = 30;

/// The maximum number of nodes of a written-out game.
const MOST_NODES: usize = 50_000_000;

/// The names of the two variances.
const NAMES: [&str; 2] = ["variance", "variance at the start"];

impl ValueVariance {
    /// Learns and measures; `None` if stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        ensure!(
            (FIRST_WINDOW + 2..=MOST_WINDOWS).contains(&self.windows),
            "`windows` is {}; allowed are {} to {MOST_WINDOWS}",
            self.windows,
            FIRST_WINDOW + 2
        );
        let game = self.game.load()?;
        let game = game.methods().tree(MOST_NODES)?;
        let tree = game.tree();
        let options = Options {
            sampling: Sampling::named(&self.algorithm)?,
            baselines: self.baselines,
            plus: self.plus,
            ..Options::default()
        };
        options.check()?;
        // For each window, of each variance, over the runs.
        let mut found = vec![[Moments::default(); 2]; (self.windows - FIRST_WINDOW) as usize];
        for run in 0..self.runs.get() {
            let seed = Rng::new(context.seed, run).bits();
            let mut solver = Mccfr::new(tree, Options { seed, ..options });
            for found in &mut found {
                let mut noted = vec![Moments::default(); tree.slot_count()];
                // The first window begins with the first iteration.
                let until =
                    if solver.iterations() == 0 { 2 << FIRST_WINDOW } else { 2 * solver.iterations() };
                while solver.iterations() < until {
                    if context.is_stopped() {
                        return Ok(None);
                    }
                    solver.step_and_note(&mut |slot, value| noted[slot].add(value));
                }
                for (found, sets) in found.iter_mut().zip([tree.sets(), &tree.sets()[..1]]) {
                    let variance = mean_variance(sets, &noted).context("no action was estimated twice")?;
                    found.add(variance);
                }
            }
        }
        Ok(Some(self.outcome(&found)))
    }

    fn outcome(&self, found: &[[Moments; 2]]) -> Outcome {
        let mut outcome = Outcome::default();
        for (at, name) in NAMES.into_iter().enumerate() {
            let mean = |found: &[Moments; 2]| found[at].mean().expect("at least one run");
            let last = found.last().expect("at least one window");
            outcome = outcome.measure(name, Measure::estimated(mean(last), last[at].student(0.95)));
            let ends = (FIRST_WINDOW + 1..).map(|window| 2.0_f64.powi(window as i32));
            let curve = ends.zip(found).map(|(end, found)| [end, mean(found)]).collect();
            outcome = outcome.curve(name, curve);
        }
        outcome
    }
}

/// The mean of the variances of the actions of these information sets that were estimated at least twice.
fn mean_variance(sets: &[Set], noted: &[Moments]) -> Option<f64> {
    let slots = sets.iter().filter(|set| set.action_count() > 1).flat_map(Set::slots);
    let variances: Moments = slots.filter_map(|slot| noted[slot].variance()).collect();
    variances.mean()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn found(text: &str) -> anyhow::Result<Outcome> {
        let work: ValueVariance = toml::from_str(text).expect("a piece of work");
        let never = AtomicBool::new(false);
        Ok(work.run(&WorkContext::new(1, &never))?.expect("not stopped"))
    }

    #[test]
    fn baselines_take_variance_away() {
        let of = |rest: &str| {
            found(&format!("game = 'kuhn'\nwindows = 12\nruns = 3\n{rest}")).expect("a game").measures
        };
        let [outcome, external, baselines] =
            ["algorithm = 'outcome'", "algorithm = 'external'", "algorithm = 'outcome'\nbaselines = 0.5"]
                .map(of);
        for name in NAMES {
            assert!(external[name].value < outcome[name].value, "{name}");
            assert!(baselines[name].value < outcome[name].value, "{name}");
            assert!(external[name].value > 0.0, "{name}");
        }
    }

    #[test]
    fn too_few_windows_are_refused() {
        let error =
            found("game = 'kuhn'\nalgorithm = 'outcome'\nwindows = 7\nruns = 1").expect_err("no window");
        assert_eq!(error.to_string(), "`windows` is 7; allowed are 8 to 30");
    }
}
