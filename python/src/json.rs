//! JSON as objects of Python.

use pyo3::prelude::*;
use serde_json::Value as Json;

/// The objects of Python that a JSON value stands for.
pub(crate) fn python<'py>(py: Python<'py>, json: &Json) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json.to_string(),))
}
