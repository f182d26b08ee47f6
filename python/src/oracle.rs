//! The oracle of a game in numpy: what sequences are worth against a plan, with arrays of the caller.

use std::sync::Mutex;

use hinterhand_engine::Digest;
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::oracle::{self as oracles, Oracle as _, Treeplex};
use numpy::{PyArray1, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::array;
use crate::error::message;
use crate::game::Game;
use crate::judge::Judgement;
use crate::source::Source;
use crate::threads;
use crate::view::{View, key_of};

/// The oracle of a game of two players that is zero-sum. A *sequence* is an action at an information set with all own
/// actions before it; sequence 0 is that of having done nothing. A *policy* has the probability of the last action of
/// each sequence, a *plan* the probability that all its actions are taken if the game leads there. Both are arrays of
/// float64, a number for each sequence.
///
/// The sequences of information set `i` of a player are `first(player)[i]` up to `first(player)[i + 1]`, in the order
/// of the legal actions.
///
/// >>> oracle = hinterhand.oracle("kuhn")
/// >>> oracle.infosets(0), oracle.sequences(0)
/// (6, 13)
/// >>> policies = [oracle.uniform(0), oracle.uniform(1)]
/// >>> round(oracle.judge(policies).exploitability, 4)
/// 0.4583
#[pyclass(module = "hinterhand", frozen)]
pub(crate) struct Oracle {
    rules: &'static LoadedGame,
    source: Source,
    /// The arrays of each player, made when they are first asked for and handed out again and again.
    first: [PyOnceLock<Py<PyArray1<i64>>>; 2],
    parent: [PyOnceLock<Py<PyArray1<i64>>>; 2],
    memory: Mutex<Vec<f64>>,
}

/// The oracle of a game. A game that has at most `most_nodes` nodes is written out; a larger one must have an oracle of
/// its own, as the phantom games and liar's dice have.
#[pyfunction]
#[pyo3(signature = (game, most_nodes = None))]
pub(crate) fn oracle(py: Python<'_>, game: &Bound<'_, PyAny>, most_nodes: Option<usize>) -> PyResult<Oracle> {
    let rules = Game::of(py, game)?.rules;
    let source = Source::of(py, rules, most_nodes)?;
    let unmade = || [PyOnceLock::new(), PyOnceLock::new()];
    Ok(Oracle { rules, source, first: unmade(), parent: unmade(), memory: Mutex::default() })
}

type Numbers<'py> = Bound<'py, PyArray1<f64>>;

impl Oracle {
    fn treeplex(&self, player: usize) -> PyResult<&Treeplex> {
        if player < 2 {
            Ok(self.source.treeplex(player))
        } else {
            Err(message(format!("player {player} of 2")))
        }
    }

    /// The numbers of an array that must have one for each sequence of a player.
    fn numbers<'a>(
        &self,
        player: usize,
        name: &str,
        array: &'a PyReadonlyArray1<'_, f64>,
    ) -> PyResult<&'a [f64]> {
        array::read(array, name, self.treeplex(player)?.sequences())
    }

    /// The numbers of a policy, whose probabilities must sum to 1 at each information set.
    fn policy<'a>(&self, player: usize, array: &'a PyReadonlyArray1<'_, f64>) -> PyResult<&'a [f64]> {
        let (treeplex, policy) = (self.treeplex(player)?, self.numbers(player, "policy", array)?);
        for infoset in 0..treeplex.infosets() {
            let here = &policy[treeplex.sequences_of(infoset)];
            let sum: f64 = here.iter().sum();
            if !((sum - 1.0).abs() < 1e-6 && here.iter().all(|&part| part >= 0.0)) {
                let place = format!("information set {infoset} of player {player}");
                return Err(message(format!("{here:?} are no probabilities of {place}")));
            }
        }
        Ok(policy)
    }

    /// Fills an array with one number for each sequence of a player: that of the caller, or a new one.
    fn fill<'py>(
        &self,
        py: Python<'py>,
        player: usize,
        out: Option<Numbers<'py>>,
        fill: impl FnOnce(&mut [f64], &mut Vec<f64>) + Send,
    ) -> PyResult<Numbers<'py>> {
        let sequences = self.treeplex(player)?.sequences();
        let out = out.unwrap_or_else(|| PyArray1::zeros(py, sequences, false));
        let mut writing = out.try_readwrite()?;
        let numbers = array::write(&mut writing, "out", sequences)?;
        py.detach(|| {
            // Its memory serves one call at a time; another call makes its own.
            threads::with_all(|| match self.memory.try_lock() {
                Ok(mut memory) => fill(numbers, &mut memory),
                Err(_) => fill(numbers, &mut Vec::new()),
            })
        })?;
        drop(writing);
        Ok(out)
    }

    fn kept<'py>(
        py: Python<'py>,
        kept: &PyOnceLock<Py<PyArray1<i64>>>,
        numbers: impl Iterator<Item = usize>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let array = kept.get_or_try_init(py, || -> PyResult<_> {
            let array = PyArray1::from_iter(py, numbers.map(|number| number as i64));
            array.call_method1("setflags", (false,))?;
            Ok(array.unbind())
        })?;
        Ok(array.bind(py).clone())
    }
}

#[pymethods]
impl Oracle {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.rules }
    }

    /// The number of information sets of a player.
    fn infosets(&self, player: usize) -> PyResult<usize> {
        Ok(self.treeplex(player)?.infosets())
    }

    /// The number of sequences of a player, the empty one included.
    fn sequences(&self, player: usize) -> PyResult<usize> {
        Ok(self.treeplex(player)?.sequences())
    }

    /// The first sequence of each information set, and the number of sequences at the end. The array is made once and
    /// cannot be written.
    fn first<'py>(&self, py: Python<'py>, player: usize) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let treeplex = self.treeplex(player)?;
        let first = (0..treeplex.infosets()).map(|infoset| treeplex.sequences_of(infoset).start);
        let end = std::iter::once(treeplex.sequences());
        Oracle::kept(py, &self.first[player], first.chain(end))
    }

    /// The sequence before each information set. The array is made once and cannot be written.
    fn parent<'py>(&self, py: Python<'py>, player: usize) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let treeplex = self.treeplex(player)?;
        let parent = (0..treeplex.infosets()).map(|infoset| treeplex.parent(infoset));
        Oracle::kept(py, &self.parent[player], parent)
    }

    /// The policy by which all actions are equally likely.
    #[pyo3(signature = (player, out = None))]
    fn uniform<'py>(
        &self,
        py: Python<'py>,
        player: usize,
        out: Option<Numbers<'py>>,
    ) -> PyResult<Numbers<'py>> {
        let treeplex = self.treeplex(player)?;
        self.fill(py, player, out, |policy, _| {
            policy[0] = 1.0;
            for infoset in 0..treeplex.infosets() {
                let sequences = treeplex.sequences_of(infoset);
                let each = 1.0 / sequences.len() as f64;
                policy[sequences].fill(each);
            }
        })
    }

    /// The plan of a policy.
    #[pyo3(signature = (player, policy, out = None))]
    fn plan<'py>(
        &self,
        py: Python<'py>,
        player: usize,
        policy: PyReadonlyArray1<'py, f64>,
        out: Option<Numbers<'py>>,
    ) -> PyResult<Numbers<'py>> {
        let (treeplex, policy) = (self.treeplex(player)?, self.numbers(player, "policy", &policy)?);
        self.fill(py, player, out, |plan, _| {
            let mut nothing = vec![(); policy.len()];
            treeplex.from_the_beginning(plan, &mut nothing, |infoset, reach, plan, _| {
                let policy = &policy[treeplex.sequences_of(infoset)];
                plan.iter_mut().zip(policy).for_each(|(plan, part)| *plan = reach * part);
            });
        })
    }

    /// What each sequence of a player contributes to its payoff if the other plays by `plan`.
    #[pyo3(signature = (player, plan, out = None))]
    fn gradient<'py>(
        &self,
        py: Python<'py>,
        player: usize,
        plan: PyReadonlyArray1<'py, f64>,
        out: Option<Numbers<'py>>,
    ) -> PyResult<Numbers<'py>> {
        self.treeplex(player)?;
        let plan = self.numbers(1 - player, "plan", &plan)?;
        self.fill(py, player, out, |gradient, memory| self.source.gradient(player, plan, gradient, memory))
    }

    /// The counterfactual value of each action of a player: what it is worth against the `plan` of the other if the player
    /// goes on by `policy`. The number of sequence 0 is the value of the game.
    #[pyo3(signature = (player, plan, policy, out = None))]
    fn action_values<'py>(
        &self,
        py: Python<'py>,
        player: usize,
        plan: PyReadonlyArray1<'py, f64>,
        policy: PyReadonlyArray1<'py, f64>,
        out: Option<Numbers<'py>>,
    ) -> PyResult<Numbers<'py>> {
        let (treeplex, policy) = (self.treeplex(player)?, self.numbers(player, "policy", &policy)?);
        let plan = self.numbers(1 - player, "plan", &plan)?;
        self.fill(py, player, out, |worth, memory| {
            let mut gradient = vec![0.0; worth.len()];
            self.source.gradient(player, plan, &mut gradient, memory);
            worth[0] = treeplex.from_the_end(memory, &gradient, worth, |infoset, found, worth| {
                worth.copy_from_slice(found);
                let policy = &policy[treeplex.sequences_of(infoset)];
                found.iter().zip(policy).map(|(worth, part)| worth * part).sum()
            });
        })
    }

    /// A policy of a player that wins most against the `plan` of the other: of equal actions the first.
    #[pyo3(signature = (player, plan))]
    fn best_response<'py>(
        &self,
        py: Python<'py>,
        player: usize,
        plan: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Numbers<'py>> {
        self.treeplex(player)?;
        let plan = self.numbers(1 - player, "plan", &plan)?;
        self.fill(py, player, None, |policy, _| {
            let best = oracles::best_response(&self.source, player, plan);
            policy.iter_mut().zip(best).for_each(|(policy, best)| *policy = f64::from(best));
        })
    }

    /// Judges a policy of each player, exactly.
    fn judge<'py>(&self, py: Python<'py>, policies: [PyReadonlyArray1<'py, f64>; 2]) -> PyResult<Judgement> {
        let policies = [self.policy(0, &policies[0])?, self.policy(1, &policies[1])?];
        let judged = py.detach(|| threads::with_all(|| self.source.judge(policies)))?;
        Ok(Judgement::of(&judged, None))
    }

    /// What best responses win against a policy of each player, on average: `judge(policies).exploitability`.
    fn exploitability<'py>(
        &self,
        py: Python<'py>,
        policies: [PyReadonlyArray1<'py, f64>; 2],
    ) -> PyResult<f64> {
        Ok(self.judge(py, policies)?.exploitability)
    }

    /// What the player sees at an information set.
    fn view(&self, player: usize, infoset: usize) -> PyResult<View> {
        let infosets = self.treeplex(player)?.infosets();
        if infoset >= infosets {
            return Err(message(format!("information set {infoset} of {infosets}")));
        }
        Ok(self.source.decision(self.rules, player, infoset).view(self.rules))
    }

    /// The name of each information set of a player, as `View.key` has it.
    fn keys(&self, py: Python<'_>, player: usize) -> PyResult<Vec<String>> {
        let infosets = self.treeplex(player)?.infosets();
        let key = |infoset| key_of(Digest::of(&self.source.decision(self.rules, player, infoset).info_set));
        Ok(py.detach(|| (0..infosets).map(key).collect()))
    }

    fn __repr__(&self) -> String {
        let sequences = [0, 1].map(|player| self.source.treeplex(player).sequences());
        format!("<oracle of {} with {} and {} sequences>", self.rules.name(), sequences[0], sequences[1])
    }
}
