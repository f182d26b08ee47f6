//! Reports: a file of this program as one page for people.
//!
//! A page is one HTML file without scripts that contains its pictures and its style. The same file gives the
//! same bytes.

mod format;
mod page;
mod solution;
mod tournament;
mod training;

use std::io::Read as _;
use std::path::Path;

use hinterhand_engine::Settings;
use hinterhand_matches::store::{Store, StoreError};
use hinterhand_players::files::column_file::ColumnFileError;
use hinterhand_players::games::{self, GameError};
use hinterhand_players::option_value;
use hinterhand_players::strategy::StrategyFile;
use hinterhand_training::{LogError, LogHead, Point, read_log};

/// The failure of a report.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum ReportError {
    #[error("cannot read {name}: {error}")]
    Read { name: String, error: std::io::Error },
    #[error("{name} is empty")]
    Empty { name: String },
    #[error(
        "{name} is nothing that can be reported on: no store with tournaments, no strategy, and no training log as JSON \
         lines: {error}"
    )]
    Log { name: String, error: LogError },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Strategy(#[from] ColumnFileError),
    #[error("{name}: {error}")]
    Game { name: String, error: GameError },
}

/// The kind of a file by its first bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A store with tournaments.
    Store,
    /// A strategy, or a checkpoint, which is refused later.
    Strategy,
    /// Any other file, which can only be a training log.
    Log,
}

impl Source {
    /// The kind of the file at `path`.
    pub fn of(path: &Path) -> Result<Source, ReportError> {
        let name = path.display().to_string();
        let mut first = Vec::new();
        let file = std::fs::File::open(path);
        let read = file.and_then(|file| file.take(16).read_to_end(&mut first));
        match (read, &first[..]) {
            (Err(error), _) => Err(ReportError::Read { name, error }),
            (Ok(0), _) => Err(ReportError::Empty { name }),
            (Ok(_), b"SQLite format 3\0") => Ok(Source::Store),
            (Ok(_), first) if first.starts_with(b"HNTRHND\0") => Ok(Source::Strategy),
            (Ok(_), _) => Ok(Source::Log),
        }
    }
}

/// The report on a tournament of the store at `path`, the only one if there is no name.
pub fn of_tournament(path: &Path, name: Option<&str>) -> Result<String, ReportError> {
    let store = Store::read(path)?;
    let tournament = store.tournament(name)?;
    Ok(tournament::page(&store, &tournament, &file_name(path))?.html())
}

/// The report on the training log at `path`.
pub fn of_training(path: &Path) -> Result<String, ReportError> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| ReportError::Read { name: name.clone(), error })?;
    // Bytes that are not text are refused as a line of the log.
    let (head, log) =
        read_log(&String::from_utf8_lossy(&bytes)).map_err(|error| ReportError::Log { name, error })?;
    Ok(training::page(head.as_ref(), &log, &file_name(path)).html())
}

/// The report on a training whose log is named `file` if it is written.
pub fn of_log(head: &LogHead, log: &[Point], file: &str) -> String {
    training::page(Some(head), log, file).html()
}

/// The report on the strategy at `path`.
pub fn of_strategy(path: &Path) -> Result<String, ReportError> {
    let (strategy, file) = (StrategyFile::open(path)?, file_name(path));
    let about = strategy.about();
    let fill = |settings: &mut Settings| Ok::<_, GameError>(option_value::fill(settings, &about.options)?);
    let game = games::load(&about.game, fill)
        .map_err(|error| ReportError::Game { name: path.display().to_string(), error })?;
    Ok(solution::page(&strategy, &game, &file)?.html())
}

/// The name of a file without its folder, so that a report does not depend on where it was made.
fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
