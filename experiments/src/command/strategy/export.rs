//! `hinterhand strategy export`: a strategy for other programs.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::ValueEnum;
use hinterhand_engine::Settings;
use ndarray::{Array1, Array2};
use ndarray_npy::NpzWriter;

use super::{open, visit};
use crate::column_file::replace;
use crate::command::Done;
use crate::games::{GameVisitor, Playable};
use crate::strategy::{Entry, StrategyFile, book};

/// Write a strategy out for other programs
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand strategy export leduc.strategy --format csv --out leduc.csv
  hinterhand strategy export leduc.strategy --format npz --out leduc.npz

csv has one line for each action: player, seen, reach, action, probability. json has one object for each
information set. npz has the arrays `player`, `reach`, `key` (two 64-bit halves of the digest), `first` (where
the actions of each information set begin, and one more) and `probability`, in the same order.")]
pub(super) struct Args {
    /// The file with the strategy
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How to write it
    #[arg(long, value_name = "FORM")]
    format: Form,
    /// Where to write it; standard output if not given, but not for npz
    #[arg(long, value_name = "FILE", required_if_eq("format", "npz"))]
    out: Option<PathBuf>,
    /// Refuse games with more nodes than this
    #[arg(long, value_name = "N", default_value_t = 50_000_000)]
    most_nodes: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    Csv,
    Json,
    Npz,
}

pub(super) fn run(args: &Args) -> Done {
    let file = open(&args.file)?;
    let about = file.about().clone();
    let entries = visit(&about, WriteOut { file, most_nodes: args.most_nodes })??;
    let text = |out: &mut dyn Write| match args.format {
        Form::Csv => write_csv(&entries, out),
        Form::Json | Form::Npz => write_json(&entries, out),
    };
    match &args.out {
        None => text(&mut io::stdout().lock())?,
        Some(path) if args.format == Form::Npz => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let file = tempfile::NamedTempFile::new_in(folder.unwrap_or(".".as_ref()))
                .with_context(|| format!("cannot write {}", path.display()))?;
            write_npz(&entries, file.as_file().try_clone().map_err(anyhow::Error::from)?)?;
            file.persist(path).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Some(path) => {
            replace(path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

struct WriteOut {
    file: StrategyFile,
    most_nodes: usize,
}

impl GameVisitor for WriteOut {
    type Output = anyhow::Result<Vec<Entry>>;

    fn visit<G: Playable>(self, game: G, settings: &Settings) -> Self::Output {
        let strategy = self.file.strategy(&game, settings)?;
        Ok(book(&game, &strategy, self.most_nodes)?)
    }
}

fn write_csv(entries: &[Entry], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "player,seen,reach,action,probability")?;
    for entry in entries {
        for (word, probability) in entry.legal.iter().zip(&entry.probabilities) {
            let (seen, word) = (quoted(&entry.seen), quoted(word));
            writeln!(out, "{},{seen},{},{word},{probability}", entry.player, entry.reach)?;
        }
    }
    out.flush()
}

/// A cell of a table with commas.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn write_json(entries: &[Entry], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "[")?;
    for (n, entry) in entries.iter().enumerate() {
        let comma = if n + 1 < entries.len() { "," } else { "" };
        writeln!(out, "{}{comma}", serde_json::to_string(entry)?)?;
    }
    writeln!(out, "]")?;
    out.flush()
}

fn write_npz(entries: &[Entry], file: File) -> anyhow::Result<()> {
    let mut first = vec![0u64];
    for entry in entries {
        first.push(first[first.len() - 1] + entry.probabilities.len() as u64);
    }
    let halves = entries.iter().flat_map(|entry| [(entry.key >> 64) as u64, entry.key as u64]);
    let key = Array2::from_shape_vec((entries.len(), 2), halves.collect())?;
    let mut npz = NpzWriter::new(file);
    npz.add_array("player", &entries.iter().map(|entry| entry.player as u8).collect::<Array1<u8>>())?;
    npz.add_array("reach", &entries.iter().map(|entry| entry.reach).collect::<Array1<f64>>())?;
    npz.add_array("key", &key)?;
    npz.add_array("first", &Array1::from(first))?;
    let probabilities = entries.iter().flat_map(|entry| entry.probabilities.iter().copied());
    npz.add_array("probability", &probabilities.collect::<Array1<f64>>())?;
    npz.finish()?;
    Ok(())
}
