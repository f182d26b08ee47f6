//! `hinterhand strategy diff`: where two strategies differ.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::ensure;
use hinterhand_engine::Settings;
use serde_json::json;

use super::{open, visit};
use crate::command::{Done, Failure, output};
use crate::games::{GameVisitor, Playable};
use crate::strategy::{Difference, StrategyFile, book, differences};

/// Show the information sets that explain how two strategies of a game differ
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand strategy diff yesterday.strategy today.strategy --top 10

Information sets are weighed with how likely it is that the two do something else there, when half of all
games are played by the one and half by the other.")]
pub(super) struct Args {
    /// The one strategy
    #[arg(value_name = "FILE")]
    first: PathBuf,
    /// The other
    #[arg(value_name = "OTHER")]
    second: PathBuf,
    /// How many information sets to show
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// Refuse games with more nodes than this
    #[arg(long, value_name = "N", default_value_t = 50_000_000)]
    most_nodes: usize,
    /// Print JSON lines, first one with the sum over all information sets
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Done {
    let (first, second) = (open(&args.first)?, open(&args.second)?);
    let (one, other) = (first.about(), second.about());
    if one.rules != other.rules {
        return Err(Failure::Data(anyhow::anyhow!(
            "the strategies are for different rules: {} {} and {} {}",
            one.game,
            serde_json::Value::Object(one.options.clone()),
            other.game,
            serde_json::Value::Object(other.options.clone())
        )));
    }
    let about = first.about().clone();
    let all = visit(&about, Compare { first, second, most_nodes: args.most_nodes })??;
    let sum: f64 = all.iter().map(|difference| difference.weight).sum();
    let differing = all.iter().filter(|difference| difference.weight > 0.0);
    let mut out = output();
    if args.json {
        let line = json!({"sum": sum, "differing": differing.clone().count(), "information_sets": all.len()});
        writeln!(out, "{line}")?;
        for difference in differing.take(args.top) {
            writeln!(out, "{}", serde_json::to_string(difference).map_err(anyhow::Error::from)?)?;
        }
    } else {
        writeln!(
            out,
            "{} of {} information sets that are reached differ; {sum:.6} other decisions in a game",
            differing.clone().count(),
            all.len()
        )?;
        for difference in differing.take(args.top) {
            print(difference, &mut out)?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn print(difference: &Difference, out: &mut impl Write) -> std::io::Result<()> {
    let entry = &difference.first;
    writeln!(out, "\n{:.6}  player {}: {}", difference.weight, entry.player, entry.seen)?;
    for ((word, first), second) in entry.legal.iter().zip(&entry.probabilities).zip(&difference.second) {
        writeln!(out, "    {word:<12} {first:.4}  {second:.4}")?;
    }
    Ok(())
}

struct Compare {
    first: StrategyFile,
    second: StrategyFile,
    most_nodes: usize,
}

impl GameVisitor for Compare {
    type Output = anyhow::Result<Vec<Difference>>;

    fn visit<G: Playable>(self, game: G, settings: &Settings) -> Self::Output {
        let first = book(&game, &self.first.strategy(&game, settings)?, self.most_nodes)?;
        let second = book(&game, &self.second.strategy(&game, settings)?, self.most_nodes)?;
        ensure!(first.len() == second.len(), "the books have different lengths");
        Ok(differences(first, &second))
    }
}
