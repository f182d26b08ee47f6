//! A file of hands, which is there whole or not at all.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use hinterhand_players::files::column_file;

use super::run::Play;
use super::{Ended, Form, HandError, Plan, RowFile, RunError, run};
use crate::workers::Workers;

/// The hands of a file, and how they are played.
#[derive(Clone)]
pub struct Hands<'a> {
    /// The plan that they belong to.
    pub plan: &'a Plan,
    /// Their numbers.
    pub numbers: Range<u64>,
    /// Plays one of them.
    pub play: Play<'a>,
    /// The threads.
    pub workers: &'a Workers,
}

/// Why a file could not be made.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum SelfplayError {
    #[error(transparent)]
    Hand(#[from] HandError),
    #[error("cannot write {}: {error}", .path.display())]
    File { path: PathBuf, error: io::Error },
}

/// Plays these hands and writes them to `path`, which is replaced in one step if it is there. `progress` is
/// called with the number of each hand that is done. Returns the number of rows, or `None` if it was stopped;
/// then nothing is written.
pub fn write_file(
    path: &Path,
    form: Form,
    hands: &Hands<'_>,
    stop: &AtomicBool,
    mut progress: impl FnMut(u64),
) -> Result<Option<u64>, SelfplayError> {
    let Hands { plan, ref numbers, play, workers } = *hands;
    // The outcome of the hands, if the disk did not fail.
    let mut ended = Ok(Ended::Over);
    let mut rows = 0;
    let written = column_file::replace(path, &mut |out| {
        let mut file = RowFile::new(form, plan, out)?;
        let keep = |hand: &_| {
            file.hand(hand)?;
            progress(hand.number);
            Ok(())
        };
        ended = match run(numbers.clone(), play, workers, stop, keep) {
            Ok(ended) => Ok(ended),
            Err(RunError::Hand(error)) => Err(error),
            Err(RunError::Keep(error)) => return Err(error),
        };
        if !matches!(ended, Ok(Ended::Over)) {
            // With an error nothing is put in the place of the file.
            return Err(io::ErrorKind::Interrupted.into());
        }
        rows = file.finish()?;
        Ok(())
    });
    match (ended?, written) {
        (Ended::Stopped, _) => Ok(None),
        (Ended::Over, Ok(())) => Ok(Some(rows)),
        (Ended::Over, Err(error)) => Err(SelfplayError::File { path: path.to_owned(), error }),
    }
}

impl std::fmt::Debug for Hands<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hands").field("numbers", &self.numbers).finish_non_exhaustive()
    }
}
