//! Bots by name.

use hinterhand_engine::Rng;
use hinterhand_players::bots::{self as registry, Bot as OpenBot, BotSpec};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::error;
use crate::own_bot::{self, Watched};
use crate::strategy::Strategy;
use crate::threads;
use crate::view::View;

/// A bot by its name and options, as for the command: `random`, `ismcts:iterations=2000`, the name of a strategy file.
///
/// >>> state = hinterhand.load_game("kinderschnapsen").new_initial_state()
/// >>> state.deal(seed=1)
/// >>> decision = hinterhand.Bot("ismcts:iterations=200").decide(state.view(), seed=1)
/// >>> decision.word in state.legal_words()
/// True
#[pyclass(module = "hinterhand", frozen)]
pub(crate) struct Bot {
    bot: OpenBot,
}

/// A decision of a bot: what it plays, and what it thinks of all actions.
#[pyclass(module = "hinterhand", frozen, get_all)]
pub(crate) struct Decision {
    /// The number of the action.
    action: usize,
    /// Its word.
    word: String,
    /// The numbers of all legal actions, in the order of the rules.
    actions: Vec<usize>,
    /// The probability of each.
    probabilities: Vec<f64>,
    /// The estimated payoff of each, where there is an estimate.
    values: Vec<Option<f64>>,
    /// The simulations that began with each, where they are counted.
    visits: Vec<Option<u64>>,
}

#[pymethods]
impl Decision {
    fn __repr__(&self) -> String {
        format!("<decision: {}>", self.word)
    }
}

/// The bot of a text or of another object that names one.
pub(crate) fn open(argument: &Bound<'_, PyAny>) -> PyResult<OpenBot> {
    let spec = if let Ok(bot) = argument.cast::<Bot>() {
        bot.get().bot.spec().clone()
    } else if let Ok(strategy) = argument.cast::<Strategy>() {
        strategy.get().to_string().parse().map_err(error)?
    } else {
        let text = argument.extract::<String>().map_err(|_| {
            PyTypeError::new_err(
                "a bot is a text such as `ismcts:iterations=2000`, or a strategy; a class of your own enters by `add_bot`",
            )
        })?;
        text.parse::<BotSpec>().map_err(error)?
    };
    // A file may be large, and is checked as a whole.
    argument.py().detach(|| OpenBot::open(spec)).map_err(error)
}

/// All bots: name, description, options.
///
/// >>> "ismcts" in [bot["name"] for bot in hinterhand.bots()]
/// True
#[pyfunction]
pub(crate) fn bots(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let described = registry::all().map(|info| {
        let options = PyDict::new(py);
        for option in info.options() {
            options.set_item(option.key, format!("{}: {}", option.allowed, option.about))?;
        }
        let bot = PyDict::new(py);
        bot.set_item("name", info.name)?;
        bot.set_item("about", info.about)?;
        bot.set_item("options", options)?;
        bot.set_item("games", info.plays())?;
        Ok(bot)
    });
    described.collect()
}

#[pymethods]
impl Bot {
    #[new]
    fn new(spec: &Bound<'_, PyAny>) -> PyResult<Bot> {
        open(spec).map(|bot| Bot { bot })
    }

    /// The text of the bot.
    #[getter]
    fn spec(&self) -> String {
        self.bot.spec().to_string()
    }

    /// What the bot does at a decision, seated anew: in a duel or a tournament it keeps what it has found out from one
    /// decision to the next. Its chance comes from the seed alone.
    #[pyo3(signature = (view, seed = 0))]
    fn decide(&self, py: Python<'_>, view: &View, seed: u64) -> PyResult<Decision> {
        let decide = |bot: &OpenBot| -> PyResult<_> {
            let bot = bot.for_game(view.rules()).map_err(error)?;
            let (mut seat, mut rng) = (bot.sit(), Rng::new(seed, 0));
            let values = seat.action_values(&view.engine(), &mut rng);
            let chosen = rng.weighted(values.entries.iter().map(|entry| entry.probability));
            Ok((values, chosen))
        };
        let (values, chosen) = if own_bot::is_own(self.bot.spec()) {
            // A bot of its own, since another thread may ask this one at the same time.
            let bot = [OpenBot::open(self.bot.spec().clone()).map_err(error)?];
            let watched = Watched::new(&bot);
            let decided = py.detach(|| decide(&bot[0]));
            watched.faults().take().map_or(decided, Err)?
        } else {
            py.detach(|| threads::with_all(|| decide(&self.bot)))??
        };
        let (action, word) = view.named(values.entries[chosen].action);
        let entries = || values.entries.iter();
        Ok(Decision {
            action,
            word: word.to_owned(),
            actions: entries().map(|entry| view.named(entry.action).0).collect(),
            probabilities: entries().map(|entry| entry.probability).collect(),
            values: entries().map(|entry| entry.value).collect(),
            visits: entries().map(|entry| entry.visits).collect(),
        })
    }

    /// The number of the action that the bot plays: `decide(view, seed).action`.
    #[pyo3(signature = (view, seed = 0))]
    fn act(&self, py: Python<'_>, view: &View, seed: u64) -> PyResult<usize> {
        Ok(self.decide(py, view, seed)?.action)
    }

    fn __str__(&self) -> String {
        self.spec()
    }

    fn __repr__(&self) -> String {
        format!("Bot(\"{}\")", self.spec())
    }
}
