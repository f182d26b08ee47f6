//! Errors of Rust as exceptions of Python, with their messages.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pyo3::create_exception!(
    hinterhand,
    Error,
    PyValueError,
    "What was asked for is not possible: the message says what, where, and what is allowed."
);

/// The exception with the message of an error and of what caused it.
pub(crate) fn error(error: impl Into<anyhow::Error>) -> PyErr {
    let mut text = String::new();
    for cause in error.into().chain().map(ToString::to_string) {
        // Some errors tell their cause themselves.
        if !text.ends_with(&cause) {
            text += if text.is_empty() { "" } else { ": " };
            text += &cause;
        }
    }
    Error::new_err(text)
}

/// The exception with this message.
pub(crate) fn message(message: impl Into<String>) -> PyErr {
    Error::new_err(message.into())
}
