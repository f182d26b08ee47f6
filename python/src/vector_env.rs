//! Many games at once, written into arrays of the caller.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use hinterhand_engine::Game as _;
use hinterhand_solvers::dynamic::{Arrays, Batch as Games, Moves};
use numpy::{Element, PyReadonlyArray1, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::{error, message};
use crate::game::Game;

/// The games behind a `VectorEnv`, which owns the arrays.
#[pyclass(module = "hinterhand._native", frozen)]
pub(crate) struct Batch {
    games: Mutex<Box<dyn Games>>,
    count: usize,
    players: usize,
    actions: usize,
    observation: usize,
    /// Threads of its own, if their number was given.
    pool: Option<ThreadPool>,
}

type Array<'py, T> = PyReadwriteArrayDyn<'py, T>;

/// The numbers of an array that is wanted, which must be of this size.
fn part<'a, T: Element>(
    array: &'a mut Option<Array<'_, T>>,
    name: &str,
    size: usize,
) -> PyResult<Option<&'a mut [T]>> {
    let Some(array) = array else { return Ok(None) };
    let numbers = array.as_slice_mut()?;
    if numbers.len() == size {
        return Ok(Some(numbers));
    }
    Err(message(format!("`{name}` has {} numbers instead of {size}", numbers.len())))
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, count, seed, form, threads))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        count: NonZeroUsize,
        seed: u64,
        form: &str,
        threads: Option<NonZeroUsize>,
    ) -> PyResult<Batch> {
        let (game, form, count) = (Game::of(py, game)?, Game::form(form)?, count.get());
        let methods = game.rules.methods();
        let pool = |threads: NonZeroUsize| ThreadPoolBuilder::new().num_threads(threads.get()).build();
        Ok(Batch {
            games: Mutex::new(py.detach(|| methods.as_numbers().batch(form, count, seed))),
            count,
            players: game.rules.players(),
            actions: methods.as_numbers().action_numbers().count(),
            observation: game.size(form),
            pool: threads.map(pool).transpose().map_err(error)?,
        })
    }

    /// Begins all games anew.
    #[pyo3(signature = (player, legal, observations, returns, done))]
    fn reset(
        &self,
        py: Python<'_>,
        player: Option<Array<'_, i8>>,
        legal: Option<Array<'_, bool>>,
        observations: Option<Array<'_, f32>>,
        returns: Option<Array<'_, f64>>,
        done: Option<Array<'_, bool>>,
    ) -> PyResult<()> {
        self.with(py, (player, legal, observations, returns, done), |games, arrays| {
            games.reset(arrays);
            Ok(())
        })
    }

    /// Plays an action in each game: those with these numbers, or any.
    #[pyo3(signature = (actions, player, legal, observations, returns, done))]
    #[allow(clippy::too_many_arguments, reason = "the arrays of the caller")]
    fn step(
        &self,
        py: Python<'_>,
        actions: Option<PyReadonlyArray1<'_, i64>>,
        player: Option<Array<'_, i8>>,
        legal: Option<Array<'_, bool>>,
        observations: Option<Array<'_, f32>>,
        returns: Option<Array<'_, f64>>,
        done: Option<Array<'_, bool>>,
    ) -> PyResult<()> {
        let moves = match &actions {
            Some(actions) => Moves::Numbers(actions.as_slice()?),
            None => Moves::Random,
        };
        self.with(py, (player, legal, observations, returns, done), |games, arrays| {
            games.step(moves, arrays).map_err(error)
        })
    }
}

type All<'py> = (
    Option<Array<'py, i8>>,
    Option<Array<'py, bool>>,
    Option<Array<'py, f32>>,
    Option<Array<'py, f64>>,
    Option<Array<'py, bool>>,
);

impl Batch {
    fn with(
        &self,
        py: Python<'_>,
        (mut player, mut legal, mut observations, mut returns, mut done): All<'_>,
        work: impl FnOnce(&mut dyn Games, Arrays<'_>) -> PyResult<()> + Send,
    ) -> PyResult<()> {
        let arrays = Arrays {
            player: part(&mut player, "player", self.count)?,
            legal: part(&mut legal, "legal", self.count * self.actions)?,
            observations: part(&mut observations, "observations", self.count * self.observation)?,
            returns: part(&mut returns, "returns", self.count * self.players)?,
            done: part(&mut done, "done", self.count)?,
        };
        py.detach(|| {
            let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
            let games = &mut **games;
            match &self.pool {
                Some(pool) => pool.install(|| work(games, arrays)),
                None => work(games, arrays),
            }
        })
    }
}
