//! `hinterhand paper run`: runs experiments and writes their pages.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use anyhow::anyhow;
use hinterhand_matches::store::{CellsOf, Durability, Store};
use hinterhand_papers::{
    self as papers, Experiment, Page, Place, Results, Scale, Solution, Tally, figures_file,
};
use hinterhand_players::protocol::quoted;

use super::super::{Done, Failure, complain, interrupt, output, threads};
use super::{check_seed, named, scale};
use crate::command::progress::Progress;

/// Run experiments and write their pages
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand paper run cfr --store papers.db
  hinterhand paper run cfr --resume
  hinterhand paper run --all --scale small --store /tmp/small.db

Each piece of work is kept in the store when it is done. Ctrl-C drops the pieces that are not finished, and --resume
continues with what is left. Beside its page, an experiment has a file NAME.jsonl with all figures, a piece of work in
each line; --resume takes from it what the store does not have, so that a run can continue on another machine. The page
shows our figures beside those of the paper, which of them are reproduced by which test, and how it was made. Everything
except times depends on the seed alone, and not on the number of threads, except where bots think by the clock. Figures
that are not reproduced are a result like others: exit status 0.")]
pub(super) struct Args {
    /// The experiments, by name or as TOML files
    #[arg(value_name = "NAME", required_unless_present = "all", conflicts_with = "all")]
    names: Vec<String>,
    /// All experiments of this program
    #[arg(long)]
    all: bool,
    /// The amount of work: a little of everything, or all that the page shows
    #[arg(long, value_name = "SCALE", default_value = "full", value_parser = scale())]
    scale: Scale,
    /// Continue with the work that is left
    #[arg(long, conflicts_with = "again")]
    resume: bool,
    /// Forget the work that was done before
    #[arg(long)]
    again: bool,
    /// The store in which figures are kept, with the solution of Kinderschnapsen beside it
    #[arg(long, value_name = "STORE", default_value = "papers.db")]
    store: PathBuf,
    /// The folder of the pages; docs/papers for the full scale if not given, and none for the small one
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Another seed than that of the experiment
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// The number of pieces of work at a time; by default the number of cores
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(super) fn run(args: &Args) -> Done {
    // Each with the argument that named it.
    let experiments: Vec<(String, Experiment)> = match args.all {
        true => papers::all().into_iter().map(|experiment| (experiment.name.clone(), experiment)).collect(),
        false => {
            args.names.iter().map(|name| Ok((name.clone(), named(name)?))).collect::<Result<_, Failure>>()?
        }
    };
    for (number, (_, experiment)) in experiments.iter().enumerate() {
        if experiments[..number].iter().any(|(_, other)| other.name == experiment.name) {
            return Err(Failure::Usage(anyhow!("`{}` is given twice", experiment.name)));
        }
    }
    check_seed(args.seed, experiments.iter().map(|(_, experiment)| experiment), args.scale)?;
    let store = Store::open(&args.store, Durability::Process)?;
    for (_, experiment) in &experiments {
        begin(args, &store, experiment)?;
    }
    let stop = interrupt::flag()?;
    let threads = threads(args.threads);
    let folder = args.store.parent().unwrap_or(Path::new(""));
    let pages =
        args.out.clone().or_else(|| (args.scale == Scale::Full).then(|| PathBuf::from("docs/papers")));
    let place = Place::here(Solution::new(folder, args.scale), threads);
    let mut out = output();
    for (asked, experiment) in &experiments {
        let seed = args.seed.unwrap_or(experiment.seed);
        let of = CellsOf { experiment: &experiment.name, scale: args.scale.name(), seed };
        let figures = pages.as_ref().map(|folder| folder.join(format!("{}.jsonl", experiment.name)));
        if let Some(figures) = figures.as_ref().filter(|_| args.resume) {
            figures_file::read(&store, of, figures).map_err(Failure::Data)?;
        }
        let mut results = Results::read(&store, experiment, args.scale, seed)?;
        complain(format_args!(
            "{}: {} of {} pieces of work are done",
            experiment.name,
            results.done.len(),
            results.cells.len()
        ));
        let mut progress = Progress::new("pieces of work", results.cells.len() as u64);
        progress.reached(results.done.len() as u64);
        let mut written = Ok(());
        let report = |_: &str, done: usize| {
            progress.reached(done as u64);
            if let (Some(figures), true) = (&figures, written.is_ok()) {
                written = figures_file::write(&store, of, figures);
            }
        };
        let ran = papers::run(&store, experiment, &mut results, &place, stop, report);
        progress.finish();
        ran.and(written)?;
        if stop.load(Ordering::Relaxed) {
            complain(format_args!(
                "stopped after {} of {} pieces of work; continue with the same command, with --resume and without --again",
                results.done.len(),
                results.cells.len()
            ));
            out.flush()?;
            return Ok(ExitCode::from(interrupt::STATUS));
        }
        let results = Results::read(&store, experiment, args.scale, seed)?;
        if args.scale == Scale::Full {
            papers::missing(experiment, &results)
                .iter()
                .for_each(|message| complain(format_args!("{asked}: {message}")));
        }
        writeln!(out, "{}: {}", experiment.name, Tally::of(experiment, &results).summary())?;
        if let Some(figures) = &figures {
            figures_file::write(&store, of, figures)?;
        }
        if let Some(folder) = &pages {
            Page::of(experiment, &results, &command(args, asked)).write(folder, &experiment.name)?;
            writeln!(out, "{}", folder.join(format!("{}.md", experiment.name)).display())?;
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Makes sure that no work that was done is lost or repeated by mistake.
fn begin(args: &Args, store: &Store, experiment: &Experiment) -> Result<(), Failure> {
    let seed = args.seed.unwrap_or(experiment.seed);
    let of = CellsOf { experiment: &experiment.name, scale: args.scale.name(), seed };
    if args.again {
        store.forget_cells(of)?;
    }
    let done = store.cells(of)?.len();
    if done > 0 && !args.resume {
        return Err(Failure::Data(anyhow!(
            "{} has {done} pieces of work of `{}`: continue with --resume, or repeat them with --again",
            args.store.display(),
            experiment.name
        )));
    }
    Ok(())
}

/// The command that makes the page.
fn command(args: &Args, asked: &str) -> String {
    let mut command = format!("hinterhand paper run {}", quoted(asked));
    if args.scale != Scale::Full {
        command += &format!(" --scale {}", args.scale.name());
    }
    if let Some(seed) = args.seed {
        command += &format!(" --seed {seed}");
    }
    command
}
