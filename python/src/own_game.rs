//! Games written in Python in the small form, in the registry beside all others.

use std::cell::RefCell;
use std::sync::Arc;

use hinterhand_engine::small::{MAX_NODES, Next, Small, SmallGame};
use hinterhand_engine::{Allowed, GameInfo, OptionError, OptionSpec, Player, Settings, Value};
use hinterhand_players::games::{self, GameError, LoadedGame};
use hinterhand_solvers::dynamic::{GameKind, Offers};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};

use crate::error::{error, message};

thread_local! {
    /// The exception that rules have raised while a game was loaded, which is done in one thread: rules have no way to fail.
    static FAULT: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// The game that `load` loads; if its rules raise an exception, this.
pub(crate) fn loaded(load: impl FnOnce() -> Result<LoadedGame, GameError>) -> PyResult<LoadedGame> {
    FAULT.take();
    load().map_err(|fault| FAULT.take().unwrap_or_else(|| error(fault)))
}

/// Refuses what cannot be the name of a game that is entered.
pub(crate) fn free(name: &str) -> PyResult<()> {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    if name.is_empty() || !name.chars().all(plain) {
        return Err(message(format!(
            "`{name}` is no name of a game: letters, digits, `-` and `_` are allowed"
        )));
    }
    if games::info(name).is_some() {
        return Err(message(format!(
            "there is a game `{name}` already, which stays as long as the program runs: another name is needed"
        )));
    }
    Ok(())
}

/// Enters a game of your own in the small form: `make(**options)` returns an object with the methods
///
/// * `start()`: the position before anything has happened, any object;
/// * `next(state)`: `("chance", {word: probability})`, `("choice", player, [words])` or `("over", [payoffs])`;
/// * `apply(state, word)`: the position after a word, as a new object;
/// * `observe(before, word, after, player)`, if not all is public: what the player notices, a text without blanks.
///
/// Its attribute `players` is the number of players, 2 if it has none. `options` names the options of the game, each by
/// its values, the default first: `range(1, 14)`, a list of words or of numbers, or a single `True` or `False`. The whole
/// tree is listed when the game is loaded; it may have 250000 nodes.
///
/// >>> class Coin:
/// ...     "Player 0 hides a coin; player 1 guesses which way up it lies."
/// ...     def start(self):
/// ...         return ()
/// ...     def next(self, said):
/// ...         if len(said) == 2:
/// ...             return "over", ([-1, 1] if said[0] == said[1] else [1, -1])
/// ...         return "choice", len(said), ["heads", "tails"]
/// ...     def apply(self, said, word):
/// ...         return said + (word,)
/// ...     def observe(self, before, word, after, player):
/// ...         return word if before else "hidden"
/// >>> hinterhand.add_game("coin", Coin)
/// >>> hinterhand.solve("coin", target=1e-6).value
/// 0.0
#[pyfunction]
#[pyo3(signature = (name, make, title = None, options = None))]
pub(crate) fn add_game(
    name: &str,
    make: Bound<'_, PyAny>,
    title: Option<&str>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<()> {
    free(name)?;
    let specs = options.into_iter().flatten().map(|(key, allowed)| option(&key, &allowed));
    let specs: Vec<OptionSpec> = specs.collect::<PyResult<_>>()?;
    // The registry keeps names as long as the program lives.
    let kept = |text: &str| &*text.to_owned().leak();
    let info = GameInfo {
        options: specs.leak(),
        status: "in Python",
        ..GameInfo::new(kept(name), kept(title.unwrap_or(name)))
    };
    let make = Arc::new(make.unbind());
    let new = move |settings: &Settings| {
        let unplayable = |message: String| OptionError::Unplayable { game: settings.info().name, message };
        let rules = Rules::new(&make, settings).map_err(|fault| unplayable(keep(fault)))?;
        let small = Small::new(rules);
        if let Some(fault) = FAULT.with_borrow(|fault| fault.as_ref().map(ToString::to_string)) {
            return Err(unplayable(fault));
        }
        small.map_err(|fault| unplayable(fault.to_string()))
    };
    games::add(GameKind::described_by(Settings::described(info), new, Offers::remembering()));
    Ok(())
}

/// Keeps the first exception and returns its text.
fn keep(fault: PyErr) -> String {
    let text = fault.to_string();
    FAULT.with_borrow_mut(|kept| {
        kept.get_or_insert(fault);
    });
    text
}

/// An option by its values, the default first.
fn option(key: &Bound<'_, PyAny>, allowed: &Bound<'_, PyAny>) -> PyResult<OptionSpec> {
    let key: &'static str = key.extract::<String>()?.leak();
    let wrong = || {
        message(format!(
            "option `{key}`: expected range(low, high), a list of words or numbers, True or False"
        ))
    };
    let allowed = if let Ok(flag) = allowed.cast::<PyBool>() {
        Allowed::Flag(flag.is_true())
    } else if let (Ok(start), Ok(stop)) = (allowed.getattr("start"), allowed.getattr("stop")) {
        let (start, stop): (i64, i64) = (start.extract()?, stop.extract()?);
        if stop <= start {
            return Err(wrong());
        }
        Allowed::Range(start, stop - 1, start)
    } else if let Ok(numbers) = allowed.extract::<Vec<i64>>() {
        Allowed::Numbers(numbers.leak())
    } else {
        let words: Vec<String> = allowed.extract().map_err(|_| wrong())?;
        let words: Vec<&'static str> = words.into_iter().map(|word| &*word.leak()).collect();
        Allowed::Words(words.leak())
    };
    if matches!(allowed, Allowed::Numbers([]) | Allowed::Words([])) {
        return Err(wrong());
    }
    Ok(OptionSpec::new(key, allowed, "an option of a game in Python"))
}

/// The rules of a game, as an object of Python.
struct Rules {
    rules: Py<PyAny>,
    players: usize,
    observes: bool,
}

impl Rules {
    fn new(make: &Py<PyAny>, settings: &Settings) -> PyResult<Rules> {
        Python::attach(|py| {
            let options = PyDict::new(py);
            for spec in settings.info().options {
                match settings.value(spec.key) {
                    Value::Flag(flag) => options.set_item(spec.key, flag)?,
                    Value::Number(number) => options.set_item(spec.key, number)?,
                    value => options.set_item(spec.key, value.to_string())?,
                }
            }
            let rules = make.bind(py).call((), Some(&options))?;
            let players = match rules.getattr_opt("players")? {
                Some(players) => players.extract()?,
                None => 2,
            };
            if !(1..=10).contains(&players) {
                return Err(message(format!("a game has 1 to 10 players, not {players}")));
            }
            let observes = rules.hasattr("observe")?;
            Ok(Rules { rules: rules.unbind(), players, observes })
        })
    }

    /// What Python answers; where it raises an exception, `otherwise`, and the game ends there.
    fn ask<T>(&self, otherwise: T, ask: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> T {
        Python::attach(|py| ask(self.rules.bind(py))).unwrap_or_else(|fault| {
            keep(fault);
            otherwise
        })
    }
}

impl SmallGame for Rules {
    type State = Option<Py<PyAny>>;
    const INFO: GameInfo = GameInfo::new("python", "A game in Python");

    fn with_settings(_: &Settings) -> Result<Rules, OptionError> {
        let message = "a game in Python is made by its own function".to_owned();
        Err(OptionError::Unplayable { game: Rules::INFO.name, message })
    }

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self) -> Option<Py<PyAny>> {
        self.ask(None, |rules| Ok(Some(rules.call_method0("start")?.unbind())))
    }

    fn next(&self, state: &Option<Py<PyAny>>) -> Next {
        let end = || Next::Over(vec![0.0; self.players]);
        let Some(state) = state else { return end() };
        self.ask(end(), |rules| {
            let next = rules.call_method1("next", (state,))?;
            let kind: String = next.get_item(0)?.extract()?;
            match kind.as_str() {
                "chance" => {
                    let outcomes = next.get_item(1)?.cast_into::<PyDict>()?;
                    let outcome = |(word, chance): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
                        Ok((word.str()?.to_string(), chance.extract::<f64>()?))
                    };
                    Ok(Next::Chance(outcomes.into_iter().map(outcome).collect::<PyResult<_>>()?))
                }
                "choice" => {
                    let seat: usize = next.get_item(1)?.extract()?;
                    if seat >= self.players {
                        return Err(message(format!("player {seat} of {}", self.players)));
                    }
                    let words = next.get_item(2)?.try_iter()?;
                    let words = words.map(|word| Ok(word?.str()?.to_string())).collect::<PyResult<_>>()?;
                    Ok(Next::Choice(Player::new(seat), words))
                }
                "over" => {
                    let payoffs: Vec<f64> = next.get_item(1)?.extract()?;
                    if payoffs.len() != self.players {
                        return Err(message(format!(
                            "{} payoffs for {} players",
                            payoffs.len(),
                            self.players
                        )));
                    }
                    Ok(Next::Over(payoffs))
                }
                _ => Err(message(format!("`next` returns `chance`, `choice` or `over` first, not `{kind}`"))),
            }
        })
    }

    fn apply(&self, state: &Option<Py<PyAny>>, word: &str) -> Option<Py<PyAny>> {
        let state = state.as_ref()?;
        self.ask(None, |rules| Ok(Some(rules.call_method1("apply", (state, word))?.unbind())))
    }

    fn observe(
        &self,
        before: &Option<Py<PyAny>>,
        word: &str,
        after: &Option<Py<PyAny>>,
        player: Player,
    ) -> String {
        let (Some(before), Some(after), true) = (before, after, self.observes) else {
            return word.to_owned();
        };
        self.ask(word.to_owned(), |rules| {
            let seen = rules.call_method1("observe", (before, word, after, player.index()))?;
            let seen = if seen.is_none() { String::new() } else { seen.cast::<PyString>()?.to_string() };
            Ok(seen)
        })
    }
}

const _: () = assert!(MAX_NODES == 250_000, "the documentation of `add_game` says so");
