//! `hinterhand paper list`: the experiments.

use std::io::Write as _;

use comfy_table::{Table, presets};
use hinterhand_papers::{self as papers, Scale};
use serde_json::json;

use super::super::{Done, output, written};

/// List the experiments
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand paper list --json")]
pub(super) struct Args {
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Done {
    let mut out = output();
    let all = papers::all();
    let cells =
        |experiment: &papers::Experiment, scale| experiment.cells(scale).map_or(0, |cells| cells.len());
    if args.json {
        for experiment in &all {
            let line = json!({
                "name": experiment.name,
                "title": experiment.title,
                "papers": experiment.papers,
                "pieces": cells(experiment, Scale::Full),
                "pieces_small": cells(experiment, Scale::Small),
            });
            writeln!(out, "{line}")?;
        }
    } else {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(["name", "what", "pieces of work"]);
        for experiment in &all {
            let pieces = cells(experiment, Scale::Full).to_string();
            table.add_row([experiment.name.as_str(), experiment.title.as_str(), pieces.as_str()]);
        }
        writeln!(out, "{}", table.trim_fmt())?;
    }
    written(out)
}
