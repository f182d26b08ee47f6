//! Makes of the results of all units what one machine would have made.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::{Part, Plan, ResultFile, Results, Status, Twice, Work};

/// What was merged.
#[derive(Clone, PartialEq, Debug)]
pub struct Merged {
    /// What there was; damaged files and those of other plans are left out.
    pub status: Status,
    /// A line about the result.
    pub summary: String,
}

/// Results that cannot be merged. Nothing was written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum MergeError {
    #[error("cannot read the results: {0}")]
    Read(io::Error),
    #[error("{}{}", .0[0], more(.0.len()))]
    Twice(Vec<Twice>),
    #[error(
        "{} of {} units have no result{}: `hinterhand unit status` names their tasks{}",
        .status.missing.len(), .status.units, damaged(&.status.damaged),
        if *.keeps_parts { "; --partial merges what there is" } else { "" }
    )]
    Missing { status: Box<Status>, keeps_parts: bool },
    #[error(transparent)]
    Work(#[from] anyhow::Error),
}

/// What follows the first of several messages.
fn more(count: usize) -> String {
    if count == 1 { String::new() } else { format!("; and {} more units", count - 1) }
}

/// The damaged files, to follow the number of units without results.
fn damaged(files: &[(PathBuf, crate::Damage)]) -> String {
    let Some((path, damage)) = files.first() else { return String::new() };
    format!(" ({}: {damage}{})", path.display(), more(files.len()).replace("units", "files"))
}

/// Merges the results in some folders into `out`. Units without results are an error, unless they are to be `partial`,
/// which not every experiment allows.
pub fn merge(
    plan: &Plan,
    work: &dyn Work,
    results: &Results,
    out: &Path,
    partial: bool,
) -> Result<Merged, MergeError> {
    let mut files = Vec::new();
    let status = Status::each(plan, results, |number, path| files.push((number, path)));
    let status = status.map_err(MergeError::Read)?;
    if !status.twice.is_empty() {
        return Err(MergeError::Twice(status.twice));
    }
    let keeps_parts = work.keeps_parts();
    let may_be_partial = partial && keeps_parts;
    if !may_be_partial && !status.missing.is_empty() {
        return Err(MergeError::Missing { status: Box::new(status), keeps_parts });
    }
    // Read once more, one after the other: they need not fit into the memory together.
    let mut parts = files.into_iter().map(|(number, path)| {
        let result = ResultFile::read(&path).with_context(|| path.display().to_string())?;
        Ok(Part { items: plan.unit(number).items(), payload: result.payload })
    });
    let summary = work.merge(&mut parts, plan.per_unit, out)?;
    Ok(Merged { status, summary })
}
