//! Files that keep tournaments.

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::anyhow;
use hinterhand_matches::store::{Durability, ExportForm, Store as Kept, StoreError, export};
use hinterhand_matches::tournament::Entrant;
use hinterhand_players::bots::{Bot, BotError, BotSpec};
use hinterhand_players::files::column_file;
use hinterhand_players::games::{self, GameError};
use hinterhand_players::option_value;
use pyo3::prelude::*;

use crate::error::{error, message};
use crate::own_game;
use crate::report::Report;
use crate::tournament::{Keeping, Tournament, play};

/// A file that keeps tournaments, of which any number can be in one file.
///
/// >>> import os, tempfile
/// >>> path = os.path.join(tempfile.mkdtemp(), "kuhn.db")
/// >>> played = hinterhand.tournament("kuhn", ["random", "ismcts:iterations=20"], rounds=10, store=path)
/// >>> store = hinterhand.Store(path)
/// >>> store.names, store.tournament().deals
/// (['kuhn'], 10)
#[pyclass(module = "hinterhand", frozen)]
pub(crate) struct Store {
    path: PathBuf,
}

#[pymethods]
impl Store {
    /// The store in a file.
    #[new]
    fn new(path: PathBuf) -> PyResult<Store> {
        Kept::read(&path).map_err(error)?;
        Ok(Store { path })
    }

    /// The names of the tournaments, the oldest first.
    #[getter]
    fn names(&self) -> PyResult<Vec<String>> {
        let tournaments = Kept::read(&self.path).and_then(|store| store.tournaments()).map_err(error)?;
        Ok(tournaments.into_iter().map(|tournament| tournament.plan.name).collect())
    }

    /// A tournament by its name, which is not needed if there is only one. It can be read while it is played.
    #[pyo3(signature = (name = None))]
    fn tournament(&self, py: Python<'_>, name: Option<&str>) -> PyResult<Tournament> {
        py.detach(|| {
            let store = Kept::read(&self.path)?;
            let begun = store.tournament(name)?;
            Ok(Tournament::of(&store.course(&begun)?, &store.forfeits(&begun)?))
        })
        .map_err(|fault: StoreError| error(fault))
    }

    /// Goes on with a tournament that was stopped.
    #[pyo3(signature = (name = None, threads = None, progress = None))]
    fn resume(
        &self,
        py: Python<'_>,
        name: Option<&str>,
        threads: Option<NonZeroUsize>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Tournament> {
        let plan = Kept::read(&self.path).and_then(|store| store.tournament(name)).map_err(error)?.plan;
        let fill = |settings: &mut _| option_value::fill(settings, &plan.options).map_err(GameError::from);
        let rules = py.detach(|| own_game::loaded(|| games::load(&plan.game, fill)))?;
        let open = |bot: &Entrant| -> Result<Bot, BotError> { Bot::open(bot.spec.parse::<BotSpec>()?) };
        let bots: Vec<Bot> = plan.bots.iter().map(open).collect::<Result<_, _>>().map_err(error)?;
        let keeping = Keeping { store: Some(self.path.clone()), durability: Durability::Process, threads };
        play(py, &rules, plan, &bots, keeping, progress)
    }

    /// Writes all hands of a tournament to a file, whose name ends with .csv, .jsonl, .pgn or .parquet.
    #[pyo3(signature = (out, name = None))]
    fn export(&self, py: Python<'_>, out: PathBuf, name: Option<&str>) -> PyResult<()> {
        let form = match out.extension().and_then(|extension| extension.to_str()) {
            Some("csv") => ExportForm::Csv,
            Some("jsonl") => ExportForm::Jsonl,
            Some("pgn") => ExportForm::Pgn,
            Some("parquet") => ExportForm::Parquet,
            _ => {
                let out = out.display();
                return Err(message(format!("{out}: the name must end with .csv, .jsonl, .pgn or .parquet")));
            }
        };
        py.detach(|| -> anyhow::Result<()> {
            let store = Kept::read(&self.path)?;
            let begun = store.tournament(name)?;
            column_file::replace(&out, &mut |file| {
                export(&store, &begun, form, file).map_err(|fault| io::Error::other(fault.to_string()))
            })
            .map_err(|fault| anyhow!("cannot write {}: {fault}", out.display()))
        })
        .map_err(error)
    }

    /// The report on a tournament, by its name, which is not needed if there is only one.
    #[pyo3(signature = (name = None))]
    fn report(&self, py: Python<'_>, name: Option<&str>) -> PyResult<Report> {
        Report::of_tournament(py, &self.path, name)
    }

    fn __repr__(&self) -> String {
        format!("<store {}>", self.path.display())
    }
}
