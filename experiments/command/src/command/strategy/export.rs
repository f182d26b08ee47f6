//! `hinterhand strategy export`: a strategy in formats of other programs.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use clap::ValueEnum;
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_players::files::column_file::replace;
use hinterhand_players::files::npz::{NpzFile, Numbers};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::records::Records;
use hinterhand_players::strategy::{Entry, Excerpt, FileStrategy, StrategyFile, book};

use super::{MOST_NODES, ScoreArg, load, must_be_of, open};
use crate::command::{Done, Failure, input};

/// Write a strategy in a format of other programs
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand strategy export leduc.strategy --format csv --out leduc.csv
  hinterhand strategy export leduc.strategy --format npz --out leduc.npz
  hinterhand strategy export hand.strategy --opening --format csv --out opening.csv
  hinterhand strategy export hand.strategy --samples 10000 --format npz --out often.npz

csv has one line for each action: player, seen, reach, action, probability. json has one object for each information
set. npz has the arrays `player`, `reach`, `key` (two 64-bit halves of the digest), `first` (the index of the first
action of each information set, and one more) and `probability`, in the same order.

A strategy for Kinderschnapsen has two billion information sets and is exported in parts: --opening, --records
or --samples. The reach is exact there as well, relative to the games with the same trump suit.")]
pub(super) struct Args {
    /// The file with the strategy
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The format
    #[arg(long, value_name = "FORM")]
    format: Form,
    /// The file to write; by default standard output, but not for npz
    #[arg(long, value_name = "FILE", required_if_eq("format", "npz"))]
    out: Option<PathBuf>,
    #[command(flatten)]
    part: Part,
    /// The seed of the games of --samples
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "samples")]
    seed: u64,
    #[command(flatten)]
    score: ScoreArg,
    /// Refuse games with more nodes than this, 50000000 if not given
    #[arg(long, value_name = "N", conflicts_with_all = ["opening", "records", "samples"])]
    most_nodes: Option<usize>,
}

/// The part of a strategy for Kinderschnapsen that is exported.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct Part {
    /// For Kinderschnapsen: the first lead with every hand, and the lead after closing; trump is spades
    #[arg(long)]
    opening: bool,
    /// For Kinderschnapsen: all decisions of the records in this file, or in standard input if it is `-`
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// For Kinderschnapsen: all decisions of this number of games played by the strategy; trump is spades
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    samples: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    Csv,
    Json,
    Npz,
}

pub(super) fn run(args: &Args) -> Done {
    let file = open(&args.file)?;
    let entries = entries(args, &file)?;
    let write = |out: &mut dyn Write| match args.format {
        Form::Csv => write_csv(&entries, out),
        Form::Json => write_json(&entries, out),
        Form::Npz => write_npz(&entries, out),
    };
    match &args.out {
        None => write(&mut io::stdout().lock())?,
        Some(path) => replace(path, &mut |out| write(out))
            .with_context(|| format!("cannot write {}", path.display()))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The information sets to be exported.
fn entries(args: &Args, file: &StrategyFile) -> Result<Vec<Entry>, Failure> {
    let game = load(file.about())?;
    let strategy = args.score.strategy(file, &game)?;
    let whole = !args.part.opening && args.part.records.is_none() && args.part.samples.is_none();
    match game.hand() {
        Some(_) if whole && !matches!(strategy, FileStrategy::Table(_)) => Err(Failure::Usage(anyhow!(
            "a strategy for Kinderschnapsen has two billion information sets: choose a part by --opening, \
             --records FILE or --samples N"
        ))),
        Some(hand) if !whole => {
            args.score.must_be_named(&strategy)?;
            part(args, &game, &hand, &strategy)
        }
        None if !whole => Err(Failure::Usage(anyhow!(
            "--opening, --records and --samples are for Kinderschnapsen; a strategy for {} is written out whole",
            game.name()
        ))),
        _ => Ok(book(&game, &strategy, args.most_nodes.unwrap_or(MOST_NODES)).map_err(anyhow::Error::from)?),
    }
}

/// The part that was asked for.
fn part(
    args: &Args,
    game: &LoadedGame,
    hand: &Kinderschnapsen,
    strategy: &FileStrategy<'_>,
) -> Result<Vec<Entry>, Failure> {
    let mut excerpt = Excerpt::new(hand, strategy);
    if args.part.opening {
        excerpt.add_opening();
    }
    if let Some(games) = args.part.samples {
        excerpt.add_sampled(games, args.seed);
    }
    if let Some(path) = &args.part.records {
        let (input, name) = input(Some(path))?;
        let mut records = Records::new(input);
        while let Some((index, record)) =
            records.next_record().with_context(|| format!("cannot read {name}"))?
        {
            let added = record.map_err(anyhow::Error::from).and_then(|record| {
                must_be_of(&record, game)?;
                excerpt.add(&record.actions)
            });
            added.with_context(|| format!("record {index}"))?;
        }
    }
    Ok(excerpt.entries())
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

fn write_npz(entries: &[Entry], out: &mut dyn Write) -> io::Result<()> {
    let mut first = vec![0u64];
    for entry in entries {
        first.push(first[first.len() - 1] + entry.probabilities.len() as u64);
    }
    let players: Vec<u8> = entries.iter().map(|entry| entry.player as u8).collect();
    let reach: Vec<f64> = entries.iter().map(|entry| entry.reach).collect();
    let halves = entries.iter().flat_map(|entry| [(entry.key >> 64) as u64, entry.key as u64]);
    let keys: Vec<u64> = halves.collect();
    let probabilities = entries.iter().flat_map(|entry| entry.probabilities.iter().copied());
    let probabilities: Vec<f64> = probabilities.collect();
    let mut npz = NpzFile::new(out);
    npz.add("player", Numbers::U8(&players), None)?;
    npz.add("reach", Numbers::F64(&reach), None)?;
    npz.add("key", Numbers::U64(&keys), Some(2))?;
    npz.add("first", Numbers::U64(&first), None)?;
    npz.add("probability", Numbers::F64(&probabilities), None)?;
    npz.finish()
}
