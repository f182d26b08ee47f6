//! `hinterhand tournament export`: the hands of a tournament for other programs.

use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use hinterhand_matches::store::{ExportForm, export};
use hinterhand_players::files::column_file;

use super::super::{Done, Failure};
use super::Stored;

/// Write the hands of a tournament as a table, as records or for people to read
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand tournament export sixty-six.db --format csv --out hands.csv
  hinterhand tournament export sixty-six.db --format jsonl | hinterhand inspect
  hinterhand tournament export sixty-six.db --format parquet --out hands.parquet

csv has a line for each hand, and parquet a row with typed columns and lists. jsonl has records, for every command that
reads records. pgn is the format of chess games, with a block of tags for each hand and its words below. steps, values
and micros are lists with an entry for each action of a player: the steps of its search, what it expected to win, and
its time in microseconds.")]
pub(in super::super) struct Args {
    #[command(flatten)]
    stored: Stored,
    /// The format
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Format,
    /// The file to write; standard output if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    Csv,
    Jsonl,
    Pgn,
    Parquet,
}

pub(super) fn run(args: &Args) -> Done {
    let (store, tournament) = args.stored.open()?;
    let form = match args.format {
        Format::Csv => ExportForm::Csv,
        Format::Jsonl => ExportForm::Jsonl,
        Format::Pgn => ExportForm::Pgn,
        Format::Parquet => ExportForm::Parquet,
    };
    match &args.out {
        None => {
            // Not locked, since a Parquet file may be written from any thread.
            let mut out = BufWriter::with_capacity(1 << 16, io::stdout());
            export(&store, &tournament, form, &mut out)?;
            out.flush()?;
        }
        Some(path) => {
            column_file::replace(path, &mut |out| {
                export(&store, &tournament, form, out).map_err(std::io::Error::other)
            })
            .with_context(|| format!("cannot write {}", path.display()))
            .map_err(Failure::Data)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
