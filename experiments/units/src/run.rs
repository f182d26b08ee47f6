//! Does the units of a task, and leaves each result in a file.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::Context as _;
use hinterhand_matches::workers::{Order, Workers};

use crate::{Damage, Plan, ResultFile, Results, Task, Unit, Work};

/// What has become of a unit.
#[derive(Debug)]
pub enum Event {
    /// Its result was there.
    There,
    /// It was done, in this number of seconds.
    Done(f64),
    /// A file with its name was no result, and was set aside; the unit is done again.
    Damaged(PathBuf, Damage),
    /// It could not be done.
    Failed(Unit, anyhow::Error),
}

/// The outcome of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The units of the task.
    pub units: u64,
    /// Those whose results were there.
    pub there: u64,
    /// Those that were done.
    pub done: u64,
    /// Those that could not be done.
    pub failed: u64,
}

impl Outcome {
    /// Whether there is a result of each unit.
    pub fn is_complete(&self) -> bool {
        self.there + self.done == self.units
    }
}

/// Where and how units are done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings<'s> {
    /// The folder of results.
    pub folder: &'s Path,
    /// The number of units at a time.
    pub threads: usize,
    /// Whether units are done although they have results, to see whether these come out once more.
    pub again: bool,
}

/// Does the units of a task that have no result yet, each on one thread. A unit that fails does not keep the others from
/// being done. Once `stop` is set, units under way are dropped.
pub fn run(
    plan: &Plan,
    work: &dyn Work,
    task: Task,
    settings: Settings<'_>,
    stop: &AtomicBool,
    mut tell: impl FnMut(Event),
) -> anyhow::Result<Outcome> {
    let Settings { folder, threads, .. } = settings;
    let workers = Workers::new(threads).context("cannot start the threads")?;
    let results = Results::new(vec![folder.to_owned()]);
    let numbers = task.units(plan.unit_count());
    let mut outcome = Outcome { units: numbers.clone().count() as u64, ..Outcome::default() };
    let one = |number: u64, stop: &AtomicBool| {
        let unit = plan.unit(number);
        let mut events = Vec::new();
        match done(&unit, work, &results, settings, stop, &mut events) {
            Ok(Some(event)) => events.push(event),
            Ok(None) => {}
            Err(error) => events.push(Event::Failed(unit, error)),
        }
        (!events.is_empty()).then_some(events)
    };
    let take = |events: Option<Vec<Event>>| {
        for event in events.into_iter().flatten() {
            match event {
                Event::There => outcome.there += 1,
                Event::Done(_) => outcome.done += 1,
                Event::Failed(..) => outcome.failed += 1,
                Event::Damaged(..) => {}
            }
            tell(event);
        }
        ControlFlow::<Infallible>::Continue(())
    };
    workers.run(numbers, Order::AsFinished, threads, stop, one, take);
    Ok(outcome)
}

/// Does a unit, unless its result is there; `None` if it was stopped.
fn done(
    unit: &Unit,
    work: &dyn Work,
    results: &Results,
    Settings { folder, again, .. }: Settings<'_>,
    stop: &AtomicBool,
    events: &mut Vec<Event>,
) -> anyhow::Result<Option<Event>> {
    let found = results.find(unit).with_context(|| format!("cannot read {}", folder.display()))?;
    for (path, damage) in found.damaged {
        let aside = Results::set_aside(&path);
        if aside.with_context(|| format!("cannot rename {}", path.display()))? {
            events.push(Event::Damaged(path, damage));
        }
    }
    if found.result.is_some() && !again {
        return Ok(Some(Event::There));
    }
    let began = Instant::now();
    let Some(payload) = work.work(unit.items(), stop)? else { return Ok(None) };
    let result = ResultFile { unit: unit.clone(), payload, seconds: began.elapsed().as_secs_f64() };
    result.write(folder).with_context(|| format!("cannot write to {}", folder.display()))?;
    Ok(Some(Event::Done(result.seconds)))
}
