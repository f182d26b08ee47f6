//! Does the pieces of work of an experiment that are not done yet, several at once, and keeps each when it is done.

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
use super::{Desk, Experiment, Outcome, Scale, Solution};

/// An experiment at a scale, with all that is done of it.
#[derive(Debug)]
pub struct Results {
    /// The seed.
    pub seed: u64,
    /// The scale.
    pub scale: Scale,
    /// All pieces of work.
    pub cells: Vec<Cell>,
    /// Those that are done, by their names.
    pub done: BTreeMap<String, KeptCell>,
}

impl Results {
    /// What a store has of an experiment. What was done as other work than today's is not counted.
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

    /// Whether nothing is left to do.
    pub fn is_whole(&self) -> bool {
        self.done.len() == self.cells.len()
    }

    /// A figure.
    pub fn measure(&self, cell: &str, measure: &str) -> Option<super::Measure> {
        self.done.get(cell)?.outcome.measures.get(measure).copied()
    }

    /// The seconds that all pieces took, one after the other.
    pub fn seconds(&self) -> f64 {
        self.done.values().map(|cell| cell.seconds).sum()
    }
}

/// Does what is left. `progress` is told the name of a piece of work and how many are done. Once `stop` is set, what is
/// under way is dropped. What comes of a piece depends on the piece and the seed alone, but for times; what measures time
/// is done last, one after the other.
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
    let workshop = Workshop { store, experiment, place, stop };
    workshop.work(&together, place.threads, results, &mut progress)?;
    workshop.work(&quiet, 1, results, &mut progress)
}

/// What all pieces of work have in common.
struct Workshop<'a> {
    store: &'a Store,
    experiment: &'a Experiment,
    place: &'a Place,
    stop: &'a AtomicBool,
}

impl Workshop<'_> {
    /// Does these pieces, so many at once.
    fn work(
        &self,
        left: &[Cell],
        threads: usize,
        results: &mut Results,
        progress: &mut impl FnMut(&str, usize),
    ) -> anyhow::Result<()> {
        let Workshop { store, experiment, place, stop } = *self;
        let of = CellsOf { experiment: &experiment.name, scale: results.scale.name(), seed: results.seed };
        let next = AtomicUsize::new(0);
        let broken = AtomicBool::new(false);
        let file = || place.solution.file(stop);
        let seed = results.seed;
        let work = |sender: &mpsc::Sender<Done>| {
            // Whatever would think on several threads thinks on this one.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let ends = stop.load(Ordering::Relaxed) || broken.load(Ordering::Relaxed);
                let Some(cell) = left.get(number).filter(|_| !ends) else { break };
                let began = Instant::now();
                let desk = Desk::new(seed, stop).with_solution(&file, place.solution.first_trick());
                let found = match &pool {
                    Ok(pool) => pool.install(|| cell.work.run(&desk)),
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
                // Nothing is ever sent: what was done is let go once it is kept.
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
                    // What others are at is still worth keeping.
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

/// A piece of work that is done and waits to be kept. Whoever did it begins nothing else before: where the disk is slow
/// or full, nobody runs ahead of it.
struct Done {
    number: usize,
    found: anyhow::Result<Option<Outcome>>,
    seconds: f64,
    /// Closed when the piece is let go.
    _kept: mpsc::Sender<Infallible>,
}

/// Where pieces of work are done.
#[derive(Debug)]
pub struct Place {
    /// The solution that bots play by.
    pub solution: Solution,
    /// How many pieces are done at once.
    pub threads: usize,
    /// The commit of the checkout around the folder; nothing outside of one.
    pub commit: String,
    /// The machine.
    pub machine: String,
}

impl Place {
    /// Here.
    pub fn here(solution: Solution, threads: usize) -> Place {
        let git = Command::new("git")
            .args(["describe", "--always", "--abbrev=12", "--dirty", "--exclude=*"])
            .output();
        let told = git.ok().filter(|output| output.status.success());
        let commit = told.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
        Place { solution, threads, commit: commit.unwrap_or_default(), machine: machine() }
    }
}

/// The machine, as far as it says what it is.
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
