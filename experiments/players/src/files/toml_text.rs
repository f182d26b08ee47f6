//! TOML files that people write: what is wrong in one has its place and the nearest right word.

use hinterhand_engine::nearest;
use serde::de::DeserializeOwned;

use crate::files::place::Place;
use crate::games::did_you_mean;

/// An error in a file, with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {message}")]
pub struct TomlError {
    /// The place.
    place: Place,
    /// The message.
    message: String,
}

impl TomlError {
    /// Something is wrong at the byte at `offset` of `text`.
    pub fn new(text: &str, offset: usize, message: &dyn ToString) -> TomlError {
        TomlError { place: Place::of(text, offset), message: message.to_string() }
    }
}

/// Parses the content of a file.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, TomlError> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let mut message = error.message().to_owned();
        message += &did_you_mean(meant(&message));
        TomlError::new(text, error.span().map_or(0, |span| span.start), &message)
    })
}

/// A suggestion for a word of which the message says that others are expected.
fn meant(message: &str) -> Option<&str> {
    if !message.starts_with("unknown") {
        return None;
    }
    let mut quoted = message.split('`').skip(1).step_by(2);
    let given = quoted.next()?;
    nearest(given, quoted)
}
