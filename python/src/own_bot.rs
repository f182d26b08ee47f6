//! Bots written in Python, in the registry beside all others.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;

use hinterhand_engine::dynamic::{ActionNumber, AnyGame};
use hinterhand_engine::{ActionSet as _, Rng, View as EngineView};
use hinterhand_players::bots::{self, Agent, BotError, BotInfo, BotSpec, Decision};
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::search::ActionValues;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::message;
use crate::game::Game;
use crate::view::View;

/// What makes the players of each bot.
static MAKERS: RwLock<Option<HashMap<String, Py<PyAny>>>> = RwLock::new(None);

/// The first exception that a bot has raised since the last one was taken: an agent has no way to fail.
static FAULT: Mutex<Option<PyErr>> = Mutex::new(None);

/// Takes the exception that a bot has raised.
pub(crate) fn take_fault() -> Option<PyErr> {
    FAULT.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Whether a bot has raised an exception.
pub(crate) fn has_fault() -> bool {
    FAULT.lock().unwrap_or_else(PoisonError::into_inner).is_some()
}

fn raise(fault: PyErr) {
    FAULT.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
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
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    if name.is_empty() || !name.chars().all(plain) {
        return Err(message(format!(
            "`{name}` is no name of a bot: letters, digits, `-` and `_` are allowed"
        )));
    }
    if !make.is_callable() {
        return Err(message(format!(
            "the bot `{name}` must be a class or a function that makes its players"
        )));
    }
    let about = match about {
        Some(about) => about,
        None => make.getattr("__doc__")?.extract().unwrap_or_else(|_| "a bot in Python".to_owned()),
    };
    let mut makers = MAKERS.write().unwrap_or_else(PoisonError::into_inner);
    let makers = makers.get_or_insert_default();
    if makers.insert(name.to_owned(), make.unbind()).is_none() {
        if bots::all().any(|info| info.name == name) {
            makers.remove(name);
            return Err(message(format!("there is a bot `{name}` already")));
        }
        // The registry keeps names as long as the program lives.
        let [name, about] = [name.to_owned(), about].map(|text| &*text.leak());
        bots::add(BotInfo { name, about, ..BotInfo::PLAIN }, new_agent);
    }
    Ok(())
}

fn new_agent<'g>(game: &'g LoadedGame, spec: &BotSpec) -> Result<Box<dyn Agent + 'g>, BotError> {
    let name = spec.to_string();
    let made = Python::attach(|py| {
        let makers = MAKERS.read().unwrap_or_else(PoisonError::into_inner);
        let maker = makers.as_ref().and_then(|makers| makers.get(&name)).map(|maker| maker.clone_ref(py));
        drop(makers);
        maker.expect("it was entered with its name").call0(py)
    });
    let player = made.map_err(raise).ok();
    Ok(Box::new(PythonAgent { player, game: Game::kept(game) }))
}

/// A player of a seat; none if it could not be made.
struct PythonAgent {
    player: Option<Py<PyAny>>,
    game: Game,
}

impl Agent for PythonAgent {
    fn decide(&mut self, view: &EngineView<'_, AnyGame>, _: Option<Duration>, _: &mut Rng) -> Decision {
        let count = view.legal.len();
        let decided = match &self.player {
            // After a fault nothing counts any more.
            Some(player) if !has_fault() => Python::attach(|py| self.ask(py, player, view)).map_err(raise),
            _ => Err(()),
        };
        let probabilities = decided.unwrap_or_else(|()| vec![1.0 / count as f64; count]);
        Decision { action_values: ActionValues::mixed(view.legal.iter().zip(probabilities)), steps: 0 }
    }
}

impl PythonAgent {
    /// The probabilities of the legal actions.
    fn ask(&self, py: Python<'_>, player: &Py<PyAny>, view: &EngineView<'_, AnyGame>) -> PyResult<Vec<f64>> {
        let view = Bound::new(py, View::seen(self.game.rules, view))?;
        let answer = player.bind(py).call_method1("act", (&view,))?;
        read(&answer, view.get())
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
