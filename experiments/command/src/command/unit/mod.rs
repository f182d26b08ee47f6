//! `hinterhand unit`: experiments cut into units of work for many machines.

mod compare;
mod merge;
mod plan;
mod run;
mod status;

use std::path::{Path, PathBuf};

use anyhow::Error;
use clap::Subcommand;
use hinterhand_units::{Experiment, ExperimentError, MergeError, PlanError, TaskError, Work};

use super::{Done, Failure};

/// Cut an experiment into units that any number of machines do, to the same bits as one
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand unit plan tournament.toml --out plan.json
  hinterhand unit run plan.json --index 0 --of 2 --results results    # here, and with --index 1 elsewhere
  hinterhand unit status plan.json results
  hinterhand unit merge plan.json results --out tournament.db

docs/cluster.md says how Slurm, HyperQueue, Ray and Kubernetes start the tasks.")]
pub(super) struct Args {
    #[command(subcommand)]
    mode: Mode,
}

#[derive(Debug, Subcommand)]
enum Mode {
    Plan(plan::Args),
    Run(run::Args),
    Status(status::Args),
    Merge(merge::Args),
    Compare(compare::Args),
}

pub(super) fn run(args: &Args) -> Done {
    match &args.mode {
        Mode::Plan(args) => plan::run(args),
        Mode::Run(args) => run::run(args),
        Mode::Status(args) => status::run(args),
        Mode::Merge(args) => merge::run(args),
        Mode::Compare(args) => compare::run(args),
    }
}

/// A plan and folders of results.
#[derive(Debug, clap::Args)]
struct Planned {
    /// The plan
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    /// The folders of results
    #[arg(value_name = "RESULTS", required = true, num_args = 1..)]
    results: Vec<PathBuf>,
}

/// Loads what an experiment needs; work that needs the solution of Kinderschnapsen keeps it in `folder`.
fn open(experiment: &Experiment, folder: &Path) -> Result<Box<dyn Work>, Failure> {
    experiment.open(folder).map_err(Failure::Data)
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Failure {
        Failure::Data(Error::from(error))
    }
}

impl From<TaskError> for Failure {
    fn from(error: TaskError) -> Failure {
        Failure::Usage(Error::from(error))
    }
}

impl From<MergeError> for Failure {
    fn from(error: MergeError) -> Failure {
        Failure::Data(Error::from(error))
    }
}

/// What was asked for cannot be cut into units: a wrong command line, unless something has changed since the plan.
fn refusal(error: Error) -> Failure {
    match error.downcast_ref::<ExperimentError>() {
        Some(
            ExperimentError::Clock { .. } | ExperimentError::Cheats { .. } | ExperimentError::Unfit { .. },
        ) => Failure::Usage(error),
        Some(ExperimentError::Differs { .. }) | None => Failure::Data(error),
    }
}
