//! `hinterhand unit status`: how far a plan has come.

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::Context as _;
use hinterhand_units::{Plan, Results, Status};
use serde_json::json;

use super::super::{Done, output, time};
use super::Planned;

/// Show which units have results, and which tasks are left
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand unit status plan.json results --of 100
  sbatch --array=$(hinterhand unit status plan.json results --of 100 --array) job.sh

Every byte of every result is checked. The exit status is 1 if a unit has come to two different results: then both files
are named, and the promise that results depend on nothing but the plan is broken.")]
pub(super) struct Args {
    #[command(flatten)]
    planned: Planned,
    /// The number of tasks, by which those that are left are numbered; that of the units if not given
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u64).range(1..))]
    of: Option<u64>,
    /// Print only the tasks that are left, as schedulers write them: `3,7-12`; nothing if none is
    #[arg(long, conflicts_with = "json")]
    array: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Done {
    let plan = Plan::read(&args.planned.plan)?;
    let results = Results::new(args.planned.results.clone());
    let status = Status::of(&plan, &results).context("cannot read the results")?;
    let of = args.of.unwrap_or(status.units);
    let tasks = status.tasks(of);
    let left = status.seconds_left(&plan);
    let mut out = output();
    if args.array {
        writeln!(out, "{tasks}")?;
    } else if args.json {
        let figures = json!({
            "units": status.units,
            "done": status.done(),
            "missing": status.missing.len(),
            "damaged": status.damaged.iter().map(|(path, what)| json!([path, what.to_string()])).collect::<Vec<_>>(),
            "different": status.twice.iter().map(|twice| json!(twice.files)).collect::<Vec<_>>(),
            "foreign": status.foreign,
            "seconds_done": status.seconds,
            "seconds_left": left,
            "of": of,
            "tasks": tasks.to_string(),
        });
        writeln!(out, "{figures}")?;
    } else {
        let (missing, done) = (status.missing.len(), status.done());
        writeln!(out, "units    {}", status.units)?;
        writeln!(out, "done     {done}, {} of one thread", time::format(status.seconds))?;
        let left =
            left.map_or_else(String::new, |left| format!(", about {} of one thread", time::format(left)));
        writeln!(out, "missing  {missing}{left}")?;
        if missing > 0 {
            writeln!(out, "tasks    {tasks} of {of}")?;
        }
        for (path, damage) in &status.damaged {
            writeln!(out, "damaged  {}: {damage}", path.display())?;
        }
        if let Some(first) = status.foreign.first() {
            let count = status.foreign.len();
            writeln!(out, "foreign  {count} files of units of other plans, such as {}", first.display())?;
        }
        for twice in &status.twice {
            writeln!(out, "{twice}")?;
        }
    }
    out.flush()?;
    Ok(if status.twice.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
