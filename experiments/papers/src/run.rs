//! Runs the pieces of work of an experiment that are not done yet, on several threads, and keeps each when it is done.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use anyhow::Context as _;
use hinterhand_matches::store::{CellsOf, KeptCell, Store};

use super::experiment::Cell;
use super::{Experiment, Outcome, Scale, Solution, WorkContext};

/// An experiment at a scale, with the pieces of work that are done.
#[derive(Debug)]
pub struct Results {
    /// The seed.
    pub seed: u64,
    /// The scale.
    pub scale: Scale,
    /// All pieces of work.
    pub cells: Vec<Cell>,
    /// The pieces that are done, by name.
    pub done: BTreeMap<String, KeptCell>,
}

impl Results {
    /// Reads the results of an experiment from a store, without those of work that is described differently today.
    pub fn read(store: &Store, experiment: &Experiment, scale: Scale, seed: u64) -> anyhow::Result<Results> {
        let cells = experiment.cells(scale).map_err(anyhow::Error::msg)?;
        let of = CellsOf { experiment: &experiment.name, scale: scale.name(), seed };
        let mut done = BTreeMap::new();
        for kept in store.cells(of)? {
            if cells.iter().any(|cell| cell.name == kept.cell && cell.text == kept.work) {
                done.insert(kept.cell.clone(), kept);
            }
        }
        Ok(Results { seed, scale, cells, done })
    }

    /// Whether all pieces are done.
    pub fn is_whole(&self) -> bool {
        self.done.len() == self.cells.len()
    }

    /// A figure.
    pub fn measure(&self, cell: &str, measure: &str) -> Option<super::Measure> {
        self.done.get(cell)?.outcome.measures.get(measure).copied()
    }

    /// The sum of the seconds of all pieces.
    pub fn seconds(&self) -> f64 {
        self.done.values().map(|cell| cell.seconds).sum()
    }
}

/// Runs the pieces of work that are not done. `progress` gets the name of each piece and the number of those done. Once
/// `stop` is set, unfinished pieces are dropped. The outcome of a piece depends on the piece and the seed alone, except
/// for times; pieces that measure time are run last, one after the other.
pub fn run(
    store: &Store,
    experiment: &Experiment,
    results: &mut Results,
    place: &Place,
    stop: &AtomicBool,
    mut progress: impl FnMut(&str, usize),
) -> anyhow::Result<()> {
    let left = results.cells.iter().filter(|cell| !results.done.contains_key(&cell.name)).cloned();
    let (quiet, together): (Vec<Cell>, Vec<Cell>) = left.partition(|cell| cell.work.wants_quiet());
    let runner = Runner { store, experiment, place, stop };
    runner.work(&together, place.threads, results, &mut progress)?;
    runner.work(&quiet, 1, results, &mut progress)
}

/// What the threads share.
struct Runner<'a> {
    store: &'a Store,
    experiment: &'a Experiment,
    place: &'a Place,
    stop: &'a AtomicBool,
}

impl Runner<'_> {
    /// Runs these pieces on this number of threads.
    fn work(
        &self,
        left: &[Cell],
        threads: usize,
        results: &mut Results,
        progress: &mut impl FnMut(&str, usize),
    ) -> anyhow::Result<()> {
        let Runner { store, experiment, place, stop } = *self;
        let of = CellsOf { experiment: &experiment.name, scale: results.scale.name(), seed: results.seed };
        let next = AtomicUsize::new(0);
        let broken = AtomicBool::new(false);
        let file = || place.solution.file(stop);
        let seed = results.seed;
        let work = |sender: &mpsc::Sender<Done>| {
            // Parallel code of a piece runs on the thread of the piece.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let ends = stop.load(Ordering::Relaxed) || broken.load(Ordering::Relaxed);
                let Some(cell) = left.get(number).filter(|_| !ends) else { break };
                let began = Instant::now();
                let context = WorkContext::new(seed, stop).with_solution(&file, place.solution.first_trick());
                let found = match &pool {
                    Ok(pool) => pool.install(|| cell.work.run(&context)),
                    Err(error) => Err(anyhow::anyhow!("cannot start a thread: {error}")),
                };
                let found = found.and_then(|found| match found.as_ref().and_then(Outcome::senseless) {
                    Some(name) => Err(anyhow::anyhow!("`{name}` is no finite number")),
                    None => Ok(found),
                });
                let found = found.with_context(|| format!("cell `{}`", cell.name));
                broken.fetch_or(found.is_err(), Ordering::Relaxed);
                let (kept, is_kept) = mpsc::channel();
                let seconds = began.elapsed().as_secs_f64();
                if sender.send(Done { number, found, seconds, _kept: kept }).is_err() {
                    break;
                }
                // Nothing is ever sent: the channel is closed once the outcome is kept.
                let Err(mpsc::RecvError) = is_kept.recv();
            }
        };
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..threads.clamp(1, left.len().max(1)) {
                let sender = sender.clone();
                let work = &work;
                scope.spawn(move || work(&sender));
            }
            drop(sender);
            let mut wrong = Ok(());
            for done in receiver {
                let outcome = match done.found {
                    Ok(Some(outcome)) => outcome,
                    Ok(None) => continue,
                    // The outcomes of the other threads are still kept.
                    Err(error) => {
                        wrong = wrong.and(Err(error));
                        continue;
                    }
                };
                let cell = &left[done.number];
                let kept = KeptCell {
                    cell: cell.name.clone(),
                    work: cell.text.clone(),
                    outcome,
                    seconds: done.seconds,
                    ended: String::new(),
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                    commit: place.commit.clone(),
                    machine: place.machine.clone(),
                };
                if let Err(error) = store.keep_cell(of, &kept) {
                    broken.store(true, Ordering::Relaxed);
                    wrong = wrong.and(Err(error.into()));
                    continue;
                }
                results.done.insert(kept.cell.clone(), kept);
                progress(&cell.name, results.done.len());
            }
            wrong
        })
    }
}

/// A piece of work that is done and waits to be kept. Its thread does not begin another one before, so that no work is
/// lost where the disk is slow or full.
struct Done {
    number: usize,
    found: anyhow::Result<Option<Outcome>>,
    seconds: f64,
    /// Closed when the outcome is kept.
    _kept: mpsc::Sender<Infallible>,
}

/// The folder and machine on which pieces of work are done.
#[derive(Debug)]
pub struct Place {
    /// The solution that bots play by.
    pub solution: Solution,
    /// The number of pieces done at the same time.
    pub threads: usize,
    /// The commit of the checkout around the working folder; empty outside of one.
    pub commit: String,
    /// The description of the machine.
    pub machine: String,
}

impl Place {
    /// The working folder on this machine.
    pub fn here(solution: Solution, threads: usize) -> Place {
        let git = Command::new("git")
            .args(["describe", "--always", "--abbrev=12", "--dirty", "--exclude=*"])
            .output();
        let description = git.ok().filter(|output| output.status.success());
        let commit = description.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
        Place { solution, threads, commit: commit.unwrap_or_default(), machine: machine() }
    }
}

/// The description of the machine, as far as it is known.
fn machine() -> String {
    let info = std::fs::read_to_string(Path::new("/proc/cpuinfo")).unwrap_or_default();
    let of = |key: &str| {
        let line = info.lines().find(|line| line.split(':').next().is_some_and(|name| name.trim() == key))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    match (of("model name"), of("cpu family"), of("model")) {
        (Some(name), Some(family), Some(model)) => {
            format!("{name} (family {family}, model {model}), {cores} cores")
        }
        _ => format!("{} with {cores} cores", std::env::consts::ARCH),
    }
}
