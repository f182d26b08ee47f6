//! How much the regrets vary that one sampled iteration adds.
//!
//! A solver learns for some iterations. From there one more iteration is done again and again, each time with a seed of
//! its own, and what it adds to the regret of an action is a random number with a variance: the mean of that over all
//! actions is told. So two ways to sample the same game can be compared, since what they estimate is the same.

use anyhow::{Context as _, ensure};
use hinterhand_engine::{Rng, Settings};
use hinterhand_matches::ratings::Moments;
use hinterhand_players::games::{GameVisitor, Playable};
use hinterhand_solvers::mccfr::{Mccfr, Options, Sampling};
use hinterhand_solvers::tree::GameTree;
use serde::Deserialize;

use crate::{Desk, Measure, Outcome, Ruled};

/// Which way of sampling, and when.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variance {
    game: Ruled,
    algorithm: String,
    baselines: Option<f64>,
    /// The iterations before.
    iterations: u64,
    /// How often the one after them is done, at least twice for each group.
    samples: u64,
}

/// Samples are dealt out to so many groups; that their variances differ is the interval.
const GROUPS: u64 = 10;

const MOST_NODES: usize = 50_000_000;

impl Variance {
    /// Learns and measures.
    pub fn run(&self, desk: &Desk<'_>) -> anyhow::Result<Option<Outcome>> {
        self.game.visit(Sampled { work: self, desk })?
    }
}

struct Sampled<'a> {
    work: &'a Variance,
    desk: &'a Desk<'a>,
}

impl GameVisitor for Sampled<'_> {
    type Output = anyhow::Result<Option<Outcome>>;

    fn visit<G: Playable>(self, game: G, _: &Settings) -> Self::Output {
        let Sampled { work, desk } = self;
        ensure!(
            work.samples >= 2 * GROUPS,
            "`samples` is {}; at least {} are needed",
            work.samples,
            2 * GROUPS
        );
        let tree = GameTree::compile(&game, MOST_NODES)?;
        let sampling = Sampling::named(&work.algorithm)?;
        let options = Options { sampling, baselines: work.baselines, seed: desk.seed, ..Options::default() };
        options.check()?;
        let mut solver = Mccfr::new(tree.tree(), options);
        for _ in 0..work.iterations {
            if desk.is_stopped() {
                return Ok(None);
            }
            solver.step();
        }
        let before = solver.snapshot();
        let mut groups = vec![vec![Moments::default(); before.regrets.len()]; GROUPS as usize];
        let nodes = solver.nodes();
        for sample in 0..work.samples {
            if desk.is_stopped() {
                return Ok(None);
            }
            let seed = Rng::new(desk.seed, sample).bits();
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
                .measure("nodes an iteration", Measure::exact(nodes as f64 / work.iterations.max(1) as f64)),
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
            let found = work.run(&Desk::new(1, &never)).expect("a game").expect("not stopped");
            found.measures["variance"].value
        };
        let outcome = variance("outcome", None);
        assert!(variance("external", None) < outcome && variance("outcome", Some(0.5)) < outcome);
        assert!(variance("chance", None) > 0.0);
    }
}
