//! Solving a game, and what comes out of it.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use hinterhand_charts::{Axis, Chart, Line, Scale};
use hinterhand_players::games::{self, LoadedGame};
use hinterhand_reports as reports;
use hinterhand_solvers::mccfr::Options;
use hinterhand_training::{
    Algorithm, Checkpoint, Estimate, Extent, Limits, LogForm, LogHead, Outcome, Precision, Run, memory,
    names, training,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{error, message};
use crate::game::{self, Game};
use crate::report::Report;
use crate::strategy::Strategy;
use crate::{threads, work};

/// A game that was solved, or as far as the limits allowed.
#[pyclass(module = "hinterhand", frozen)]
pub(crate) struct Solution {
    outcome: Outcome,
    head: LogHead,
    strategy: Py<Strategy>,
}

/// The names of all algorithms.
///
/// >>> "pcfr+" in hinterhand.algorithms()
/// True
#[pyfunction]
pub(crate) fn algorithms() -> Vec<&'static str> {
    names().collect()
}

/// Solves a game until the first limit is reached: `iterations`, an exploitability of `target`, or `seconds`; without a
/// limit until the exploitability is 1e-4. The strategy is written to the file `out`, or to one that is gone when the
/// program ends; all judgements to `log`, whose name ends with .jsonl, .csv or .svg. With `checkpoint` the tables are kept
/// in that file every minute, and `resume` goes on from there. Algorithms that sample depend on `seed`.
///
/// >>> solution = hinterhand.solve("kuhn", algorithm="pcfr+", target=1e-6)
/// >>> round(solution.value, 4), solution.exploitability <= 1e-6
/// (-0.0556, True)
#[pyfunction]
#[pyo3(signature = (
    game, algorithm = "pcfr+", iterations = None, target = None, seconds = None, seed = 1, precision = None,
    out = None, log = None, checkpoint = None, resume = false, most_nodes = None, progress = None
))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn solve(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    algorithm: &str,
    iterations: Option<u64>,
    target: Option<f64>,
    seconds: Option<f64>,
    seed: u64,
    precision: Option<&str>,
    out: Option<PathBuf>,
    log: Option<PathBuf>,
    checkpoint: Option<PathBuf>,
    resume: bool,
    most_nodes: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Solution> {
    let rules = Game::of(py, game)?.rules;
    let planned = iterations.map_or(1_000, |iterations| u32::try_from(iterations).unwrap_or(u32::MAX));
    let options = Options { seed, ..Options::default() };
    let named = Algorithm::named(algorithm, planned, precision_of(rules, precision)?, options);
    let solved = named.map_err(error)?;
    let time = seconds.map(Duration::try_from_secs_f64).transpose().map_err(error)?;
    let limits = Limits { iterations, time, target };
    let limits = if limits == Limits::default() { Limits { target: Some(1e-4), ..limits } } else { limits };
    if resume && checkpoint.is_none() {
        return Err(message("resume: the file to go on from is missing: checkpoint"));
    }
    let log = log.map(log_file).transpose()?;
    let seed = Some(seed).filter(|_| matches!(solved, Algorithm::Sampled { .. }));
    let given = [
        ("algorithm", Some(format!("{algorithm:?}"))),
        ("iterations", iterations.map(|iterations| iterations.to_string())),
        ("target", target.map(|target| format!("{target:?}"))),
        ("seconds", seconds.map(|seconds| format!("{seconds:?}"))),
        ("seed", seed.map(|seed| seed.to_string())),
    ];
    let path = match out {
        Some(path) => path,
        None => py.import("hinterhand._temporary")?.call_method1("new", (".strategy",))?.extract()?,
    };
    let (call, threads) = (call(rules, &given), threads::count(None)?);
    let solve = |desk: &work::Desk<'_>| -> anyhow::Result<(Outcome, LogHead)> {
        let most_nodes = most_nodes.unwrap_or(solved.most_nodes(rules));
        let by_oracle = matches!(Estimate::of(rules, &solved, most_nodes), Estimate::Oracle { .. });
        let extent = Extent { most_nodes, growing: None, by_oracle, judge: None };
        let mut training = training(rules, &solved, extent)?;
        let kept = checkpoint.clone().map(|path| Checkpoint { path, every: Duration::from_secs(60) });
        let mut run = Run::new(&mut *training, limits, kept);
        if let Some(path) = checkpoint.filter(|path| resume && path.exists()) {
            run.resume(&path)?;
        }
        let outcome = run.go(desk.stop, |status| desk.reached(status.iteration))?;
        training.write_strategy(&path, &outcome.about)?;
        let head = LogHead {
            game: outcome.about.game.clone(),
            title: games::info(rules.name()).map_or(rules.name(), |info| info.title).to_owned(),
            options: outcome.about.options.clone(),
            algorithm: solved.to_string(),
            seed,
            command: vec![call],
            iterations: outcome.about.iterations,
            seconds: outcome.phases.training(),
            build_seconds: outcome.phases.building,
            table_bytes: training.bytes(),
            peak_memory_bytes: memory::peak_bytes(),
            threads,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        if let Some((form, path)) = log {
            form.write(&path, &head, &outcome.log)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok((outcome, head))
    };
    let outcome = work::run(py, &[], iterations, progress, |desk| threads::with_all(|| solve(desk)))?;
    let (outcome, head) = outcome?.map_err(error)?;
    let strategy = Py::new(py, py.detach(|| Strategy::open(&path))?)?;
    Ok(Solution { outcome, head, strategy })
}

/// The numbers of the tables.
fn precision_of(rules: &LoadedGame, precision: Option<&str>) -> PyResult<Precision> {
    match precision {
        None => Ok(Precision::usual(rules.name())),
        Some("float32") => Ok(Precision::F32),
        Some("float64") => Ok(Precision::F64),
        Some(other) => Err(message(format!("precision `{other}`: expected float32 or float64"))),
    }
}

/// The form of a log and its file.
fn log_file(path: PathBuf) -> PyResult<(LogForm, PathBuf)> {
    match LogForm::of(&path) {
        Some(form) => Ok((form, path)),
        None => {
            let path = path.display();
            Err(message(format!("log: the name of {path} must end with .jsonl, .csv or .svg")))
        }
    }
}

/// The call of `solve` as it can be typed, with the arguments that have a value.
fn call(rules: &LoadedGame, arguments: &[(&str, Option<String>)]) -> String {
    let given = arguments.iter().filter_map(|(name, value)| Some(format!(", {name}={}", value.as_ref()?)));
    format!("hinterhand.solve({:?}{})", game::text(rules), given.collect::<String>())
}

#[pymethods]
impl Solution {
    /// The strategy, in its file.
    #[getter]
    fn strategy(&self, py: Python<'_>) -> Py<Strategy> {
        self.strategy.clone_ref(py)
    }

    /// The iterations.
    #[getter]
    fn iterations(&self) -> u64 {
        self.outcome.about.iterations
    }

    /// The mean payoff of player 0 when all play by the strategy.
    #[getter]
    fn value(&self) -> Option<f64> {
        self.outcome.about.judged.values.first().copied()
    }

    /// The exact exploitability, if it was judged.
    #[getter]
    fn exploitability(&self) -> Option<f64> {
        let judged = &self.outcome.about.judged;
        judged.is_judged().then(|| judged.exploitability())
    }

    /// Between which bounds the value of a zero-sum game of two lies for player 0.
    #[getter]
    fn bounds(&self) -> Option<[f64; 2]> {
        self.outcome.about.judged.bounds()
    }

    /// The judgements on the way: a dictionary of iteration, seconds, exploitability and value for each.
    #[getter]
    fn log<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let points = self.outcome.log.iter().map(|point| {
            let entry = PyDict::new(py);
            entry.set_item("iteration", point.iteration)?;
            entry.set_item("seconds", point.seconds)?;
            entry.set_item("exploitability", point.exploitability)?;
            entry.set_item("value", point.value)?;
            Ok(entry)
        });
        points.collect()
    }

    /// The report on the training.
    fn report(&self, py: Python<'_>) -> PyResult<Report> {
        Report::of(py, || Ok(reports::of_log(&self.head, &self.outcome.log, "log.jsonl")))
    }

    fn __repr__(&self) -> String {
        let judged = self
            .exploitability()
            .map_or_else(|| "not judged".to_owned(), |e| format!("exploitability {e:.3e}"));
        format!("<{} after {} iterations: {judged}>", self.outcome.about.game, self.iterations())
    }

    fn _repr_svg_(&self) -> String {
        let points = self.outcome.log.iter();
        let points =
            points.filter_map(|point| Some((point.iteration as f64, point.exploitability?))).collect();
        let axis = |label: &str| Axis { label: label.to_owned(), scale: Scale::Logarithmic };
        let chart = Chart {
            title: self.outcome.about.game.clone(),
            x: axis("iterations"),
            y: axis("exploitability"),
            lines: vec![Line { name: self.outcome.about.algorithm.clone(), points }],
        };
        chart.svg()
    }
}
