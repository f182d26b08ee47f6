//! Strategies in files.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{ActionSet as _, View as EngineView};
use hinterhand_matches::exact::{Exact, FirstTrick};
use hinterhand_players::games::{self, GameError, LoadedGame};
use hinterhand_players::option_value;
use hinterhand_players::strategy::{FileStrategy, Opening, StrategyFile};
use hinterhand_training::opening_map;
use pyo3::prelude::*;

use crate::error::{error, message};
use crate::game::Game;
use crate::heat_map;
use crate::html::escaped;
use crate::own_game;
use crate::report::Report;
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
    first_trick: Arc<FirstTrick>,
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
        Ok(Strategy { path: path.to_owned(), game, file, strategy, first_trick: Arc::default() })
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
        self.fits(view.rules())?;
        let view = view.engine();
        Ok(py.detach(|| {
            let mut probabilities = Vec::with_capacity(view.legal.len());
            self.probabilities_at(&view, &mut probabilities);
            probabilities
        }))
    }

    /// The value of each legal action if both otherwise play by the strategy; none where the file has no values.
    fn values(&self, py: Python<'_>, view: &View) -> PyResult<Option<Vec<f64>>> {
        self.fits(view.rules())?;
        Ok(py.detach(|| self.strategy.action_values(view.engine().info_set)))
    }

    /// The report on it.
    fn report(&self, py: Python<'_>) -> PyResult<Report> {
        Report::of_strategy(py, &self.path)
    }

    /// What is played at the first decision of each player, where a page can hold it; in Kinderschnapsen the first lead.
    fn _repr_html_(&self, py: Python<'_>) -> String {
        let title = format!("{} by {}", self.game.rules.name(), self.algorithm());
        let map = py.detach(|| match (&self.strategy, self.game.rules.hand()) {
            (FileStrategy::Kinderschnapsen(solution), Some(hand)) => {
                Some(opening_map(&Opening::of(&hand, &**solution), title.clone()))
            }
            _ => heat_map::first_decisions(self.game.rules, &self.strategy, &title),
        });
        map.map_or_else(|| escaped(&self.__repr__()), |map| map.svg())
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
    /// The strategy that an argument is, or that is in a file of this name.
    pub(crate) fn of<'py>(argument: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Strategy>> {
        if let Ok(strategy) = argument.cast::<Strategy>() {
            return Ok(strategy.clone());
        }
        let path: PathBuf = argument.extract()?;
        Bound::new(argument.py(), argument.py().detach(|| Strategy::open(&path))?)
    }

    /// The costs of decisions by a solution of Kinderschnapsen, if it is one. Those in the first trick, which take long,
    /// are kept as long as this object lives.
    pub(crate) fn exact(&self) -> Option<Exact<'_>> {
        let FileStrategy::Kinderschnapsen(solution) = &self.strategy else { return None };
        Some(Exact::knowing(self.game.rules.hand()?, solution, Arc::clone(&self.first_trick)))
    }

    /// The probabilities of the legal actions at an information set.
    pub(crate) fn probabilities_at(&self, view: &EngineView<'_, AnyGame>, out: &mut Vec<f64>) {
        self.strategy.probabilities_at(view.contest, view.info_set, view.legal, out);
    }

    /// Whether it is for a game.
    pub(crate) fn fits(&self, rules: &LoadedGame) -> PyResult<()> {
        if std::ptr::eq(rules, self.game.rules) {
            return Ok(());
        }
        Err(message(format!("the strategy is for {}, and here is another game", self.game.rules.name())))
    }
}
