//! A store that cannot be used, or not any more.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why something could not be read from a store or kept in it. What was acknowledged before is not affected.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum StoreError {
    #[error("there is no file {}", .path.display())]
    Missing { path: PathBuf },
    #[error("cannot open {}: {message}", .path.display())]
    Open { path: PathBuf, message: String },
    #[error("{} is no store: it is {what}", .path.display())]
    Foreign { path: PathBuf, what: &'static str },
    #[error(
        "{} was written by a newer version of this program: its schema is {found}, and this version knows up to {known}",
        .path.display()
    )]
    Newer { path: PathBuf, found: i64, known: i64 },
    #[error("another run is at work on {}: wait until it ends, or use another file", .path.display())]
    Busy { path: PathBuf },
    #[error("{} cannot be written: the file or its folder is read-only", .path.display())]
    ReadOnly { path: PathBuf },
    #[error("no room is left to write {}; what was stored before is safe", .path.display())]
    Full { path: PathBuf },
    #[error("{} cannot be read or written: {message}; what was stored before is safe", .path.display())]
    Device { path: PathBuf, message: String },
    #[error("{} is damaged: {message}", .path.display())]
    Damaged { path: PathBuf, message: String },
    #[error("{}: {message}", .path.display())]
    Other { path: PathBuf, message: String },
    #[error(
        "{} has no tournament{}; {}",
        .path.display(),
        .name.as_ref().map_or_else(String::new, |name| format!(" `{name}`")),
        if .there.is_empty() { "it is empty".to_owned() } else { format!("there is: {}", .there.join(", ")) }
    )]
    NoTournament { path: PathBuf, name: Option<String>, there: Vec<String> },
    #[error("{} has several tournaments, and one must be named: {}", .path.display(), .there.join(", "))]
    Several { path: PathBuf, there: Vec<String> },
    #[error(
        "{} has another tournament called `{name}`, which differs in its {what}; give this one another name",
        .path.display()
    )]
    NameTaken { path: PathBuf, name: String, what: &'static str },
    #[error(
        "{} has another training called `{name}`: {difference}; give this one another `name`",
        .path.display()
    )]
    TrainingTaken { path: PathBuf, name: String, difference: String },
    #[error(
        "training `{name}` is another one in {} than in {}: they cannot be merged",
        .second.display(), .first.display()
    )]
    TrainingDiffers { name: String, first: PathBuf, second: PathBuf },
    #[error("tournament `{name}` differs in its {what} between {} and {}: they cannot be merged", .first.display(), .second.display())]
    Differs { name: String, what: &'static str, first: PathBuf, second: PathBuf },
    #[error("{} is there already, and a merge writes a new file", .path.display())]
    Exists { path: PathBuf },
}

/// Why hands could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl StoreError {
    /// The message of the database, with the name of its file.
    pub(super) fn of(path: &Path, error: &rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        let message = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full { path },
            Some(ErrorCode::ReadOnly) => StoreError::ReadOnly { path },
            Some(ErrorCode::NotADatabase) => StoreError::Foreign { path, what: "no database" },
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, message },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { path },
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => StoreError::Open { path, message },
            Some(ErrorCode::SystemIoFailure) => StoreError::Device { path, message },
            _ => StoreError::Other { path, message },
        }
    }

    /// Something in the file that no store has.
    pub fn senseless(path: &Path, message: &(impl ToString + ?Sized)) -> StoreError {
        StoreError::Damaged { path: path.to_owned(), message: message.to_string() }
    }
}
