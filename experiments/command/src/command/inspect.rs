//! `hinterhand inspect`: replays records and prints every position.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use hinterhand_players::records::Records;
use hinterhand_players::records::inspect::{Inspector, Show, Verdict};

use super::{Done, input, output};

/// Replay records: one JSON line per position, with the legal actions and what each player knows
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand deal kinderschnapsen | hinterhand inspect

A record is one JSON object on one line:
  {\"game\":\"kinderschnapsen\",\"options\":{\"close_min_stock\":4},\"actions\":[\"deal:...\",\"QS\"]}
A record that breaks the rules stops with an `error` line; the others are still replayed, and the exit
status is 1.")]
pub(super) struct Args {
    /// The file of records; standard input if there is none or `-`
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Leave out the legal actions
    #[arg(long)]
    no_legal: bool,
    /// Leave out what each player knows
    #[arg(long)]
    no_seen: bool,
}

pub(super) fn run(args: &Args) -> Done {
    let (input, name) = input(args.file.as_deref())?;
    let mut records = Records::new(input);
    let mut out = output();
    let mut inspector = Inspector::new(Show { legal: !args.no_legal, seen: !args.no_seen });
    let mut code = ExitCode::SUCCESS;
    while let Some((index, record)) = records.next_record().with_context(|| format!("cannot read {name}"))? {
        if inspector.inspect(index, record, &mut out)? == Verdict::Broken {
            code = ExitCode::FAILURE;
        }
        // A caller that sends record by record waits for each answer.
        out.flush()?;
    }
    Ok(code)
}
