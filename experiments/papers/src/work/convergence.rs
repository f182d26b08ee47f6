//! A solver judged exactly during its run: the exploitability by iterations, nodes and seconds.

use std::num::{NonZeroU8, NonZeroU32, NonZeroU64};
use std::time::Instant;

use anyhow::{Context as _, bail, ensure};
use hinterhand_engine::Rng;
use hinterhand_matches::ratings::Moments;
use hinterhand_players::clock::cpu_seconds;
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::mccfr::{Options, Sampling};
use hinterhand_training::{self as training, Algorithm, Extent, Precision};
use serde::Deserialize;

use crate::{GameSpec, Measure, Outcome, WorkContext};

/// A game and the algorithm that solves it.
///
/// The measures: `exploitability`, `value` for player 0, `seconds`, `iterations` and, if the solver counts them,
/// `nodes`, all after the last iteration; `cpu seconds an iteration` of all threads, where the system tells it, and the
/// number of `threads` that it has for the work; `exploitability at` the iterations of `at`; and `iterations to`,
/// `nodes to` and `seconds to` the exploitabilities of `to`, if all runs reach them. The curves: `exploitability` by
/// iterations, `exploitability by seconds` and `exploitability by nodes`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Convergence {
    game: GameSpec,
    algorithm: String,
    /// The last iteration.
    iterations: u64,
    /// Iterations after which it is judged besides the regular ones.
    #[serde(default)]
    at: Vec<u64>,
    /// Exploitabilities whose cost is measured: at the first judgement that is not above, or between that and
    /// the one before it, along a line on logarithmic scales.
    #[serde(default)]
    to: Vec<f64>,
    /// Whether a run ends as soon as it has reached all of `to`.
    #[serde(default)]
    stop: bool,
    /// The number of regular judgements for each power of ten.
    #[serde(default = "eight")]
    looks: NonZeroU8,
    /// The number of iterations for which a schedule is planned; by default that of all iterations.
    planned: Option<u32>,
    /// The precision of the tables; by default f32 in Kinderschnapsen, else f64.
    precision: Option<Precision>,
    /// The number of runs of a sampling algorithm, each with its own seed.
    #[serde(default = "one")]
    runs: NonZeroU64,
    #[serde(default = "one")]
    batch: NonZeroU32,
    #[serde(default)]
    linear: bool,
    /// Whether a sampling algorithm uses the updates of CFR+.
    #[serde(default)]
    plus: bool,
    baselines: Option<f64>,
}

fn one<T: From<NonZeroU8>>() -> T {
    NonZeroU8::MIN.into()
}

fn eight() -> NonZeroU8 {
    const EIGHT: NonZeroU8 = NonZeroU8::new(8).expect("not zero");
    EIGHT
}

/// A judgement: the iteration, the nodes visited if they are counted, the seconds by the clock and of all threads, and
/// the results.
struct Look {
    iteration: u64,
    nodes: Option<u64>,
    seconds: f64,
    cpu_seconds: Option<f64>,
    exploitability: f64,
    value: f64,
}

impl Convergence {
    /// Whether times are what it is about: it runs until it has reached an exploitability. Then it is done alone, since the
    /// CPU seconds are those of the whole process.
    pub(super) fn measures_time(&self) -> bool {
        self.stop
    }

    /// Whether the algorithm samples.
    pub(super) fn draws(&self) -> bool {
        Sampling::named(&self.algorithm).is_ok()
    }

    /// Solves and judges.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        Ok(self.runs(context)?.map(|runs| self.outcome(&runs)))
    }

    /// The number of iterations and the exploitability at each judgement of each run; `None` if stopped.
    pub(super) fn curves(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Vec<Vec<[f64; 2]>>>> {
        let point = |look: Look| [look.iteration as f64, look.exploitability];
        let curve = |looks: Vec<Look>| looks.into_iter().map(point).collect();
        Ok(self.runs(context)?.map(|runs| runs.into_iter().map(curve).collect()))
    }

    /// The number of games that outcome sampling plays in an iteration for two players.
    pub(super) fn games_an_iteration(&self) -> anyhow::Result<f64> {
        Ok((Sampling::named(&self.algorithm)?.walks(2) * self.batch.get() as usize) as f64)
    }

    fn runs(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Vec<Vec<Look>>>> {
        if let Some(to) = self.to.iter().find(|to| !(**to > 0.0 && to.is_finite())) {
            bail!("`to` has {to}; an exploitability must be above 0");
        }
        ensure!(!self.stop || !self.to.is_empty(), "`stop` needs `to`");
        ensure!(
            !self.stop || self.runs.get() == 1 || !self.draws(),
            "`stop` is for a single run of an algorithm that samples: others would end elsewhere"
        );
        let game = self.game.load()?;
        let mut runs = Vec::new();
        for run in 0..self.runs.get() {
            let seed = Rng::new(context.seed, run).bits();
            match self.solve(&game, seed, context)? {
                Some(looks) => runs.push(looks),
                None => return Ok(None),
            }
        }
        Ok(Some(runs))
    }

    /// One run with its judgements; `None` if it is stopped.
    fn solve(
        &self,
        game: &LoadedGame,
        seed: u64,
        context: &WorkContext<'_>,
    ) -> anyhow::Result<Option<Vec<Look>>> {
        let planned = self.planned.unwrap_or_else(|| u32::try_from(self.iterations).unwrap_or(u32::MAX));
        let precision = self.precision.unwrap_or_else(|| Precision::usual(game.name()));
        let options = Options {
            baselines: self.baselines,
            linear: self.linear,
            plus: self.plus,
            batch: self.batch.get(),
            seed,
            ..Options::default()
        };
        let algorithm = Algorithm::named(&self.algorithm, planned, precision, options)?;
        algorithm.check_precision(game.name())?;
        let mut training = training::training(game, &algorithm, Extent::usual(game, &algorithm))?;
        let (mut looks, mut seconds, mut cpu) = (Vec::new(), 0.0, Some(0.0));
        for look in self.looks() {
            let (began, cpu_before) = (Instant::now(), cpu_seconds());
            while training.iterations() < look {
                if context.is_stopped() {
                    return Ok(None);
                }
                training.step();
            }
            seconds += began.elapsed().as_secs_f64();
            cpu = cpu.zip(cpu_before).zip(cpu_seconds()).map(|((cpu, before), now)| cpu + now - before);
            let judged = training.look()?;
            looks.push(Look {
                iteration: look,
                nodes: training.nodes(),
                seconds,
                cpu_seconds: cpu,
                exploitability: judged.exploitability(),
                value: *judged.values.first().context("this game is not judged")?,
            });
            if self.stop && self.to.iter().all(|&to| judged.exploitability() <= to) {
                break;
            }
        }
        Ok(Some(looks))
    }

    /// The iterations after which it is judged.
    fn looks(&self) -> Vec<u64> {
        let mut looks: Vec<u64> = (0..10_000)
            .map(|step| 10_f64.powf(f64::from(step) / f64::from(self.looks.get())).round() as u64)
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
        // The result of an algorithm that does not sample is exact.
        let measure = |moments: &Moments| {
            let mean = moments.mean().expect("there is a run");
            if self.draws() { Measure::estimated(mean, moments.student(0.95)) } else { Measure::exact(mean) }
        };
        // Its times are not; of a single run no interval is known.
        let time = |moments: &Moments| match moments.student(0.95) {
            None => measure(moments),
            interval => Measure::estimated(moments.mean().expect("there is a run"), interval),
        };
        let first = &runs[0];
        let last = first.len() - 1;
        let mut outcome = Outcome::default()
            .measure("exploitability", measure(&over(last, |look| look.exploitability)))
            .measure("value", measure(&over(last, |look| look.value)))
            .measure("seconds", time(&over(last, |look| look.seconds)))
            .measure("iterations", Measure::exact(first[last].iteration as f64));
        if first[last].cpu_seconds.is_some() {
            let each: fn(&Look) -> f64 = |look| look.cpu_seconds.unwrap_or(0.0) / look.iteration as f64;
            outcome = outcome.measure("cpu seconds an iteration", time(&over(last, each)));
        }
        if let Ok(threads) = std::thread::available_parallelism() {
            outcome = outcome.measure("threads", Measure::exact(threads.get() as f64));
        }
        for (number, look) in first.iter().enumerate().filter(|(_, look)| self.at.contains(&look.iteration)) {
            let name = format!("exploitability at {}", look.iteration);
            outcome = outcome.measure(name, measure(&over(number, |look| look.exploitability)));
        }
        for &to in &self.to {
            let seconds: fn(&Look) -> Option<f64> = |look| Some(look.seconds);
            let iterations: fn(&Look) -> Option<f64> = |look| Some(look.iteration as f64);
            let nodes: fn(&Look) -> Option<f64> = |look| Some(look.nodes? as f64);
            for (what, cost) in [("iterations", iterations), ("nodes", nodes), ("seconds", seconds)] {
                let costs: Option<Vec<f64>> = runs.iter().map(|looks| cost_to(looks, to, cost)).collect();
                if let Some(costs) = costs {
                    let costs = costs.into_iter().collect();
                    let measured = if what == "seconds" { time(&costs) } else { measure(&costs) };
                    outcome = outcome.measure(format!("{what} to {to:e}"), measured);
                }
            }
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

/// The cost until an exploitability is reached; `None` if it is not.
fn cost_to(looks: &[Look], to: f64, cost: fn(&Look) -> Option<f64>) -> Option<f64> {
    let reached = looks.iter().position(|look| look.exploitability <= to)?;
    let (after, end) = (cost(&looks[reached])?, looks[reached].exploitability);
    let Some(before) = reached.checked_sub(1).map(|before| &looks[before]) else { return Some(after) };
    let (start, from) = (before.exploitability, cost(before)?);
    // A line needs logarithms.
    if end <= 0.0 || from <= 0.0 {
        return Some(after);
    }
    let part = (start / to).ln() / (start / end).ln();
    Some(from * (after / from).powf(part))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn run(text: &str, stop: bool) -> Option<Outcome> {
        let work: Convergence = toml::from_str(text).expect("work");
        let stop = AtomicBool::new(stop);
        work.run(&WorkContext::new(1, &stop)).expect("it can be done")
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
    fn the_cost_of_an_exploitability_lies_between_two_judgements() {
        let look = |iteration: u64, exploitability| Look {
            iteration,
            nodes: Some(10 * iteration),
            seconds: 0.0,
            cpu_seconds: None,
            exploitability,
            value: 0.0,
        };
        let looks = [look(1, 1.0), look(10, 0.1), look(100, 0.2), look(1000, 1e-3)];
        let iterations: fn(&Look) -> Option<f64> = |look| Some(look.iteration as f64);
        // Where the exploitability is inversely proportional to the iterations.
        for (to, expected) in [(2.0, Some(1.0)), (0.5, Some(2.0)), (0.1, Some(10.0)), (1e-4, None)] {
            let found = cost_to(&looks, to, iterations);
            assert_eq!(found.is_some(), expected.is_some());
            assert!(
                found.zip(expected).is_none_or(|(found, expected)| (found - expected).abs() < 1e-9),
                "{to}"
            );
        }
        let text =
            "game = 'kuhn'\nalgorithm = 'pcfr+'\niterations = 1000\nto = [1e-3]\nstop = true\nlooks = 32";
        let found = run(text, false).expect("not stopped");
        let cost = found.measures["iterations to 1e-3"].value;
        assert!(cost > 1.0 && cost < 100.0 && found.measures["exploitability"].value <= 1e-3, "{found:?}");
        let text = "game = 'kuhn'\nalgorithm = 'outcome'\niterations = 2000\nto = [0.2, 1e-9]\nruns = 3";
        let found = run(text, false).expect("not stopped");
        assert!(
            found.measures["nodes to 2e-1"].interval_95.is_some()
                && !found.measures.contains_key("nodes to 1e-9")
        );
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
