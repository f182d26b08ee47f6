//! Explicit game trees in files.

use hinterhand_engine::games::Tree;
use hinterhand_engine::games::tree::efg::EfgError;
use hinterhand_engine::{Described, OptionError, Settings};

use crate::files::tree_json::{self, TreeJsonError};

/// Reads a tree from text in either format: JSON begins with `{`, Gambit's `.efg` with `EFG`.
pub fn read(text: &str) -> Result<Tree, TreeTextError> {
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
        Ok(tree_json::read(text.trim_start_matches('\u{feff}'))?)
    } else {
        Ok(Tree::from_efg(text)?)
    }
}

/// Why a text is no tree.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages are those of the formats")]
pub enum TreeTextError {
    #[error(transparent)]
    Json(#[from] TreeJsonError),
    #[error(transparent)]
    Efg(#[from] EfgError),
}

/// Reads the tree in the file that the option `file` names: what `with_settings` is for games without a file.
pub fn open(settings: &Settings) -> Result<Tree, OptionError> {
    let file = settings.word("file");
    if file.is_empty() {
        return Tree::with_settings(settings);
    }
    let broken = |message: String| OptionError::Text { key: "file", message: format!("{file}: {message}") };
    let text = std::fs::read_to_string(&file).map_err(|error| broken(error.to_string()))?;
    read(&text).map_err(|error| broken(error.to_string()))
}
