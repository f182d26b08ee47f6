//! Many games at once, written into arrays of the caller.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use hinterhand_engine::Game as _;
use hinterhand_solvers::dynamic::{Arrays, Batch as Games, Methods, Moves};
use hinterhand_solvers::tree::TreeSize;
use numpy::{Element, PyReadwriteArrayDyn};
use pyo3::prelude::*;

use crate::array::{self, Vector};
use crate::error::{error, message};
use crate::game::Game;
use crate::threads::{self, Threads};

/// The largest number of games.
const MOST_GAMES: usize = 1 << 24;

/// The games behind a `VectorEnv`, which owns the arrays.
#[pyclass(module = "hinterhand._native", frozen)]
pub(crate) struct Batch {
    games: Mutex<Box<dyn Games>>,
    count: usize,
    players: usize,
    actions: usize,
    observation: usize,
    /// Threads of its own, if their number was given.
    threads: Option<Threads>,
}

/// The arrays, of which none is written that is missing: player, legal, observations, returns and done.
type All<'py> = (
    Option<PyReadwriteArrayDyn<'py, i8>>,
    Option<PyReadwriteArrayDyn<'py, bool>>,
    Option<PyReadwriteArrayDyn<'py, f32>>,
    Option<PyReadwriteArrayDyn<'py, f64>>,
    Option<PyReadwriteArrayDyn<'py, bool>>,
);

/// The numbers of an array, if it is wanted.
fn part<'a, T: Element>(
    array: &'a mut Option<PyReadwriteArrayDyn<'_, T>>,
    name: &str,
    size: usize,
) -> PyResult<Option<&'a mut [T]>> {
    array.as_mut().map(|array| array::write(array, name, size)).transpose()
}

/// Whether a player has anything to decide in a game. Games without it are small: in others a decision is soon found.
fn has_decision(methods: &dyn Methods) -> bool {
    let parts = (10..usize::BITS).map(|bits| methods.tree_size(1 << bits));
    let known = |(size, whole): (TreeSize, bool)| (size.sets > 0 || whole).then_some(size.sets > 0);
    parts.into_iter().find_map(known).unwrap_or(false)
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, count, seed, form, threads))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        count: usize,
        seed: u64,
        form: &str,
        threads: Option<NonZeroUsize>,
    ) -> PyResult<Batch> {
        let (game, form) = (Game::of(py, game)?, Game::form(form)?);
        if !(1..=MOST_GAMES).contains(&count) {
            return Err(message(format!(
                "the number of games cannot be {count}; allowed: 1 to {MOST_GAMES}"
            )));
        }
        let methods = game.rules.methods();
        if !py.detach(|| has_decision(methods)) {
            return Err(message(format!("{} has no decision: there is nothing to step", game.rules.name())));
        }
        Ok(Batch {
            games: Mutex::new(
                py.detach(|| threads::with_all(|| methods.as_numbers().batch(form, count, seed)))?,
            ),
            count,
            players: game.rules.players(),
            actions: methods.as_numbers().action_numbers().count(),
            observation: game.size(form),
            threads: threads.map(Threads::new).transpose()?,
        })
    }

    /// Begins all games anew.
    fn reset(&self, py: Python<'_>, arrays: All<'_>) -> PyResult<()> {
        self.with(py, arrays, |games, arrays| {
            games.reset(arrays);
            Ok(())
        })
    }

    /// Plays an action in each game: those with these numbers, or any.
    fn step(&self, py: Python<'_>, actions: Option<Vector<'_, i64>>, arrays: All<'_>) -> PyResult<()> {
        let moves = match &actions {
            Some(actions) => Moves::Numbers(array::read(actions, "actions", self.count)?),
            None => Moves::Random,
        };
        self.with(py, arrays, |games, arrays| games.step(moves, arrays).map_err(error))
    }
}

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
            match &self.threads {
                Some(threads) => threads.install(|| work(games, arrays))?,
                None => threads::with_all(|| work(games, arrays))?,
            }
        })
    }
}
