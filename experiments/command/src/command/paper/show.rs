//! `hinterhand paper show`: the claims of a paper, and our set-up.

use std::io::Write as _;

use hinterhand_papers::Scale;

use super::super::{Done, Failure, output, written};
use super::{named, scale};

/// Show the claims of a paper and the work of the experiment, without running it
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand paper show cfr")]
pub(super) struct Args {
    /// The experiment, or a TOML file with one
    #[arg(value_name = "NAME")]
    name: String,
    /// The scale
    #[arg(long, value_name = "SCALE", default_value = "full", value_parser = scale())]
    scale: Scale,
}

pub(super) fn run(args: &Args) -> Done {
    let experiment = named(&args.name)?;
    let cells = experiment.cells(args.scale).map_err(|error| Failure::Data(anyhow::Error::msg(error)))?;
    let mut out = output();
    writeln!(out, "{}\n", experiment.title)?;
    for paper in &experiment.papers {
        writeln!(out, "  {paper}")?;
    }
    for (head, part) in
        [("claimed", &experiment.claim), ("done", &experiment.setup), ("differs", &experiment.differs)]
    {
        writeln!(out, "\n{head}:\n{}", part.trim())?;
    }
    for table in &experiment.tables {
        writeln!(out, "\n{}", table.title)?;
        if !table.known.is_empty() {
            writeln!(out, "  known: {}", table.known)?;
        }
        if let Some(test) = table.test {
            writeln!(out, "  reproduced if {test}")?;
        }
        for (row, column) in table.places() {
            if let Some(published) = table.published_at(row, column) {
                writeln!(out, "  {}, {}: {published}", table.rows[row], table.columns[column])?;
            }
        }
    }
    if !experiment.claims.is_empty() {
        writeln!(out, "\nclaims:")?;
    }
    for claim in &experiment.claims {
        let size = claim.stated().map_or_else(String::new, |effect| format!(": {effect}"));
        writeln!(out, "  {}{size} ({})", claim.text, claim.known)?;
    }
    writeln!(
        out,
        "\n{} pieces of work at scale {}, seed {}:",
        cells.len(),
        args.scale.name(),
        experiment.seed
    )?;
    for cell in &cells {
        writeln!(out, "  {}: {}", cell.name, cell.text)?;
    }
    written(out)
}
