//! `hinterhand strategy info`: the header of a strategy's file.

use std::io::Write;
use std::path::PathBuf;

use serde_json::json;

use super::open;
use crate::command::{Done, output, written};

/// Print the header of a strategy: game, options, algorithm, exploitability, size, and the hash of its
/// contents
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file with the strategy
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Done {
    let file = open(&args.file)?;
    let about = file.about();
    let mut out = output();
    if args.json {
        let mut json = serde_json::to_value(about).map_err(anyhow::Error::from)?;
        json["bytes"] = file.file().bytes().into();
        json["blake3"] = file.file().blake3().into();
        let columns = file.file().columns();
        json["columns"] =
            columns.map(|(name, kind, len)| json!({"name": name, "type": kind, "len": len})).collect();
        writeln!(out, "{json}")?;
    } else {
        writeln!(out, "game            {}", about.game)?;
        for (key, value) in &about.options {
            writeln!(out, "                {key} = {value}")?;
        }
        writeln!(out, "rules           {}", about.rules)?;
        writeln!(out, "algorithm       {}", about.algorithm)?;
        writeln!(out, "iterations      {}", about.iterations)?;
        about.judged.print(&mut out)?;
        writeln!(out, "written by      hinterhand {}", about.version)?;
        writeln!(out, "size            {} bytes", file.file().bytes())?;
        for (name, kind, len) in file.file().columns() {
            writeln!(out, "                {name}: {len} {kind}")?;
        }
        writeln!(out, "blake3          {}", file.file().blake3())?;
    }
    written(out)
}
