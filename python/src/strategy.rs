//! Strategies in files.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use hinterhand_engine::ActionSet as _;
use hinterhand_players::games;
use hinterhand_players::games::GameError;
use hinterhand_players::option_value;
use hinterhand_players::strategy::{FileStrategy, StrategyFile};
use pyo3::prelude::*;

use crate::error::{error, message};
use crate::game::Game;
use crate::own_game;
use crate::view::View;

/// A strategy from a file, such as `solve` and the command write.
///
/// >>> strategy = hinterhand.solve("kuhn", iterations=1000).strategy
/// >>> state = hinterhand.load_game("kuhn").new_initial_state()
/// >>> state.play("deal:K,Q")
/// >>> state.play("pass"); state.play("bet")
/// >>> dict(zip(state.view().legal_words, strategy.probabilities(state.view())))["bet"] > 0.999
/// True
#[pyclass(module = "hinterhand", frozen)]
pub(crate) struct Strategy {
    path: PathBuf,
    game: Game,
    file: &'static StrategyFile,
    strategy: FileStrategy<'static>,
}

/// The files that were opened, by the hash of their content: they stay open as long as the program lives.
static OPENED: LazyLock<Mutex<HashMap<String, &'static StrategyFile>>> = LazyLock::new(Mutex::default);

impl Strategy {
    pub(crate) fn open(path: &Path) -> PyResult<Strategy> {
        let file = StrategyFile::open(path).map_err(error)?;
        let name = file.file().blake3();
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        let file = *opened.entry(name).or_insert_with(|| Box::leak(Box::new(file)));
        drop(opened);
        let about = file.about();
        let fill = |settings: &mut _| option_value::fill(settings, &about.options).map_err(GameError::from);
        let game = Game::kept(&own_game::loaded(|| games::load(&about.game, fill))?);
        let strategy = file.strategy(game.rules).map_err(error)?;
        Ok(Strategy { path: path.to_owned(), game, file, strategy })
    }
}

/// Opens a strategy in a file.
#[pyfunction]
pub(crate) fn load_strategy(py: Python<'_>, path: PathBuf) -> PyResult<Strategy> {
    py.detach(|| Strategy::open(&path))
}

#[pymethods]
impl Strategy {
    /// The game that it was made for, with its options.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The file.
    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// The algorithm that found it.
    #[getter]
    fn algorithm(&self) -> &str {
        &self.file.about().algorithm
    }

    /// The iterations of the algorithm.
    #[getter]
    fn iterations(&self) -> u64 {
        self.file.about().iterations
    }

    /// The exploitability in its header, if it was judged exactly.
    #[getter]
    fn exploitability(&self) -> Option<f64> {
        let judged = &self.file.about().judged;
        judged.is_judged().then(|| judged.exploitability())
    }

    /// The value for player 0 in its header, if it was judged exactly.
    #[getter]
    fn value(&self) -> Option<f64> {
        self.file.about().judged.values.first().copied()
    }

    /// The probabilities of the legal actions at a view, in the order of `view.legal_actions`.
    fn probabilities(&self, py: Python<'_>, view: &View) -> PyResult<Vec<f64>> {
        self.fits(view)?;
        let view = view.engine();
        Ok(py.detach(|| {
            let mut probabilities = Vec::with_capacity(view.legal.len());
            self.strategy.probabilities_at(view.contest, view.info_set, view.legal, &mut probabilities);
            probabilities
        }))
    }

    /// The value of each legal action if both otherwise play by the strategy; none where the file has no values.
    fn values(&self, py: Python<'_>, view: &View) -> PyResult<Option<Vec<f64>>> {
        self.fits(view)?;
        Ok(py.detach(|| self.strategy.action_values(view.engine().info_set)))
    }

    /// The text of the bot that plays by it.
    fn __str__(&self) -> String {
        self.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<strategy for {} by {}>", self.game.rules.name(), self.algorithm())
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table:{}", self.path.display())
    }
}

impl Strategy {
    fn fits(&self, view: &View) -> PyResult<()> {
        if std::ptr::eq(view.rules(), self.game.rules) {
            return Ok(());
        }
        Err(message(format!(
            "the strategy is for {}, and the view is one of another game",
            self.game.rules.name()
        )))
    }
}
