//! `hinterhand report`: a page for people about a file.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use hinterhand_players::files::column_file::replace;
use hinterhand_reports::{self as reports, ReportError, Source};

use super::{Done, Failure};

/// Write a report on a tournament, a training or a strategy as one HTML file
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand report sixty-six.db --out sixty-six.html
  hinterhand report leduc.jsonl --out training.html      the log of `hinterhand solve leduc --log leduc.jsonl`
  hinterhand report leduc.strategy --out leduc.html      what `hinterhand solve leduc --out leduc.strategy` found

The page needs no other file, no network and no scripts. It follows the light or dark colours of its reader, and can be
read on a phone and on paper. The same file gives the same bytes.")]
pub(super) struct Args {
    /// A store with tournaments, the log of a training as JSON lines, or a strategy
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The name of the tournament, if the store has several
    #[arg(long, value_name = "NAME")]
    tournament: Option<String>,
    /// The page to write
    #[arg(long, value_name = "REPORT.html")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> Done {
    if is_same(args) {
        return Err(Failure::Usage(anyhow!(
            "--out {} is the file that is reported on, and would be lost",
            args.out.display()
        )));
    }
    let source = Source::of(&args.file)?;
    if args.tournament.is_some() && source != Source::Store {
        let file = args.file.display();
        return Err(Failure::Usage(anyhow!("--tournament is for a store, and {file} is none")));
    }
    let page = match source {
        Source::Store => reports::of_tournament(&args.file, args.tournament.as_deref())?,
        Source::Strategy => reports::of_strategy(&args.file)?,
        Source::Log => reports::of_training(&args.file)?,
    };
    replace(&args.out, &mut |out| out.write_all(page.as_bytes()))
        .with_context(|| format!("cannot write {}", args.out.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Whether the page would overwrite the file that it is about.
fn is_same(args: &Args) -> bool {
    let whole = |path: &PathBuf| path.canonicalize().ok();
    whole(&args.file).is_some_and(|file| whole(&args.out) == Some(file))
}

/// The command line is right if a file is wrong.
impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Failure {
        Failure::Data(error.into())
    }
}
