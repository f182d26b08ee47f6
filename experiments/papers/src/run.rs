//! The run of an experiment: does the pieces of work that are missing, on several threads, and keeps each.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context as _, bail};
use hinterhand_matches::store::{CellsOf, KeptCell, Store};
use hinterhand_matches::workers::{Order, Workers};

use super::derived::Derived;
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
    /// What is computed from the figures of several pieces.
    derived: Vec<Derived>,
}

impl Results {
    /// Reads the results of an experiment from a store, without those of work that is described differently
    /// today.
    pub fn read(store: &Store, experiment: &Experiment, scale: Scale, seed: u64) -> anyhow::Result<Results> {
        let cells = experiment.cells(scale).map_err(anyhow::Error::msg)?;
        let of = CellsOf { experiment: &experiment.name, scale: scale.name(), seed };
        let mut done = BTreeMap::new();
        for kept in store.cells(of)? {
            if cells.iter().any(|cell| cell.name == kept.cell && cell.text == kept.work) {
                done.insert(kept.cell.clone(), kept);
            }
        }
        Ok(Results { seed, scale, cells, done, derived: experiment.derived() })
    }

    /// Whether all pieces are done.
    pub fn is_whole(&self) -> bool {
        self.done.len() == self.cells.len()
    }

    /// A figure of a piece, or one that is computed from several.
    pub fn measure(&self, cell: &str, measure: &str) -> Option<super::Measure> {
        let of_piece =
            |cell: &str, measure: &str| self.done.get(cell)?.outcome.measures.get(measure).copied();
        match self.derived.iter().find(|derived| derived.name() == cell) {
            Some(derived) => derived.measure(&of_piece, measure),
            None => of_piece(cell, measure),
        }
    }

    /// The sum of the seconds of all pieces.
    pub fn seconds(&self) -> f64 {
        self.done.values().map(|cell| cell.seconds).sum()
    }
}

/// Runs the pieces of work that are not done. `progress` gets the name of each piece and the number of those
/// done. Once `stop` is set, unfinished pieces are dropped. The outcome of a piece depends on the piece and
/// the seed alone, except for times; pieces that measure time are run last, one after the other.
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

/// The state that the pieces of work of one run share.
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
        let threads = threads.clamp(1, left.len().max(1));
        let workers = Workers::new(threads).context("cannot start the threads")?;
        let broken = AtomicBool::new(false);
        let Runner { place, stop, .. } = *self;
        let seed = results.seed;
        let ends = || stop.load(Ordering::Relaxed) || broken.load(Ordering::Relaxed);
        let tasks = (0..left.len() as u64).take_while(|_| !ends());
        let work = |number: u64, _: &AtomicBool| {
            let done = done(&left[number as usize], seed, place, stop).transpose();
            broken.fetch_or(matches!(done, Some(Err(_))), Ordering::Relaxed);
            done
        };
        let mut wrong = Ok(());
        let keep = |done: Option<anyhow::Result<KeptCell>>| {
            let kept = match done {
                None => Ok(()),
                Some(done) => done.and_then(|kept| self.keep(kept, results, progress)),
            };
            if let Err(error) = kept {
                broken.store(true, Ordering::Relaxed);
                // The outcomes of the other threads are still kept.
                if wrong.is_ok() {
                    wrong = Err(error);
                }
            }
            ControlFlow::<Infallible>::Continue(())
        };
        // A thread begins no other piece before its last one is kept, so that no work is lost where the disk
        // is slow or full.
        workers.run(tasks, Order::AsFinished, threads, stop, work, keep);
        wrong
    }

    /// Keeps a piece of work that is done.
    fn keep(
        &self,
        kept: KeptCell,
        results: &mut Results,
        progress: &mut impl FnMut(&str, usize),
    ) -> anyhow::Result<()> {
        let of =
            CellsOf { experiment: &self.experiment.name, scale: results.scale.name(), seed: results.seed };
        self.store.keep_cell(of, &kept)?;
        let name = kept.cell.clone();
        results.done.insert(name.clone(), kept);
        progress(&name, results.done.len());
        Ok(())
    }
}

/// Does a piece of work; `None` if stopped.
pub fn done(cell: &Cell, seed: u64, place: &Place, stop: &AtomicBool) -> anyhow::Result<Option<KeptCell>> {
    let began = Instant::now();
    let file = || place.solution.file(stop);
    let context = WorkContext::new(seed, stop).with_solution(&file, place.solution.first_trick());
    let outcome = cell.work.run(&context).and_then(|outcome| {
        if let Some(name) = outcome.as_ref().and_then(Outcome::senseless) {
            bail!("`{name}` is no finite number");
        }
        Ok(outcome)
    });
    let outcome = outcome.with_context(|| format!("cell `{}`", cell.name))?;
    Ok(outcome.map(|outcome| KeptCell {
        cell: cell.name.clone(),
        work: cell.text.clone(),
        outcome,
        seconds: began.elapsed().as_secs_f64(),
        ended: String::new(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: place.commit.clone(),
        machine: place.machine.clone(),
    }))
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
        Place { solution, threads, commit: commit().unwrap_or_default(), machine: machine() }
    }
}

/// The commit of the checkout around the working folder, with a mark if a file of it was changed since, other than the
/// pages of experiments done before.
fn commit() -> Option<String> {
    let git = |words: &[&str]| Command::new("git").args(words).output().ok();
    let described = git(&["describe", "--always", "--abbrev=12", "--exclude=*"])?;
    let changed = git(&["diff", "--quiet", "HEAD", "--", ":/", ":(top,exclude)docs"])?;
    let name = String::from_utf8_lossy(&described.stdout).trim().to_owned();
    let mark = if changed.status.success() { "" } else { "-dirty" };
    described.status.success().then(|| name + mark)
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
