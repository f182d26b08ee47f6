//! The faults of options given as text.

use std::fmt;

use super::value::{Allowed, Value};

/// An option, value or preset that the game does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum OptionError {
    Unknown { game: &'static str, key: String, nearest: Option<&'static str>, allowed: Vec<&'static str> },
    OfAMatch { key: String },
    Value { key: &'static str, value: Value, allowed: Allowed, nearest: Option<&'static str> },
    Text { key: &'static str, message: String },
    Unplayable { game: &'static str, message: String },
    Preset { game: &'static str, name: String, nearest: Option<&'static str>, allowed: Vec<&'static str> },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hint =
            |nearest: &Option<&str>| nearest.map_or_else(String::new, |n| format!(" (did you mean `{n}`?)"));
        let list = |allowed: &[&str]| if allowed.is_empty() { "none".to_owned() } else { allowed.join(", ") };
        match self {
            OptionError::Unknown { game, key, nearest, allowed } => {
                write!(f, "{game} has no option `{key}`{}; it has: {}", hint(nearest), list(allowed))
            }
            OptionError::OfAMatch { key } => {
                write!(f, "`{key}` belongs to a match; a record is one hand and has no such option")
            }
            OptionError::Value { key, value, allowed, nearest } => {
                write!(f, "`{key}` cannot be `{value}`{}; allowed: {allowed}", hint(nearest))
            }
            OptionError::Text { key, message } => write!(f, "`{key}`: {message}"),
            OptionError::Unplayable { game, message } => write!(f, "{game} cannot be played: {message}"),
            OptionError::Preset { game, name, nearest, allowed } => {
                write!(f, "{game} has no preset `{name}`{}; it has: {}", hint(nearest), list(allowed))
            }
        }
    }
}

impl std::error::Error for OptionError {}
