//! Figures in a file of one JSON object, which is there whole or not at all.

use std::path::Path;

use anyhow::Context as _;
use hinterhand_players::files::column_file;
use serde_json::Value as Json;

/// Writes figures as a file of one JSON object.
pub(super) fn write_json(path: &Path, figures: &Json) -> anyhow::Result<()> {
    let written = column_file::replace(path, &mut |out| writeln!(out, "{figures}"));
    written.with_context(|| format!("cannot write {}", path.display()))
}
