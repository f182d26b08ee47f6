//! The files that trainers write: checkpoints and strategies.

use std::path::Path;

use anyhow::Context as _;
use hinterhand_players::files::column_file::{self, Column, ColumnFile, ColumnFileError};
use hinterhand_players::strategy::{self, About, TableColumns};
use serde_json::Value as Json;

use crate::checkpoint;

/// Writes the columns of a checkpoint.
pub(super) fn write_checkpoint(
    path: &Path,
    about: &Json,
    columns: &[(&str, Column<'_>)],
) -> anyhow::Result<()> {
    column_file::write(path, checkpoint::KIND, about, columns).with_context(|| cannot_write(path))
}

/// Writes a table as a strategy.
pub(super) fn write_table(path: &Path, about: &About, columns: &TableColumns) -> anyhow::Result<()> {
    let about = serde_json::to_value(about)?;
    column_file::write(path, strategy::KIND, &about, &columns.columns()).with_context(|| cannot_write(path))
}

/// The message of a file that cannot be written.
pub(super) fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// The only number of a column.
pub(super) fn single(file: &ColumnFile, name: &str) -> Result<u64, ColumnFileError> {
    match file.column(name)? {
        &[number] => Ok(number),
        _ => Err(file.senseless(&format!("column `{name}` must be one number"))),
    }
}
