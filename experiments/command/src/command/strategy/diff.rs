//! `hinterhand strategy diff`: the information sets at which two strategies differ.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{anyhow, ensure};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::strategy::{
    Difference, Entry, FileStrategy, Sampled, StrategyFile, book, differences,
};
use serde_json::{Value as Json, json};

use super::{MOST_NODES, ScoreArg, load, open};
use crate::command::{Done, Failure, output, written};

/// Show the information sets at which two strategies of a game differ most
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand strategy diff yesterday.strategy today.strategy --top 10
  hinterhand strategy diff 1e-3.strategy 1e-5.strategy --samples 1000000 --json

The weight of an information set is the probability that the two strategies choose differently there, when half of all
games are played by one of them and half by the other. Strategies for Kinderschnapsen are too large to be walked
through: there games are played by the first and by the second strategy in turn, with spades as trump. The choice of
information sets and the sum over all are estimates by these games; the weight and the reach of those that are shown
are exact.")]
pub(super) struct Args {
    /// The first strategy
    #[arg(value_name = "FILE")]
    first: PathBuf,
    /// The second strategy
    #[arg(value_name = "OTHER")]
    second: PathBuf,
    /// The number of information sets to show
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// In Kinderschnapsen: the number of games to play, 100000 if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    samples: Option<u64>,
    /// The seed of these games, 1 if not given
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    #[command(flatten)]
    score: ScoreArg,
    /// Refuse games with more nodes than this, 50000000 if not given
    #[arg(long, value_name = "N")]
    most_nodes: Option<usize>,
    /// Print JSON lines, the first with the sum over all information sets
    #[arg(long)]
    json: bool,
}

impl Args {
    fn samples(&self) -> u64 {
        self.samples.unwrap_or(100_000)
    }
}

pub(super) fn run(args: &Args) -> Done {
    let (first, second) = (open(&args.first)?, open(&args.second)?);
    let (one, other) = (first.about(), second.about());
    if one.rules != other.rules {
        return Err(Failure::Data(anyhow!(
            "the strategies are for different rules: {} {} and {} {}",
            one.game,
            Json::Object(one.options.clone()),
            other.game,
            Json::Object(other.options.clone())
        )));
    }
    let found = compare(args, &load(one)?, [&first, &second])?;
    let shown = found.differences.iter().take(args.top);
    let mut out = output();
    if args.json {
        let mut line = json!({
            "sum": found.sum,
            "differing": found.differing,
            "information_sets": found.information_sets,
        });
        if let Some(error) = found.error {
            line["sum_error"] = error.into();
            line["samples"] = args.samples().into();
        }
        writeln!(out, "{line}")?;
        for difference in shown {
            writeln!(out, "{}", serde_json::to_string(difference).map_err(anyhow::Error::from)?)?;
        }
    } else {
        let Found { sum, differing, information_sets, .. } = found;
        match found.error {
            None => writeln!(
                out,
                "{differing} of {information_sets} information sets that are reached differ; {sum:.6} other \
                 decisions in a game"
            )?,
            Some(error) => writeln!(
                out,
                "{sum:.6} other decisions in a game (standard error {error:.6}), by {} games that came to \
                 {information_sets} information sets, of which {differing} differ",
                args.samples()
            )?,
        }
        for difference in shown {
            print(difference, &mut out)?;
        }
    }
    written(out)
}

fn print(difference: &Difference, out: &mut impl Write) -> std::io::Result<()> {
    let entry = &difference.first;
    writeln!(out, "\n{:.6}  player {}: {}", difference.weight, entry.player, entry.seen)?;
    writeln!(out, "    reached      {:.2e}  {:.2e}", entry.reach, difference.second_reach)?;
    for ((word, first), second) in entry.legal.iter().zip(&entry.probabilities).zip(&difference.second) {
        writeln!(out, "    {word:<12} {first:<8.4}  {second:.4}")?;
    }
    Ok(())
}

/// The result of the comparison.
struct Found {
    sum: f64,
    /// The standard error of the sum, if it was sampled.
    error: Option<f64>,
    information_sets: usize,
    differing: usize,
    /// All of them or those that were asked for, the largest weight first.
    differences: Vec<Difference>,
}

/// Compares two strategies of one game.
fn compare(args: &Args, game: &LoadedGame, files: [&StrategyFile; 2]) -> Result<Found, Failure> {
    let [first, second] = files.map(|file| args.score.strategy(file, game));
    let (first, second) = (first?, second?);
    for strategy in [&first, &second] {
        args.score.must_be_named(strategy)?;
    }
    let table = |strategy: &FileStrategy<'_>| matches!(strategy, FileStrategy::Table(_));
    if let Some(hand) = game.hand()
        && !(table(&first) && table(&second))
    {
        if args.most_nodes.is_some() {
            return Err(Failure::Usage(anyhow!(
                "--most-nodes is for games that are compared whole; solutions of Kinderschnapsen are compared by games"
            )));
        }
        let Sampled { sum, error, met, differing, differences } =
            Sampled::of(&hand, [&first, &second], args.samples(), args.seed.unwrap_or(1), args.top);
        return Ok(Found { sum, error: Some(error), information_sets: met, differing, differences });
    }
    if args.samples.is_some() || args.seed.is_some() {
        return Err(Failure::Usage(anyhow!(
            "--samples and --seed are for solutions of Kinderschnapsen; all information sets of {} are compared",
            game.name()
        )));
    }
    let [first, second] =
        [first, second].map(|strategy| book(game, &strategy, args.most_nodes.unwrap_or(MOST_NODES)));
    let (first, second) = (first.map_err(anyhow::Error::from)?, second.map_err(anyhow::Error::from)?);
    Ok(whole(first, &second)?)
}

/// The comparison of all information sets.
fn whole(first: Vec<Entry>, second: &[Entry]) -> anyhow::Result<Found> {
    ensure!(first.len() == second.len(), "the books have different lengths");
    let mut differences = differences(first, second);
    let information_sets = differences.len();
    differences.retain(|difference| difference.weight > 0.0);
    // From 0, since the sum of nothing is -0.
    let sum = differences.iter().fold(0.0, |sum, difference| sum + difference.weight);
    Ok(Found { sum, error: None, information_sets, differing: differences.len(), differences })
}
