//! Bots written in Python, in the registry beside all others.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use hinterhand_engine::dynamic::{ActionNumber, AnyGame};
use hinterhand_engine::{ActionSet as _, Rng, View as EngineView};
use hinterhand_players::bots::{self, Agent, Bot, BotError, BotInfo, BotSpec, Decision};
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::dynamic::Form;
use hinterhand_solvers::search::ActionValues;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::message;
use crate::game::Game;
use crate::info_sets;
use crate::view::View;

/// What makes the players of each bot.
static MAKERS: RwLock<BTreeMap<String, Maker>> = RwLock::new(BTreeMap::new());

/// What a bot was entered with.
enum Maker {
    /// What makes an object with a method `act` for each seat.
    Class(Py<PyAny>),
    /// A function that maps information sets to probabilities, and the form of their observations.
    Policy(Py<PyAny>, Form),
}

/// Whether a bot is one in Python.
pub(crate) fn is_own(spec: &BotSpec) -> bool {
    MAKERS.read().unwrap_or_else(PoisonError::into_inner).contains_key(spec.name())
}

/// The first exception that the bots of a piece of work have raised: an agent has no way to fail.
#[derive(Default)]
pub(crate) struct Faults(Mutex<Option<PyErr>>);

impl Faults {
    /// Takes the exception, if there is one.
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Whether there is one.
    pub(crate) fn any(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn raise(&self, fault: PyErr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
    }
}

/// The bots of a piece of work, while it lasts, with what they raise. Work that is done at the same time has its own.
pub(crate) struct Watched<'b> {
    bots: &'b [Bot],
    faults: Arc<Faults>,
}

/// What the bots raise that are at work, by where their texts lie: the text is all that a player is made of.
static AT_WORK: Mutex<BTreeMap<usize, Arc<Faults>>> = Mutex::new(BTreeMap::new());

fn place(spec: &BotSpec) -> usize {
    std::ptr::from_ref(spec).addr()
}

impl<'b> Watched<'b> {
    /// Watches bots, which no other work uses.
    pub(crate) fn new(bots: &'b [Bot]) -> Watched<'b> {
        let faults = Arc::<Faults>::default();
        let entries = bots.iter().map(|bot| (place(bot.spec()), Arc::clone(&faults)));
        AT_WORK.lock().unwrap_or_else(PoisonError::into_inner).extend(entries);
        Watched { bots, faults }
    }

    /// What they raise.
    pub(crate) fn faults(&self) -> &Faults {
        &self.faults
    }
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        let mut at_work = AT_WORK.lock().unwrap_or_else(PoisonError::into_inner);
        self.bots.iter().for_each(|bot| drop(at_work.remove(&place(bot.spec()))));
    }
}

/// Enters a bot of your own: `make()` is called for each seat that it takes and returns an object with a method
/// `act(view)`. This returns the number or the word of a legal action, or a probability for each of
/// `view.legal_actions`. A bot of the same name that was entered before is replaced.
///
/// >>> class First:
/// ...     "Plays the first legal action."
/// ...     def act(self, view):
/// ...         return view.legal_actions[0]
/// >>> hinterhand.add_bot("first", First)
/// >>> hinterhand.duel("kuhn", "first", "random", deals=100, seed=1).hands
/// 200
#[pyfunction]
#[pyo3(signature = (name, make, about = None))]
pub(crate) fn add_bot(name: &str, make: Bound<'_, PyAny>, about: Option<String>) -> PyResult<()> {
    if !make.is_callable() {
        return Err(message(format!(
            "the bot `{name}` must be a class or a function that makes its players"
        )));
    }
    let about = match about {
        Some(about) => about,
        None => make.getattr("__doc__")?.extract().unwrap_or_else(|_| "a bot in Python".to_owned()),
    };
    enter(name, about, Maker::Class(make.unbind()))
}

/// Enters a bot that plays by the probabilities of a policy, which is what `exploitability_of` takes: a function that maps a
/// batch of information sets to an array with a row for each. It is asked for one information set at a time, so it serves
/// where a game is too large for the strategy file that `export_policy` writes. A bot of the same name that was entered
/// before is replaced.
///
/// >>> def uniform(batch):
/// ...     return batch.legal / batch.legal.sum(axis=1, keepdims=True)
/// >>> hinterhand.add_policy("even", uniform)
/// >>> hinterhand.duel("schnapsen", "even", "random", deals=5, seed=1).hands
/// 10
#[pyfunction]
#[pyo3(signature = (name, policy, form = "current", about = "a policy in Python"))]
pub(crate) fn add_policy(name: &str, policy: Bound<'_, PyAny>, form: &str, about: &str) -> PyResult<()> {
    if !policy.is_callable() {
        return Err(message(format!(
            "the policy `{name}` must be a function of a batch of information sets"
        )));
    }
    enter(name, about.to_owned(), Maker::Policy(policy.unbind(), Game::form(form)?))
}

/// Enters a bot, or replaces one of the same name that was entered here.
fn enter(name: &str, about: String, maker: Maker) -> PyResult<()> {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    if name.is_empty() || !name.chars().all(plain) {
        return Err(message(format!(
            "`{name}` is no name of a bot: letters, digits, `-` and `_` are allowed"
        )));
    }
    let mut makers = MAKERS.write().unwrap_or_else(PoisonError::into_inner);
    let replaced = makers.contains_key(name);
    if !replaced {
        if bots::all().any(|info| info.name == name) {
            return Err(message(format!("there is a bot `{name}` already")));
        }
        // The registry keeps names as long as the program lives.
        let [name, about] = [name.to_owned(), about].map(|text| &*text.leak());
        bots::add(BotInfo { name, about, ..BotInfo::PLAIN }, new_agent);
    }
    let before = makers.insert(name.to_owned(), maker);
    // What is replaced may call Python when it is gone, and with that this function.
    drop(makers);
    drop(before);
    Ok(())
}

fn new_agent<'g>(game: &'g LoadedGame, spec: &BotSpec) -> Result<Box<dyn Agent + 'g>, BotError> {
    let faults = AT_WORK.lock().unwrap_or_else(PoisonError::into_inner).get(&place(spec)).cloned();
    let faults = faults.expect("bots are watched while they are at work");
    let made = Python::attach(|py| {
        let makers = MAKERS.read().unwrap_or_else(PoisonError::into_inner);
        let class = match makers.get(spec.name()).expect("it was entered with its name") {
            Maker::Class(class) => class.clone_ref(py),
            Maker::Policy(policy, form) => return Ok(Player::Policy(policy.clone_ref(py), *form)),
        };
        drop(makers);
        class.call0(py).map(Player::Object)
    });
    let player = made.map_err(|fault| faults.raise(fault)).ok();
    Ok(Box::new(PythonAgent { player, game: Game::kept(game), faults }))
}

/// What plays a seat.
enum Player {
    /// An object with a method `act`.
    Object(Py<PyAny>),
    /// A function that maps information sets to probabilities.
    Policy(Py<PyAny>, Form),
}

/// A player of a seat; none if it could not be made.
struct PythonAgent {
    player: Option<Player>,
    game: Game,
    faults: Arc<Faults>,
}

impl Agent for PythonAgent {
    fn decide(&mut self, view: &EngineView<'_, AnyGame>, _: Option<Duration>, _: &mut Rng) -> Decision {
        let count = view.legal.len();
        let decided = match &self.player {
            // After a fault nothing counts any more.
            Some(player) if !self.faults.any() => {
                Python::attach(|py| self.ask(py, player, view)).map_err(|fault| self.faults.raise(fault))
            }
            _ => Err(()),
        };
        let probabilities = decided.unwrap_or_else(|()| vec![1.0 / count as f64; count]);
        Decision { action_values: ActionValues::mixed(view.legal.iter().zip(probabilities)), steps: 0 }
    }
}

impl PythonAgent {
    /// The probabilities of the legal actions.
    fn ask(&self, py: Python<'_>, player: &Player, view: &EngineView<'_, AnyGame>) -> PyResult<Vec<f64>> {
        let seen = View::seen(self.game.rules, view);
        match player {
            Player::Object(object) => {
                let seen = Bound::new(py, seen)?;
                read(&object.bind(py).call_method1("act", (&seen,))?, seen.get())
            }
            Player::Policy(policy, form) => {
                let (info_set, legal) = (view.info_set.clone(), view.legal.clone());
                let decision = info_sets::Decision { player: seen.seat(), info_set, legal };
                Ok(info_sets::ask(self.game.rules, policy.bind(py), *form, &[decision])?.concat())
            }
        }
    }
}

/// The probabilities that an answer stands for.
fn read(answer: &Bound<'_, PyAny>, view: &View) -> PyResult<Vec<f64>> {
    let count = view.engine().legal.len();
    let certain = |action: ActionNumber| {
        let mut probabilities = vec![0.0; count];
        probabilities[action.index()] = 1.0;
        probabilities
    };
    if answer.is_instance_of::<PyString>() {
        return view.with_word(&answer.extract::<String>()?).map(certain);
    }
    if let Ok(number) = answer.extract::<i64>() {
        return view.with_number(number).map(certain);
    }
    let weights: Vec<f64> = answer.extract().map_err(|_| {
        message(
            "`act` must return the number or the word of an action, or a probability for each legal action",
        )
    })?;
    let sum: f64 = weights.iter().sum();
    let sound =
        weights.len() == count && weights.iter().all(|weight| *weight >= 0.0) && sum.is_finite() && sum > 0.0;
    if !sound {
        return Err(message(format!("expected {count} probabilities, none negative: {weights:?}")));
    }
    Ok(weights.into_iter().map(|weight| weight / sum).collect())
}
