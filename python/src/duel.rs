//! Bot against bot on duplicate deals.

use std::num::NonZeroUsize;

use hinterhand_matches::duel::{self as duels, Duel as Result, Pairing};
use hinterhand_matches::exact::Exact;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{error, message};
use crate::game::Game;
use crate::{bot, threads, work};

/// The result of a duel, from the side of the first bot.
#[pyclass(module = "hinterhand", frozen)]
pub(crate) struct Duel {
    names: [String; 2],
    duel: Result,
    judged: bool,
}

#[pymethods]
impl Duel {
    /// The deals, each of which was played from every seat.
    #[getter]
    fn deals(&self) -> u64 {
        self.duel.deals
    }

    /// The hands.
    #[getter]
    fn hands(&self) -> u64 {
        self.duel.hands
    }

    /// The hands in which the first bot won more than every other player.
    #[getter]
    fn wins(&self) -> u64 {
        self.duel.wins
    }

    /// The hands in which some player won as much as the first bot, and none more.
    #[getter]
    fn draws(&self) -> u64 {
        self.duel.draws
    }

    /// The hands in which some player won more.
    #[getter]
    fn losses(&self) -> u64 {
        self.duel.losses
    }

    /// The mean payoff of a hand.
    #[getter]
    fn mean(&self) -> Option<f64> {
        self.duel.mean()
    }

    /// The 95 % confidence interval of the mean payoff, over the deals.
    #[getter]
    fn interval(&self) -> Option<[f64; 2]> {
        self.duel.interval_95()
    }

    /// The share of hands won, draws as halves.
    #[getter]
    fn win_share(&self) -> Option<f64> {
        self.duel.win_share()
    }

    /// The 95 % confidence interval of that share.
    #[getter]
    fn win_share_interval(&self) -> Option<[f64; 2]> {
        self.duel.win_share_interval_95()
    }

    /// What the decisions of the first bot cost it in a hand, if they were judged.
    #[getter]
    fn loss(&self) -> Option<f64> {
        self.duel.loss().filter(|_| self.judged)
    }

    /// The 95 % confidence interval of that cost.
    #[getter]
    fn loss_interval(&self) -> Option<[f64; 2]> {
        self.duel.loss_interval_95().filter(|_| self.judged)
    }

    /// For each way to end a hand how many the first bot won, drew and lost.
    #[getter]
    fn endings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let endings = PyDict::new(py);
        for (ending, results) in &self.duel.endings {
            endings.set_item(ending, *results)?;
        }
        Ok(endings)
    }

    fn __repr__(&self) -> String {
        let [first, second] = &self.names;
        let interval =
            self.interval().map_or_else(String::new, |[low, high]| format!(" ({low:.4} to {high:.4})"));
        let mean = self.mean().map_or_else(|| "no hand".to_owned(), |mean| format!("{mean:.4}{interval}"));
        format!("<{first} against {second}: {mean} in {} hands>", self.duel.hands)
    }
}

/// Plays deals between two bots, each deal from every seat; copies of the second bot sit in all other seats. The result
/// depends on the seed and not on the number of threads. With `exact`, in Kinderschnapsen against the file of a
/// solution, the decisions of the first bot are judged by the values of the solution.
///
/// >>> hinterhand.duel("kinderschnapsen", "greedy", "random", deals=200, seed=1).mean > 0.5
/// True
#[pyfunction]
#[pyo3(signature = (game, first, second, deals = 1000, seed = 1, threads = None, exact = false, progress = None))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn duel(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    deals: u64,
    seed: u64,
    threads: Option<NonZeroUsize>,
    exact: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Duel> {
    let rules = Game::of(py, game)?.rules;
    let bots = [bot::open(first)?, bot::open(second)?];
    let names = bots.each_ref().map(|bot| bot.spec().to_string());
    let threads = threads::count(threads)?;
    let played = work::run(py, &bots, Some(deals), progress, |desk| -> PyResult<Result> {
        let [first, second] = &bots;
        let bots = [first.for_referee(rules).map_err(error)?, second.for_referee(rules).map_err(error)?];
        let judge = match exact {
            true => Some(rules.hand().zip(bots[1].solution()).ok_or_else(|| {
                message("exact: the second bot must be the file of a solution of a hand of Kinderschnapsen")
            })?),
            false => None,
        };
        let judge = judge.map(|(hand, solution)| Exact::new(hand, solution));
        let pairing = Pairing { game: rules, bots: [&bots[0], &bots[1]], exact: judge.as_ref(), seed };
        duels::run(&pairing, deals, threads, desk.stop, |done| desk.reached(done)).map_err(error)
    })?;
    Ok(Duel { names, duel: played?, judged: exact })
}
