//! The folder of a training. What is in it, and what stays true of it when the program ends at any moment:
//!
//! | file | what |
//! | --- | --- |
//! | `config.toml` | what was asked for, as it was given last |
//! | `checkpoint` | everything needed to continue; it is authoritative |
//! | `metrics.jsonl` | a line for what is trained, and one for each judgement |
//! | `best.strategy` | the best strategy of the judgements in the checkpoint |
//! | `best.next` | one that is better still, until the next checkpoint counts it |
//! | `last.strategy` | the strategy where training ended or was stopped last |
//! | `.lock` | held by the program that trains |
//!
//! Each file is replaced in one step. A judgement counts once it is in the checkpoint; so a better strategy
//! waits beside the best until then, and when training continues it is taken or deleted according to the
//! checkpoint.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use hinterhand_players::files::column_file::{ColumnFile, ColumnFileError, replace};
use hinterhand_players::strategy::StrategyFile;

use super::{Task, checkpoint};

/// A folder that is locked against other trainings.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Held for as long as this process trains.
    _lock: File,
}

/// A folder that cannot be trained in.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum FolderError {
    #[error("cannot make or read the folder {}: {error}", .path.display())]
    Make { path: PathBuf, error: io::Error },
    #[error("cannot write in the folder {}: {error}", .path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("{} holds other files and no training: name an empty or a new folder", .path.display())]
    Foreign { path: PathBuf },
    #[error("another process trains in {}: wait until it ends, or name another folder", .path.display())]
    Busy { path: PathBuf },
    #[error(
        "{} holds another training: {difference}; name another folder, or continue that one",
        .path.display()
    )]
    Other { path: PathBuf, difference: String },
    #[error(
        "{} holds a training without its checkpoint, and it cannot be continued: name another folder",
        .path.display()
    )]
    Lost { path: PathBuf },
    #[error(transparent)]
    File(#[from] ColumnFileError),
}

const CONFIG: &str = "config.toml";
const LOCK: &str = ".lock";

impl Folder {
    /// Opens the folder, which is made if it is not there. Fails at once if it is locked.
    pub fn open(path: &Path) -> Result<Folder, FolderError> {
        let make = |error| FolderError::Make { path: path.to_owned(), error };
        fs::create_dir_all(path).map_err(make)?;
        if !is_free_or_ours(path).map_err(make)? {
            return Err(FolderError::Foreign { path: path.to_owned() });
        }
        let write = |error| FolderError::Write { path: path.to_owned(), error };
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(path.join(LOCK));
        let lock = lock.map_err(write)?;
        match lock.try_lock() {
            Ok(()) => Ok(Folder { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(FolderError::Busy { path: path.to_owned() }),
            Err(TryLockError::Error(error)) => Err(write(error)),
        }
    }

    /// Prepares it for `task`, which a file with this text describes; returns whether there is a training to
    /// continue.
    pub fn prepare(&self, task: &Task, config: &str) -> Result<bool, FolderError> {
        let begun = begun(&self.path, task)?;
        replace(&self.path.join(CONFIG), &mut |out| out.write_all(config.as_bytes()))
            .map_err(|error| FolderError::Write { path: self.path.clone(), error })?;
        Ok(begun)
    }

    /// The path of the checkpoint.
    pub fn checkpoint(&self) -> PathBuf {
        self.path.join("checkpoint")
    }

    /// The path of the judgements.
    pub fn metrics(&self) -> PathBuf {
        self.path.join("metrics.jsonl")
    }

    /// The path of the best strategy.
    pub fn best(&self) -> PathBuf {
        self.path.join("best.strategy")
    }

    /// The path of a better strategy that waits for the next checkpoint.
    pub(super) fn next_best(&self) -> PathBuf {
        self.path.join("best.next")
    }

    /// The path of the last strategy.
    pub fn last(&self) -> PathBuf {
        self.path.join("last.strategy")
    }

    /// After a checkpoint that counts it, the one that waits is the best.
    pub(super) fn promote(&self) -> io::Result<()> {
        match fs::rename(self.next_best(), self.best()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Before training continues from a checkpoint in which the best strategy is that of an iteration, or
    /// there is none yet: the waiting strategy is taken if it is that one, and otherwise deleted. Returns
    /// whether the best strategy exists.
    pub(super) fn settle(&self, best: Option<u64>) -> io::Result<bool> {
        let iteration = |path: PathBuf| Some(StrategyFile::open(&path).ok()?.about().iterations);
        if best.is_some() && iteration(self.next_best()) == best {
            self.promote()?;
        } else if let Err(error) = fs::remove_file(self.next_best())
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(error);
        }
        Ok(best.is_none() || iteration(self.best()) == best)
    }
}

/// Whether a training of `task` has been begun in the folder at `path`, where there may be none yet. One of
/// another task is refused, and so are other files.
pub fn begun(path: &Path, task: &Task) -> Result<bool, FolderError> {
    let checkpoint = path.join("checkpoint");
    let make = |error| FolderError::Make { path: path.to_owned(), error };
    let exists = |file: &Path| file.try_exists().map_err(make);
    if exists(path)? && !is_free_or_ours(path).map_err(make)? {
        return Err(FolderError::Foreign { path: path.to_owned() });
    }
    if !exists(&checkpoint)? {
        // A training writes a checkpoint before anything else.
        let lost = exists(&path.join("metrics.jsonl"))?;
        return if lost { Err(FolderError::Lost { path: path.to_owned() }) } else { Ok(false) };
    }
    let file = ColumnFile::open(&checkpoint, checkpoint::KIND)?;
    let there: Task =
        serde_json::from_value(file.about()["task"].clone()).map_err(|error| file.senseless(&error))?;
    match task.difference(&there) {
        None => Ok(true),
        Some(difference) => Err(FolderError::Other { path: path.to_owned(), difference }),
    }
}

/// Whether a folder has a training in it or nothing: what a crash has left in the making is nothing.
fn is_free_or_ours(path: &Path) -> io::Result<bool> {
    let mut free = true;
    for entry in fs::read_dir(path)? {
        let name = entry?.file_name();
        if name == CONFIG {
            return Ok(true);
        }
        free &= name == LOCK || name.to_string_lossy().starts_with(".hinterhand-");
    }
    Ok(free)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task() -> Task {
        Task {
            game: "kuhn".to_owned(),
            options: serde_json::Map::new(),
            rules: "none".to_owned(),
            algorithm: "dcfr".to_owned(),
            growing: false,
            spacing: None,
            best: None,
            gauntlet: None,
        }
    }

    #[test]
    fn one_trains_in_a_folder_and_not_among_other_files() {
        let parent = tempfile::tempdir().expect("there is room for temporary files");
        let path = parent.path().join("a/b");
        let folder = Folder::open(&path).expect("it can be made");
        assert!(matches!(Folder::open(&path), Err(FolderError::Busy { .. })));
        assert!(!folder.prepare(&task(), "game = 'kuhn'").expect("it can be written"));
        drop(folder);
        fs::write(path.join("notes"), "mine").expect("there is room");
        Folder::open(&path).expect("it has a training in it");
        fs::remove_file(path.join(CONFIG)).expect("it is there");
        assert!(matches!(Folder::open(&path), Err(FolderError::Foreign { .. })));
        assert!(matches!(Folder::open(&path.join("notes")), Err(FolderError::Make { .. })));
    }
}
