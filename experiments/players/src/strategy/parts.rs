//! The strategies of a whole game of Kinderschnapsen on their way into one file: a file for each score beside
//! it.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use hinterhand_kinderschnapsen::{Score, Solution};
use serde_json::{Value as Json, json};

use super::kinderschnapsen::{column_name, columns, columns_of, scores};
use super::{About, KIND};
use crate::files::column_file::{self, Column, ColumnFile, ColumnFileError};

/// The file type in the headers of single scores.
const PART: &str = "part of a strategy";

/// The files of single scores that become one.
#[derive(Clone, Debug)]
pub struct Parts {
    out: PathBuf,
}

impl Parts {
    /// The parts of the file that is to be `out`.
    pub fn of(out: PathBuf) -> Parts {
        Parts { out }
    }

    /// The file of a score.
    pub fn path(&self, score: Score) -> PathBuf {
        let mut name = self.out.as_os_str().to_owned();
        name.push(format!(".{}-{}.part", score.leader, score.other));
        name.into()
    }

    /// Opens the file of a score.
    pub fn open(&self, score: Score) -> Result<ColumnFile, ColumnFileError> {
        ColumnFile::open(&self.path(score), PART)
    }

    /// Writes the file of a score.
    pub fn write(&self, score: Score, about: &Json, solution: &Solution<'_>) -> anyhow::Result<()> {
        let path = self.path(score);
        column_file::write(&path, PART, about, &columns(solution))
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// Puts all parts into one file and removes them.
    pub fn compose(&self, about: &About) -> anyhow::Result<()> {
        let files: Vec<(Score, ColumnFile)> =
            scores().map(|score| Ok((score, self.open(score)?))).collect::<Result<_, ColumnFileError>>()?;
        let mut all = Vec::new();
        for (score, file) in &files {
            for (name, column) in columns_of(file)? {
                all.push((column_name(*score, name), column));
            }
        }
        let all: Vec<(&str, Column<'_>)> =
            all.iter().map(|(name, column)| (name.as_str(), *column)).collect();
        column_file::write(&self.out, KIND, &json!(about), &all)
            .with_context(|| format!("cannot write {}", self.out.display()))?;
        self.remove()
    }

    /// Removes what there is of them.
    pub fn remove(&self) -> anyhow::Result<()> {
        for path in scores().map(|score| self.path(score)).filter(|path| path.exists()) {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
        Ok(())
    }
}
