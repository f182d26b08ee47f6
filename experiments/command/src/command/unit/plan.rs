//! `hinterhand unit plan`: cuts an experiment into units.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use hinterhand_papers::{self as papers, Experiment as Published, Scale};
use hinterhand_players::bots::Bot;
use hinterhand_players::games;
use hinterhand_units::experiments::{ExperimentFile, Paper, TournamentRound};
use hinterhand_units::{Experiment, Plan, calibrate};
use toml::Table as Toml;

use super::super::paper::{check_seed, scale};
use super::super::tournament::{Draft, Flags};
use super::super::{Done, Failure, complain, interrupt, time};
use super::{open, refusal};

/// Cut an experiment into units
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand unit plan tournament.toml --target-seconds 60 --out plan.json
  hinterhand unit plan cfr --scale small --out cfr.json
  hinterhand unit plan leduc-training.toml --after round-1.strategy --out round-2.json

EXPERIMENT is the name of a published experiment, or a TOML file: one of `hinterhand tournament run` (with [[bot]]), one of
`hinterhand paper run` (with [[cells]]; with `over` a sweep of parameters), or one with one of these tables:

  [duel]            game, options, bots (two), deals, seed
  [selfplay]        game, options, bots, hands, seed, format (jsonl or parquet), part_hands
  [exploitability]  game, options, bot, seed, most_nodes; or strategy, a solution of a hand of Kinderschnapsen
  [training]        game, options, sampling, linear, seed, shards (units of a round), most_megabytes

A unit is a range of items: deals with their pairing, hands, deals, information sets or turnups, iterations, pieces of work.
Its name is the hash of the experiment, with rules, bots, versions and files that they play by, and of the range. The number
of items of a unit is chosen so that it takes about --target-seconds here: some items are done for that, for about a second.

Bots that go by the clock are refused, since their play depends on the machine. Pieces of work that measure time are left
out, and named.

A Swiss tournament and training go round by round: --after is what the round before has come to, the store or the table
that `hinterhand unit merge` has written. Self-play may be --after the folder of an earlier generation.")]
pub(super) struct Args {
    /// The experiment
    #[arg(value_name = "EXPERIMENT")]
    experiment: String,
    /// The file of the plan
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The time that a unit should take, in seconds
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = seconds)]
    target_seconds: f64,
    /// The number of items of a unit, instead of a time
    #[arg(long, value_name = "N", conflicts_with = "target_seconds", value_parser = clap::value_parser!(u64).range(1..))]
    per_unit: Option<u64>,
    /// What the round or generation before has come to
    #[arg(long, value_name = "PATH")]
    after: Option<PathBuf>,
    /// The amount of work of a published experiment; full if not given
    #[arg(long, value_name = "SCALE", value_parser = scale())]
    scale: Option<Scale>,
    /// Another seed than that of a published experiment
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|seconds| seconds.is_finite() && *seconds > 0.0)
        .ok_or("expected a number of seconds above 0".into())
}

pub(super) fn run(args: &Args) -> Done {
    let experiment = experiment(args)?;
    let folder = args.out.parent().unwrap_or(Path::new(""));
    let work = open(&experiment, folder)?;
    let (per_unit, unit_seconds) = match (args.per_unit, work.per_unit()) {
        (Some(given), Some(fixed)) if given != fixed => {
            return Err(Failure::Usage(anyhow!("--per-unit {given}: here a unit has {fixed}")));
        }
        (Some(given), _) => (given, None),
        (None, Some(fixed)) => (fixed, None),
        (None, None) => {
            let pace = calibrate(&*work, interrupt::flag()?)?;
            let pace = pace.ok_or(Failure::Stopped("stopped; no plan was written"))?;
            let items = pace.items(args.target_seconds);
            (items, Some(items as f64 * pace.item_seconds))
        }
    };
    let plan = Plan::new(experiment, work.items(per_unit), per_unit, unit_seconds);
    if plan.items == 0 {
        return Err(Failure::Usage(anyhow!("`{}` has nothing to do in units", args.experiment)));
    }
    plan.write(&args.out)?;
    let about =
        unit_seconds.map_or_else(String::new, |seconds| format!(", each about {}", time::format(seconds)));
    let (units, items) = (plan.unit_count(), plan.items);
    complain(format_args!(
        "{}: {units} units of {per_unit} of {items} items{about}; experiment {}",
        args.out.display(),
        &plan.hash[..16]
    ));
    Ok(ExitCode::SUCCESS)
}

/// Finds out what EXPERIMENT is.
fn experiment(args: &Args) -> Result<Experiment, Failure> {
    if let Some(published) = papers::all().into_iter().find(|known| known.name == args.experiment) {
        return paper(args, &published);
    }
    let path = Path::new(&args.experiment);
    if path.extension().is_none() && !path.exists() {
        let names: Vec<String> = papers::all().into_iter().map(|known| known.name).collect();
        return Err(Failure::Usage(anyhow!(
            "there is no published experiment `{}` and no such file; the experiments are {}",
            args.experiment,
            names.join(", ")
        )));
    }
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    // What is wrong in the file is told by those who read it.
    let keys: Toml = text.parse().unwrap_or_default();
    if keys.contains_key("cells") {
        let published = Published::read(&text).map_err(|error| anyhow!("{name}, {error}"))?;
        return paper(args, &published);
    }
    if args.scale.is_some() || args.seed.is_some() {
        return Err(Failure::Usage(anyhow!(
            "--scale and --seed are for published experiments: a file gives its seed"
        )));
    }
    if keys.contains_key("bot") {
        return tournament(path, args.after.as_deref());
    }
    let file = ExperimentFile::read(&text).map_err(|error| anyhow!("{name}, {error}"))?;
    file.experiment(args.after.as_deref()).map_err(refusal)
}

/// A published experiment.
fn paper(args: &Args, published: &Published) -> Result<Experiment, Failure> {
    if args.after.is_some() {
        return Err(Failure::Usage(anyhow!("--after: published experiments have no rounds")));
    }
    let scale = args.scale.unwrap_or(Scale::Full);
    check_seed(args.seed, [published], scale)?;
    let (paper, quiet) =
        Paper::new(published, scale, args.seed.unwrap_or(published.seed)).map_err(refusal)?;
    if !quiet.is_empty() {
        complain(format_args!(
            "left out, since they measure time: {}; after the merge, `hinterhand paper run {} --scale {} --resume` does them on \
             one quiet machine",
            quiet.join(", "),
            args.experiment,
            scale.name()
        ));
    }
    Ok(Experiment::Paper(paper))
}

/// A tournament in a file.
fn tournament(path: &Path, after: Option<&Path>) -> Result<Experiment, Failure> {
    let draft = Draft::new(Some(path), &Flags::default())?;
    let (plan, bots): (_, Vec<Bot>) = draft.plan()?;
    let game = games::load(&draft.game, |settings| draft.fill(settings))?;
    let round = TournamentRound::new(&game, plan, &bots, after).map_err(refusal)?;
    Ok(Experiment::Tournament(round))
}
