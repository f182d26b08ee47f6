//! The variance of the regrets that one sampled iteration adds.
//!
//! A solver learns for some iterations. From there one more iteration is done repeatedly, each time with
//! another seed. What it adds to the regret of an action is a random number, whose variance is averaged over
//! all actions. So two sampling schemes can be compared on the same game, since they estimate the same
//! regrets.

use anyhow::{Context as _, ensure};
use hinterhand_engine::Rng;
use hinterhand_matches::ratings::Moments;
use hinterhand_solvers::mccfr::{Mccfr, Options, Sampling};
use serde::Deserialize;

use crate::{GameSpec, Measure, Outcome, WorkContext};

/// A sampling scheme and the state of the solver in which it is measured.
///
/// The measures: the `variance`, and the `nodes an iteration` visits.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variance {
    game: GameSpec,
    algorithm: String,
    baselines: Option<f64>,
    /// The number of iterations before the measurement.
    iterations: u64,
    /// The number of samples of the next iteration, at least two for each group.
    samples: u64,
}

/// The number of groups of samples; the interval is that of the mean of their variances.
const GROUPS: u64 = 10;

/// The maximum number of nodes of a written-out game.
const MOST_NODES: usize = 50_000_000;

impl Variance {
    /// Learns and measures; `None` if stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        let game = self.game.load()?;
        ensure!(
            self.samples >= 2 * GROUPS,
            "`samples` is {}; at least {} are needed",
            self.samples,
            2 * GROUPS
        );
        let tree = game.methods().tree(MOST_NODES)?;
        let sampling = Sampling::named(&self.algorithm)?;
        let options =
            Options { sampling, baselines: self.baselines, seed: context.seed, ..Options::default() };
        options.check()?;
        let mut solver = Mccfr::new(tree.tree(), options);
        for _ in 0..self.iterations {
            if context.is_stopped() {
                return Ok(None);
            }
            solver.step();
        }
        let before = solver.snapshot();
        let mut groups = vec![vec![Moments::default(); before.regrets.len()]; GROUPS as usize];
        let nodes = solver.nodes();
        for sample in 0..self.samples {
            if context.is_stopped() {
                return Ok(None);
            }
            let seed = Rng::new(context.seed, sample).bits();
            let mut solver = Mccfr::new(tree.tree(), Options { seed, ..options });
            solver.restore(&before)?;
            solver.step();
            let after = solver.snapshot();
            let both = after.regrets.iter().zip(&before.regrets);
            let added = &mut groups[(sample % GROUPS) as usize];
            added.iter_mut().zip(both).for_each(|(moments, (after, before))| moments.add(after - before));
        }
        let mean = |added: &Vec<Moments>| {
            added.iter().filter_map(Moments::variance).sum::<f64>() / added.len() as f64
        };
        let variance: Moments = groups.iter().map(mean).collect();
        let mean = variance.mean().context("no group")?;
        Ok(Some(
            Outcome::default()
                .measure("variance", Measure::estimated(mean, variance.student(0.95)))
                .measure("nodes an iteration", Measure::exact(nodes as f64 / self.iterations.max(1) as f64)),
        ))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn baselines_and_more_nodes_take_variance_away() {
        let never = AtomicBool::new(false);
        let variance = |algorithm: &str, baselines| {
            let work = Variance {
                game: "kuhn".into(),
                algorithm: algorithm.to_owned(),
                baselines,
                iterations: 300,
                samples: 300,
            };
            let found = work.run(&WorkContext::new(1, &never)).expect("a game").expect("not stopped");
            found.measures["variance"].value
        };
        let outcome = variance("outcome", None);
        assert!(variance("external", None) < outcome && variance("outcome", Some(0.5)) < outcome);
        assert!(variance("chance", None) > 0.0);
    }
}
