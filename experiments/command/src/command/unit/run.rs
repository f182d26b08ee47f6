//! `hinterhand unit run`: does the units of a task.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use hinterhand_units::{self as units, Event, Plan, Settings, Task};

use super::super::progress::Progress;
use super::super::{Done, complain, interrupt};
use super::open;

/// Do the units of a task that have no result yet
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand unit run plan.json --index 3 --of 100 --results results
  SLURM_ARRAY_TASK_ID=3 hinterhand unit run plan.json --of 100 --results results

Task N of M does every Mth unit from unit N on. Without --index the number is that of SLURM_ARRAY_TASK_ID, HQ_TASK_ID,
JOB_COMPLETION_INDEX (Kubernetes) or AWS_BATCH_JOB_ARRAY_INDEX.

Each result is a file of its own below the folder of results: written beside its place, brought to the disk, and renamed, so
that a kill at any time leaves whole results only. Nothing is locked: the folder may be on a network file system, tasks may be
started twice, at the same time or again, and units that have a valid result are skipped. A file that is damaged is renamed to
*.damaged and its unit done again.

Ctrl-C drops the units under way, with exit status 130. A unit that fails does not keep the others from being done; the exit
status is then 1.")]
pub(super) struct Args {
    /// The plan
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    /// The number of the task, from 0
    #[arg(long, value_name = "N")]
    index: Option<u64>,
    /// The number of tasks; that of the units if not given
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u64).range(1..))]
    of: Option<u64>,
    /// The folder of results; created if it does not exist
    #[arg(long, value_name = "FOLDER")]
    results: PathBuf,
    /// The number of units at a time
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Do units again that have results, to see whether the same comes out
    #[arg(long)]
    again: bool,
}

pub(super) fn run(args: &Args) -> Done {
    let plan = Plan::read(&args.plan)?;
    let of = args.of.unwrap_or(plan.unit_count());
    let task = Task::new(args.index, of, |name| std::env::var(name).ok())?;
    let work = open(&plan.experiment, &args.results)?;
    let stop = interrupt::flag()?;
    let all = task.units(plan.unit_count()).count() as u64;
    let mut progress = Progress::new("units", all);
    let mut reached = 0;
    let tell = |event: Event| match event {
        Event::There | Event::Done(_) => {
            reached += 1;
            progress.reached(reached);
        }
        Event::Damaged(path, damage) => complain(format_args!(
            "{}: {damage}; it is renamed to *.damaged, and its unit is done again",
            path.display()
        )),
        Event::Failed(unit, error) => {
            let last = unit.first + unit.count - 1;
            complain(format_args!("error: unit {} (items {} to {last}): {error:#}", unit.name(), unit.first));
        }
    };
    let settings = Settings { folder: &args.results, threads: args.threads.into(), again: args.again };
    let outcome = units::run(&plan, &*work, task, settings, stop, tell)?;
    progress.finish();
    let units::Outcome { units, there, done, failed } = outcome;
    let mut line =
        format!("task {} of {}: {done} of {units} units done, {there} were there", task.index, task.of);
    if failed > 0 {
        line += &format!(", {failed} failed");
    }
    if stop.load(Ordering::Relaxed) {
        complain(format_args!("stopped; {line}"));
        return Ok(ExitCode::from(interrupt::STATUS));
    }
    complain(format_args!("{line}"));
    Ok(if outcome.is_complete() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
