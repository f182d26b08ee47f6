//! `hinterhand paper`: published experiments, repeated.

mod index;
mod list;
mod run;
mod show;

use std::path::Path;

use anyhow::{Context as _, anyhow};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use hinterhand_engine::nearest;
use hinterhand_papers::{self as papers, Experiment, Scale};
use hinterhand_players::games::did_you_mean;

use super::{Done, Failure};

/// Repeat published experiments, with our figures beside those of the paper
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand paper list
  hinterhand paper show cfr
  hinterhand paper run cfr                       everything, into papers.db and docs/papers/cfr.md
  hinterhand paper run --all --scale small       a little of everything
  hinterhand paper run mine.toml                 an experiment of your own
  hinterhand paper index                         all pages, what was not reproduced first")]
pub(super) struct Args {
    #[command(subcommand)]
    mode: Mode,
}

#[derive(Debug, clap::Subcommand)]
enum Mode {
    List(list::Args),
    Show(show::Args),
    Run(run::Args),
    Index(index::Args),
}

pub(super) fn run(args: &Args) -> Done {
    match &args.mode {
        Mode::List(args) => list::run(args),
        Mode::Show(args) => show::run(args),
        Mode::Run(args) => run::run(args),
        Mode::Index(args) => index::run(args),
    }
}

/// Reads a scale.
pub(super) fn scale() -> impl TypedValueParser<Value = Scale> {
    let [small, full] = [Scale::Small, Scale::Full].map(|scale| PossibleValue::new(scale.name()));
    let small = small.help("A little of everything, in a minute: a test that it can be done");
    PossibleValuesParser::new([small, full.help("What the page shows")])
        .map(|name| if name == Scale::Small.name() { Scale::Small } else { Scale::Full })
}

/// Refuses a seed where nothing is drawn at random.
pub(super) fn check_seed<'a>(
    seed: Option<u64>,
    experiments: impl IntoIterator<Item = &'a Experiment>,
    scale: Scale,
) -> Result<(), Failure> {
    if seed.is_none() {
        return Ok(());
    }
    let mut names = Vec::new();
    for experiment in experiments {
        if experiment.draws(scale).map_err(|error| anyhow!("`{}`: {error}", experiment.name))? {
            return Ok(());
        }
        names.push(experiment.name.as_str());
    }
    Err(Failure::Usage(anyhow!(
        "--seed is for experiments in which something is drawn at random, and not for {}",
        names.join(" and ")
    )))
}

/// The experiment with this name, or in this file.
fn named(name: &str) -> Result<Experiment, Failure> {
    if Path::new(name).extension().is_some_and(|ending| ending == "toml") {
        let text = std::fs::read_to_string(name).with_context(|| format!("cannot read {name}"))?;
        let read = Experiment::read(&text).map_err(|error| Failure::Data(anyhow!("{name}, {error}")))?;
        if let Some(own) = papers::all().into_iter().find(|own| own.name == read.name) {
            return Err(Failure::Data(anyhow!(
                "{name}: this program has an experiment `{}` of its own",
                own.name
            )));
        }
        return Ok(read);
    }
    let all = papers::all();
    let names: Vec<String> = all.iter().map(|experiment| experiment.name.clone()).collect();
    all.into_iter().find(|experiment| experiment.name == name).ok_or_else(|| {
        let meant = did_you_mean(nearest(name, names.iter().map(String::as_str)));
        Failure::Usage(anyhow!(
            "there is no experiment `{name}`{meant}; there are {}, or the name of a .toml file",
            names.join(", ")
        ))
    })
}
