//! Strategies in files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use hinterhand_engine::{ActionSet as _, Digest};
use hinterhand_players::files::column_file;
use hinterhand_players::games;
use hinterhand_players::games::GameError;
use hinterhand_players::option_value;
use hinterhand_players::strategy::{
    About, FileStrategy, Judgement as FileJudgement, KIND, StrategyFile, Table, TableColumns,
};
use hinterhand_solvers::oracle::{self as oracles, Oracle as _};
use pyo3::prelude::*;

use crate::error::{error, message};
use crate::game::Game;
use crate::judge::{self, Judgement};
use crate::source::Source;
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
        let game = games::load(&about.game, |settings| {
            option_value::fill(settings, &about.options).map_err(GameError::from)
        });
        let game = Game::kept(&game.map_err(error)?);
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

    fn __str__(&self) -> String {
        format!("table:{}", self.path.display())
    }

    fn __repr__(&self) -> String {
        format!("<strategy for {} by {}>", self.game.rules.name(), self.algorithm())
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

/// Writes what a policy plays at every information set to the file of a strategy, judged exactly. Then it sits in duels
/// and tournaments by the name of the file. `policy` is what `exploitability_of` takes, or a bot by its text; `name` is
/// what the file says of its origin.
#[pyfunction]
#[pyo3(signature = (game, policy, path, name = "a policy in Python", form = "current", most_nodes = None))]
pub(crate) fn export_policy(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    policy: &Bound<'_, PyAny>,
    path: PathBuf,
    name: &str,
    form: &str,
    most_nodes: Option<usize>,
) -> PyResult<Judgement> {
    let (rules, form) = (Game::of(py, game)?.rules, Game::form(form)?);
    let source = py.detach(|| Source::of(rules, most_nodes))?;
    let policies = judge::policies(py, rules, &source, policy, form, None)?;
    py.detach(|| {
        let plans = [0, 1].map(|player| oracles::plan(&source, player, &policies[player]));
        let judged = oracles::judge(&source, [&plans[0], &plans[1]]);
        let [first, second] = judged.best_responses;
        let entries = [0, 1].into_iter().flat_map(|player| {
            let (source, policy) = (&source, &policies[player]);
            (0..source.treeplex(player).infosets()).map(move |infoset| {
                let (info_set, _) = source.decision(rules, player, infoset);
                (Digest::of(&info_set).bits(), &policy[source.treeplex(player).sequences_of(infoset)])
            })
        });
        let columns = TableColumns::of(entries).map_err(error)?;
        let about = About {
            judged: FileJudgement {
                values: vec![judged.value, -judged.value],
                gains: vec![first - judged.value, second + judged.value],
                by_turnup: Vec::new(),
            },
            ..About::new(rules.settings(), Table::FORM, name.to_owned(), 0)
        };
        let about = serde_json::to_value(about).map_err(error)?;
        column_file::write(&path, KIND, &about, &columns.columns())
            .map_err(|fault| message(format!("cannot write {}: {fault}", path.display())))?;
        Ok(Judgement::of(&judged, None))
    })
}
