//! Reports: pages for people about tournaments, trainings and strategies.

use std::path::{Path, PathBuf};

use hinterhand_players::files::column_file;
use hinterhand_reports::{self as reports, ReportError, Source};
use pyo3::prelude::*;

use crate::error::{error, message};
use crate::html::escaped;
use crate::threads;

/// A page of HTML that needs no other file, no network and no scripts. A notebook shows it.
#[pyclass(module = "hinterhand", frozen)]
pub(crate) struct Report {
    html: String,
}

/// The report on a file, as `hinterhand report` writes it: on a store with tournaments, of which `tournament` names one if
/// there are several; on the log of a training as JSON lines, as `solve` writes it; or on a strategy. The same file gives
/// the same page.
///
/// >>> strategy = hinterhand.solve("kuhn", iterations=100).strategy
/// >>> page = hinterhand.report(strategy.path)
/// >>> page.html.startswith("<!doctype html>"), "exploitability" in page.html
/// (True, True)
#[pyfunction]
#[pyo3(signature = (file, tournament = None))]
pub(crate) fn report(py: Python<'_>, file: PathBuf, tournament: Option<&str>) -> PyResult<Report> {
    Report::of(py, || {
        let source = Source::of(&file).map_err(error)?;
        if tournament.is_some() && source != Source::Store {
            return Err(message(format!("`tournament` is for a store, and {} is none", file.display())));
        }
        match source {
            Source::Store => reports::of_tournament(&file, tournament),
            Source::Strategy => reports::of_strategy(&file),
            Source::Log => reports::of_training(&file),
        }
        .map_err(error)
    })
}

impl Report {
    /// The page that `write` makes.
    pub(crate) fn of(py: Python<'_>, write: impl FnOnce() -> PyResult<String> + Send) -> PyResult<Report> {
        let html = py.detach(|| threads::with_all(write))??;
        Ok(Report { html })
    }

    /// The report on a tournament in a store.
    pub(crate) fn of_tournament(py: Python<'_>, store: &Path, name: Option<&str>) -> PyResult<Report> {
        Report::of(py, || reports::of_tournament(store, name).map_err(error))
    }

    /// The report on a strategy.
    pub(crate) fn of_strategy(py: Python<'_>, path: &Path) -> PyResult<Report> {
        Report::of(py, || reports::of_strategy(path).map_err(|fault: ReportError| error(fault)))
    }
}

#[pymethods]
impl Report {
    /// The page.
    #[getter]
    fn html(&self) -> &str {
        &self.html
    }

    /// Writes the page to a file.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| column_file::replace(&path, &mut |out| out.write_all(self.html.as_bytes())))
            .map_err(|fault| message(format!("cannot write {}: {fault}", path.display())))
    }

    fn __repr__(&self) -> String {
        format!("<report of {} bytes>", self.html.len())
    }

    /// In a frame of its own, so that its style is not that of the notebook.
    fn _repr_html_(&self) -> String {
        let page = escaped(&self.html);
        format!("<iframe sandbox srcdoc=\"{page}\" style=\"width:100%;height:40em;border:0\"></iframe>")
    }
}
