//! A solver at work, judged exactly on the way: the exploitability after so many iterations, nodes and seconds.

use std::num::{NonZeroU8, NonZeroU32, NonZeroU64};
use std::time::Instant;

use anyhow::Context as _;
use hinterhand_engine::{Rng, Settings};
use hinterhand_matches::ratings::Moments;
use hinterhand_players::games::{GameVisitor, Playable};
use hinterhand_solvers::mccfr::{Options, Sampling};
use hinterhand_training::{self as training, Algorithm, Extent, Precision};
use serde::Deserialize;

use crate::{Desk, Measure, Outcome, Ruled};

/// What is solved, and how.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Convergence {
    game: Ruled,
    algorithm: String,
    /// The last iteration.
    iterations: u64,
    /// It is judged there too, besides eight times for each power of ten, so that a figure can be had.
    #[serde(default)]
    at: Vec<u64>,
    /// For how many iterations a schedule is planned; up to the last one if not given.
    planned: Option<u32>,
    /// How often an algorithm that samples is run, each time with a seed of its own.
    #[serde(default = "one")]
    runs: NonZeroU64,
    #[serde(default = "one")]
    batch: NonZeroU32,
    #[serde(default)]
    linear: bool,
    baselines: Option<f64>,
}

fn one<T: From<NonZeroU8>>() -> T {
    NonZeroU8::MIN.into()
}

/// No game of an experiment has more nodes when it is written out.
const MOST_NODES: usize = 50_000_000;

/// One judgement: the iteration, the nodes visited if they are counted, the seconds, and what was found.
struct Look {
    iteration: u64,
    nodes: Option<u64>,
    seconds: f64,
    exploitability: f64,
    value: f64,
}

impl Convergence {
    /// Solves and judges.
    pub fn run(&self, desk: &Desk<'_>) -> anyhow::Result<Option<Outcome>> {
        let mut runs = Vec::new();
        for run in 0..self.runs.get() {
            let seed = Rng::new(desk.seed, run).bits();
            match self.game.visit(Solve { work: self, seed, desk })?? {
                Some(looks) => runs.push(looks),
                None => return Ok(None),
            }
        }
        Ok(Some(self.outcome(&runs)))
    }

    /// The iterations after which it is judged.
    fn looks(&self) -> Vec<u64> {
        let mut looks: Vec<u64> = (0..)
            .map(|step| 10_f64.powf(f64::from(step) / 8.0).round() as u64)
            .take_while(|&look| look < self.iterations)
            .chain(self.at.iter().copied().filter(|&at| at <= self.iterations))
            .chain([self.iterations])
            .collect();
        looks.sort_unstable();
        looks.dedup();
        looks
    }

    fn outcome(&self, runs: &[Vec<Look>]) -> Outcome {
        let over = |look: usize, figure: fn(&Look) -> f64| {
            let mut moments = Moments::default();
            runs.iter().for_each(|looks| moments.add(figure(&looks[look])));
            moments
        };
        // Without chance there is one run, and all that it finds is exact.
        let sampled = Sampling::named(&self.algorithm).is_ok();
        let measure = |moments: &Moments| {
            let mean = moments.mean().expect("there is a run");
            if sampled { Measure::estimated(mean, moments.student(0.95)) } else { Measure::exact(mean) }
        };
        let first = &runs[0];
        let last = first.len() - 1;
        let mut outcome = Outcome::default()
            .measure("exploitability", measure(&over(last, |look| look.exploitability)))
            .measure("value", measure(&over(last, |look| look.value)))
            .measure("seconds", measure(&over(last, |look| look.seconds)));
        for (number, look) in first.iter().enumerate().filter(|(_, look)| self.at.contains(&look.iteration)) {
            let name = format!("exploitability at {}", look.iteration);
            outcome = outcome.measure(name, measure(&over(number, |look| look.exploitability)));
        }
        let curve = |x: &dyn Fn(usize) -> f64| {
            let point = |look: usize| {
                [x(look), over(look, |look| look.exploitability).mean().expect("there is a run")]
            };
            (0..first.len()).map(point).collect::<Vec<_>>()
        };
        let mean =
            |figure: fn(&Look) -> f64| move |look: usize| over(look, figure).mean().expect("there is a run");
        outcome = outcome
            .curve("exploitability", curve(&|look| first[look].iteration as f64))
            .curve("exploitability by seconds", curve(&mean(|look| look.seconds)));
        if first[last].nodes.is_some() {
            let nodes: fn(&Look) -> f64 = |look| look.nodes.map_or(0.0, |nodes| nodes as f64);
            outcome = outcome
                .measure("nodes", measure(&over(last, nodes)))
                .curve("exploitability by nodes", curve(&mean(nodes)));
        }
        outcome
    }
}

struct Solve<'a> {
    work: &'a Convergence,
    seed: u64,
    desk: &'a Desk<'a>,
}

impl GameVisitor for Solve<'_> {
    type Output = anyhow::Result<Option<Vec<Look>>>;

    fn visit<G: Playable>(self, game: G, settings: &Settings) -> Self::Output {
        let Solve { work, seed, desk } = self;
        let planned = work.planned.unwrap_or_else(|| u32::try_from(work.iterations).unwrap_or(u32::MAX));
        // The solver of Kinderschnapsen knows no other.
        let precision = if G::INFO.name == "kinderschnapsen" { Precision::F32 } else { Precision::F64 };
        let options = Options {
            baselines: work.baselines,
            linear: work.linear,
            batch: work.batch.get(),
            seed,
            ..Options::default()
        };
        let algorithm = Algorithm::named(&work.algorithm, planned, precision, options)?;
        let extent = Extent { most_nodes: MOST_NODES, growing: None };
        let mut training = training::training(&game, settings, &algorithm, extent)?;
        let (mut looks, mut seconds) = (Vec::new(), 0.0);
        for look in work.looks() {
            let began = Instant::now();
            while training.iterations() < look {
                if desk.is_stopped() {
                    return Ok(None);
                }
                training.step();
            }
            seconds += began.elapsed().as_secs_f64();
            let judged = training.look()?;
            looks.push(Look {
                iteration: look,
                nodes: training.nodes(),
                seconds,
                exploitability: judged.exploitability(),
                value: *judged.values.first().context("nobody judges this game")?,
            });
        }
        Ok(Some(looks))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn run(text: &str, stop: bool) -> Option<Outcome> {
        let work: Convergence = toml::from_str(text).expect("work");
        let stop = AtomicBool::new(stop);
        work.run(&Desk::new(1, &stop)).expect("it can be done")
    }

    #[test]
    fn kuhn_is_solved_and_judged_where_it_was_asked() {
        let text = "game = 'kuhn'\nalgorithm = 'pcfr+'\niterations = 200\nat = [50, 100]";
        let found = run(text, false).expect("not stopped");
        let measure = |name: &str| found.measures[name].value;
        assert!((measure("value") + 1.0 / 18.0).abs() < 1e-5, "{found:?}");
        assert!(measure("exploitability at 100") < measure("exploitability at 50"));
        assert!(measure("exploitability") < measure("exploitability at 100"));
        assert_eq!(found.measures["exploitability"].interval_95, None);
        let curve = &found.curves["exploitability"];
        assert!(curve.len() > 18 && curve.is_sorted_by(|a, b| a[0] < b[0]), "{curve:?}");
        assert!(run(text, true).is_none());
    }

    #[test]
    fn samples_are_run_often_and_have_an_interval() {
        let text = "game = 'kuhn'\nalgorithm = 'external'\niterations = 300\nruns = 5";
        let found = run(text, false).expect("not stopped");
        let exploitability = found.measures["exploitability"];
        assert!(exploitability.reach(1.0).is_some_and(|half| half > 0.0), "{found:?}");
        assert!(found.curves["exploitability by nodes"].is_sorted_by(|a, b| a[0] < b[0]));
    }
}
