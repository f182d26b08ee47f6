//! Games by name, with their options.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use hinterhand_engine::observation::{ActionNumbers, Field};
use hinterhand_engine::{Game as _, Player, Settings, Value};
use hinterhand_players::games as registry;
use hinterhand_players::games::{GameError, LoadedGame};
use hinterhand_players::option_value;
use hinterhand_solvers::dynamic::Form;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList};

use crate::error::message;
use crate::{detached, own_game};

/// A game with its options.
///
/// >>> import hinterhand
/// >>> game = hinterhand.load_game("kinderschnapsen(close_min_stock=4)")
/// >>> game
/// load_game("kinderschnapsen(close_min_stock=4)")
/// >>> game.num_players(), game.num_distinct_actions()
/// (2, 41)
#[pyclass(module = "hinterhand", frozen, eq)]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) rules: &'static LoadedGame,
}

/// The games that were loaded, by name and options: what is made of them may live as long as the program. A game that
/// is read from a file is made anew each time, since the file may have changed.
static LOADED: LazyLock<Mutex<HashMap<String, &'static LoadedGame>>> = LazyLock::new(Mutex::default);

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        std::ptr::eq(self.rules, other.rules)
    }
}

impl Game {
    /// The game that lives as long as the program and is the same as this one.
    pub(crate) fn kept(game: &LoadedGame) -> Game {
        let name = text(game);
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = loaded.get(&name) {
            return Game { rules };
        }
        let rules: &'static LoadedGame = Box::leak(Box::new(game.clone()));
        if registry::complete_names().any(|complete| complete == rules.name()) {
            loaded.insert(name, rules);
        }
        Game { rules }
    }

    /// The game that an argument names or is.
    pub(crate) fn of(py: Python<'_>, argument: &Bound<'_, PyAny>) -> PyResult<Game> {
        match argument.cast::<Game>() {
            Ok(game) => Ok(game.get().clone()),
            Err(_) => load_game(py, argument.extract()?, None),
        }
    }

    /// The form of observations of this name.
    pub(crate) fn form(name: &str) -> PyResult<Form> {
        match name {
            "current" => Ok(Form::Current),
            "recall" => Ok(Form::Recall),
            _ => {
                Err(message(format!("there is no form `{name}` of observations; there are: current, recall")))
            }
        }
    }

    /// The number of numbers of an observation.
    pub(crate) fn size(&self, form: Form) -> usize {
        self.rules.methods().as_numbers().fields(form).iter().map(Field::size).sum()
    }
}

/// The name of a game with its options, as it can be loaded.
pub(crate) fn text(game: &LoadedGame) -> String {
    let given: Vec<String> = game.settings().given().map(|(key, value)| format!("{key}={value}")).collect();
    if given.is_empty() { game.name().to_owned() } else { format!("{}({})", game.name(), given.join(",")) }
}

/// Loads the game called `name`, with options in brackets behind it or by keyword. Names and options are those of the
/// command `hinterhand`; `_` stands for `-`, and `kuhn_poker` and `leduc_poker` are known as well.
///
/// >>> hinterhand.load_game("leduc_poker") == hinterhand.load_game("leduc")
/// True
/// >>> hinterhand.load_game("kuhn", players=3).num_players()
/// 3
/// >>> hinterhand.load_game("kun")
/// Traceback (most recent call last):
/// ...
/// hinterhand.Error: there is no game `kun` (did you mean `kuhn`?); ...
#[pyfunction]
#[pyo3(signature = (name, **options))]
pub(crate) fn load_game(py: Python<'_>, name: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
    let (name, mut given) = parse(name)?;
    for (key, value) in options.into_iter().flatten() {
        given.push((key.extract()?, option_text(&value)?));
    }
    let known = |name: &str| registry::info(name).is_some();
    let dashed = name.replace('_', "-");
    let short = dashed.strip_suffix("-poker").unwrap_or(&dashed);
    let name = [&name, &dashed, short].into_iter().find(|name| known(name)).unwrap_or(&name).to_owned();
    let fill = |settings: &mut Settings| {
        given.iter().try_for_each(|(key, value)| settings.set_text(key, value)).map_err(GameError::from)
    };
    let game = py.detach(|| own_game::loaded(|| registry::load(&name, fill)))?;
    Ok(Game::kept(&game))
}

/// The name and the options of a text such as `leduc(suits=merged)`.
fn parse(text: &str) -> PyResult<(String, Vec<(String, String)>)> {
    let Some((name, rest)) = text.split_once('(') else { return Ok((text.trim().to_owned(), Vec::new())) };
    let wrong = || {
        message(format!("`{text}`: expected a name, or a name with options such as `leduc(suits=merged)`"))
    };
    let rest = rest.trim_end().strip_suffix(')').ok_or_else(wrong)?;
    let pair = |part: &str| {
        let (key, value) = part.split_once('=').ok_or_else(wrong)?;
        Ok((key.trim().to_owned(), value.trim().to_owned()))
    };
    let parts = rest.split(',').filter(|part| !part.trim().is_empty());
    let options: Vec<(String, String)> = parts.map(pair).collect::<PyResult<_>>()?;
    for (place, (key, _)) in options.iter().enumerate() {
        if options[..place].iter().any(|(other, _)| other == key) {
            return Err(message(format!("`{text}`: `{key}` is given twice")));
        }
    }
    Ok((name.trim().to_owned(), options))
}

/// The value of an option as it is typed.
pub(crate) fn option_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_none() {
        Ok(Value::Nothing.to_string())
    } else if let Ok(flag) = value.cast::<PyBool>() {
        Ok(flag.is_true().to_string())
    } else {
        Ok(value.str()?.to_string())
    }
}

/// Enters the value of an option.
fn set_value(options: &Bound<'_, PyDict>, key: &str, value: &Value) -> PyResult<()> {
    match value {
        Value::Flag(flag) => options.set_item(key, flag),
        Value::Number(number) => options.set_item(key, number),
        Value::Real(number) => options.set_item(key, number),
        Value::Nothing => options.set_item(key, options.py().None()),
        Value::Word(word) => options.set_item(key, word),
    }
}

/// The descriptions of all games, in the order in which they are listed.
///
/// >>> [game["name"] for game in hinterhand.games()][:3]
/// ['kinderschnapsen', 'sixty-six', 'schnapsen']
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let described = registry::all().map(|info| {
        let options = PyDict::new(py);
        for option in info.options {
            options.set_item(option.key, format!("{}: {}", option.allowed, option.about))?;
        }
        let game = PyDict::new(py);
        game.set_item("name", info.name)?;
        game.set_item("title", info.title)?;
        game.set_item("players", info.players)?;
        game.set_item("status", info.status)?;
        game.set_item("options", options)?;
        game.set_item("presets", info.presets.iter().map(|preset| preset.name).collect::<Vec<_>>())?;
        Ok(game)
    });
    described.collect()
}

#[pymethods]
impl Game {
    /// The name.
    #[getter]
    fn name(&self) -> &'static str {
        self.rules.name()
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.rules.info().title
    }

    /// The options that differ from the defaults.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        for (key, value) in self.rules.settings().given() {
            set_value(&options, key, value)?;
        }
        Ok(options)
    }

    /// All options with their values.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (settings, all) = (self.rules.settings(), PyDict::new(py));
        for option in settings.info().options {
            set_value(&all, option.key, &settings.value(option.key))?;
        }
        Ok(all)
    }

    /// The least that a player can win.
    fn min_utility(&self) -> f64 {
        let players = Player::all(self.rules.players());
        players.map(|player| self.rules.least_payoff(player)).fold(f64::INFINITY, f64::min)
    }

    /// The number of players.
    fn num_players(&self) -> usize {
        self.rules.players()
    }

    /// One more than the largest number of an action.
    fn num_distinct_actions(&self) -> usize {
        self.rules.methods().as_numbers().action_numbers().count()
    }

    /// The number of numbers that `State.observation_tensor` returns.
    fn observation_tensor_size(&self) -> usize {
        self.size(Form::Current)
    }

    /// The shape of what `State.observation_tensor` returns.
    fn observation_tensor_shape(&self) -> [usize; 1] {
        [self.size(Form::Current)]
    }

    /// The number of numbers that `State.information_state_tensor` returns.
    fn information_state_tensor_size(&self) -> usize {
        self.size(Form::Recall)
    }

    /// The shape of what `State.information_state_tensor` returns.
    fn information_state_tensor_shape(&self) -> [usize; 1] {
        [self.size(Form::Recall)]
    }

    /// The position before anything has happened.
    fn new_initial_state<'py>(game: &Bound<'py, Game>) -> PyResult<Bound<'py, PyAny>> {
        game.py().import("hinterhand._native")?.getattr("State")?.call1((game,))
    }

    /// What an observation and the number of an action mean, as what `layout.json` has for each game: the fields with
    /// their offsets, and how actions are numbered.
    ///
    /// >>> fields = hinterhand.load_game("kuhn").layout()["fields"]
    /// >>> [(field["name"], field["offset"], field["shape"]) for field in fields]
    /// [('seat', 0, [2]), ('card', 2, [4]), ('actions', 6, [3, 2])]
    #[pyo3(signature = (form = "current"))]
    fn layout<'py>(&self, py: Python<'py>, form: &str) -> PyResult<Bound<'py, PyDict>> {
        let as_numbers = self.rules.methods().as_numbers();
        let (fields, mut offset) = (PyList::empty(py), 0);
        for field in as_numbers.fields(Game::form(form)?) {
            let size = field.size();
            let entry = PyDict::new(py);
            entry.set_item("name", field.name)?;
            entry.set_item("offset", offset)?;
            entry.set_item("shape", field.shape)?;
            entry.set_item("about", field.about)?;
            fields.append(entry)?;
            offset += size;
        }
        let numbers = as_numbers.action_numbers();
        let kind = if matches!(numbers, ActionNumbers::Fixed(_)) { "fixed" } else { "places" };
        let layout = PyDict::new(py);
        layout.set_item("size", offset)?;
        layout.set_item("fields", fields)?;
        layout.set_item("actions", numbers.count())?;
        layout.set_item("action_numbers", kind)?;
        Ok(layout)
    }

    /// The size of the whole tree, with chance in small steps: nodes, ends, information sets and actions of all of them;
    /// none if it has more nodes than `most_nodes`.
    ///
    /// >>> hinterhand.load_game("kuhn").tree_size()["nodes"]
    /// 58
    #[pyo3(signature = (most_nodes = 1_000_000))]
    fn tree_size<'py>(&self, py: Python<'py>, most_nodes: usize) -> PyResult<Option<Bound<'py, PyDict>>> {
        let rules = self.rules;
        let (size, whole) = detached::left_alone(py, move || rules.methods().tree_size(most_nodes))?;
        let sizes = PyDict::new(py);
        sizes.set_item("nodes", size.nodes)?;
        sizes.set_item("ends", size.ends)?;
        sizes.set_item("info_sets", size.sets)?;
        sizes.set_item("actions", size.slots)?;
        Ok(whole.then_some(sizes))
    }

    fn __hash__(&self) -> usize {
        std::ptr::from_ref(self.rules).addr()
    }

    fn __str__(&self) -> String {
        text(self.rules)
    }

    fn __repr__(&self) -> String {
        format!("load_game(\"{}\")", text(self.rules))
    }

    /// A game is pickled by its name and options.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("hinterhand")?.getattr("load_game")?, (text(self.rules),)))
    }

    /// The options as JSON, as a record has them.
    fn options_json(&self) -> String {
        serde_json::Value::Object(option_value::given(self.rules.settings())).to_string()
    }
}
