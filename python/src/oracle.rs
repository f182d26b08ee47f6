//! The oracle of a game in numpy: what sequences are worth against a plan, with arrays of the caller.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Mutex;

use hinterhand_engine::Digest;
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::cfr::{Memory as PassMemory, Passes};
use hinterhand_solvers::oracle::{self as oracles, Oracle as _, Treeplex};
use numpy::{PyArray1, PyArrayMethods as _, PyUntypedArray};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PySlice;

use crate::arrangement::Arrangement;
use crate::array::{self, Vector};
use crate::error::message;
use crate::game::Game;
use crate::judge::Judgement;
use crate::source::Source;
use crate::view::{View, key_of};
use crate::{export, threads};

/// The oracle of a game of two players that is zero-sum. A *sequence* is an action at an information set with all own
/// actions before it; sequence 0 is that of having done nothing. A *policy* has the probability of the last action of
/// each sequence, a *plan* the probability that all its actions are taken if the game leads there. Both are arrays of
/// float64, a number for each sequence.
///
/// After sequence 0 come those of all information sets with one action, then of those with two, and so on: first the first
/// action of each, then the second of each. `matrices(player, numbers)` are views of such an array, a row for each action
/// and a column for each information set.
///
/// >>> oracle = hinterhand.oracle("kuhn")
/// >>> oracle.infosets(0), oracle.sequences(0)
/// (6, 13)
/// >>> policies = [oracle.uniform(0), oracle.uniform(1)]
/// >>> [matrix.shape for matrix in oracle.matrices(0, policies[0])]
/// [(2, 6)]
/// >>> round(oracle.judge(policies).exploitability, 4)
/// 0.4583
#[pyclass(module = "hinterhand", frozen)]
pub(crate) struct Oracle {
    rules: &'static LoadedGame,
    source: Source,
    arrangements: [Arrangement; 2],
    /// Through a game that is written out. In another the oracle of the game is asked.
    passes: Option<Passes<f64>>,
    /// The sequence before each information set of a player, made when it is first asked for.
    parent: [PyOnceLock<Py<PyArray1<i64>>>; 2],
    memory: Mutex<Memory>,
}

/// What passes have allocated, to be used again.
#[derive(Default)]
struct Memory {
    passes: PassMemory<f64>,
    oracle: Vec<f64>,
}

/// The oracle of a game. A game that has at most `most_nodes` nodes is written out; a larger one must have an oracle of
/// its own, as the phantom games, liar's dice and generic poker have.
#[pyfunction]
#[pyo3(signature = (game, most_nodes = None))]
pub(crate) fn oracle(py: Python<'_>, game: &Bound<'_, PyAny>, most_nodes: Option<usize>) -> PyResult<Oracle> {
    let rules = Game::of(py, game)?.rules;
    let source = Source::of(py, rules, most_nodes)?;
    Ok(py.detach(|| {
        let passes = match &source {
            Source::Own(_) => None,
            Source::Tree(tree, _) => Some(Passes::new(tree.tree())),
        };
        let arrangements = [0, 1].map(|player| match (&source, &passes) {
            (Source::Tree(tree, payoffs), Some(passes)) => {
                Arrangement::of_passes(passes, tree, payoffs, player)
            }
            _ => Arrangement::of_treeplex(source.treeplex(player)),
        });
        let parent = [PyOnceLock::new(), PyOnceLock::new()];
        Oracle { rules, source, arrangements, passes, parent, memory: Mutex::default() }
    }))
}

type Numbers<'py> = Bound<'py, PyArray1<f64>>;

/// What an action is worth, or how much more than the policy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Values,
    Advantages,
}

impl Oracle {
    fn treeplex(&self, player: usize) -> PyResult<&Treeplex> {
        if player < 2 {
            Ok(self.source.treeplex(player))
        } else {
            Err(message(format!("player {player} of 2")))
        }
    }

    /// The number in the treeplex of an information set.
    fn infoset(&self, player: usize, infoset: usize) -> PyResult<usize> {
        let infosets = self.treeplex(player)?.infosets();
        if infoset >= infosets {
            return Err(message(format!("information set {infoset} of {infosets}")));
        }
        Ok(self.arrangements[player].in_treeplex(infoset))
    }

    /// The numbers of an array that must have one for each sequence of a player.
    fn numbers<'a>(&self, player: usize, name: &str, array: &'a Vector<'_, f64>) -> PyResult<&'a [f64]> {
        array::read(array, name, self.treeplex(player)?.sequences())
    }

    /// Policies in the order of the treeplexes, whose probabilities must sum to 1 at each information set.
    fn policies(&self, arrays: &[Vector<'_, f64>; 2]) -> PyResult<[Vec<f64>; 2]> {
        let policy = |player: usize| {
            let (treeplex, arrangement) = (self.treeplex(player)?, &self.arrangements[player]);
            let policy = arrangement.to_treeplex(self.numbers(player, "policy", &arrays[player])?);
            for infoset in 0..treeplex.infosets() {
                let here = &policy[treeplex.sequences_of(infoset)];
                let sum: f64 = here.iter().sum();
                if !((sum - 1.0).abs() < 1e-6 && here.iter().all(|&part| part >= 0.0)) {
                    let place =
                        format!("information set {} of player {player}", arrangement.infoset_of(infoset));
                    return Err(message(format!("{here:?} are no probabilities of {place}")));
                }
            }
            Ok(policy)
        };
        Ok([policy(0)?, policy(1)?])
    }

    /// Fills an array with one number for each sequence of a player: that of the caller, or a new one.
    fn fill<'py>(
        &self,
        py: Python<'py>,
        player: usize,
        out: Option<Numbers<'py>>,
        fill: impl FnOnce(&mut [f64], &mut Memory) + Send,
    ) -> PyResult<Numbers<'py>> {
        let sequences = self.treeplex(player)?.sequences();
        let out = out.unwrap_or_else(|| PyArray1::zeros(py, sequences, false));
        let mut writing = out.try_readwrite()?;
        let numbers = array::write(&mut writing, "out", sequences)?;
        py.detach(|| {
            // Its memory serves one call at a time; another call makes its own.
            threads::with_all(|| match self.memory.try_lock() {
                Ok(mut memory) => fill(numbers, &mut memory),
                Err(_) => fill(numbers, &mut Memory::default()),
            })
        })?;
        drop(writing);
        Ok(out)
    }

    /// The pass from the end of the game back to its beginning.
    fn back<'py>(
        &self,
        py: Python<'py>,
        player: usize,
        plan: &Vector<'py, f64>,
        policy: &Vector<'py, f64>,
        out: Option<Numbers<'py>>,
        wanted: Wanted,
    ) -> PyResult<Numbers<'py>> {
        let (treeplex, policy) = (self.treeplex(player)?, self.numbers(player, "policy", policy)?);
        let plan = self.numbers(1 - player, "plan", plan)?;
        self.fill(py, player, out, |out, memory| {
            if let Some(passes) = &self.passes {
                let memory = &mut memory.passes;
                return match wanted {
                    Wanted::Values => passes.action_values(player, plan, policy, out, memory),
                    Wanted::Advantages => passes.advantages(player, plan, policy, out, memory),
                };
            }
            let plan = self.arrangements[1 - player].to_treeplex(plan);
            let policy = self.arrangements[player].to_treeplex(policy);
            let memory = &mut memory.oracle;
            let (mut gradient, mut worth) = (vec![0.0; out.len()], vec![0.0; out.len()]);
            self.source.gradient(player, &plan, &mut gradient, memory);
            worth[0] = treeplex.from_the_end(memory, &gradient, &mut worth, |infoset, found, worth| {
                let policy = &policy[treeplex.sequences_of(infoset)];
                let value = found.iter().zip(policy).map(|(worth, part)| worth * part).sum();
                let less = if wanted == Wanted::Values { 0.0 } else { value };
                worth.iter_mut().zip(found).for_each(|(worth, found)| *worth = found - less);
                value
            });
            self.arrangements[player].put(&worth, out);
        })
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

    /// Views of an array with a number for each sequence of a player: for each number of actions a matrix with a row for
    /// each action and a column for each information set. Information sets are numbered by their columns, one matrix after
    /// another.
    fn matrices<'py>(
        &self,
        player: usize,
        numbers: &Bound<'py, PyUntypedArray>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        array::fits(numbers, "numbers", self.treeplex(player)?.sequences())?;
        let views = self.arrangements[player].matrices.iter().map(|matrix| {
            let part = numbers.get_item(slice(numbers.py(), matrix.first..matrix.end(), 1))?;
            part.call_method1("reshape", (matrix.actions, matrix.infosets))
        });
        views.collect()
    }

    /// The slice of an array that has the numbers of one information set, in the order of the legal actions.
    ///
    /// >>> oracle = hinterhand.oracle("leduc")
    /// >>> len(oracle.uniform(0)[oracle.sequences_of(0, 7)]) == len(oracle.view(0, 7).legal_actions)
    /// True
    fn sequences_of<'py>(
        &self,
        py: Python<'py>,
        player: usize,
        infoset: usize,
    ) -> PyResult<Bound<'py, PySlice>> {
        self.infoset(player, infoset)?;
        let (places, step) = self.arrangements[player].places_of(infoset);
        Ok(slice(py, places, step))
    }

    /// The sequence before each information set. The array is made once and cannot be written.
    fn parent<'py>(&self, py: Python<'py>, player: usize) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let (treeplex, arrangement) = (self.treeplex(player)?, &self.arrangements[player]);
        let array = self.parent[player].get_or_try_init(py, || -> PyResult<_> {
            let parent =
                |infoset| arrangement.place(treeplex.parent(arrangement.in_treeplex(infoset))) as i64;
            let array = PyArray1::from_iter(py, (0..treeplex.infosets()).map(parent));
            array.call_method1("setflags", (false,))?;
            Ok(array.unbind())
        })?;
        Ok(array.bind(py).clone())
    }

    /// The policy by which all actions are equally likely.
    #[pyo3(signature = (player, out = None))]
    fn uniform<'py>(
        &self,
        py: Python<'py>,
        player: usize,
        out: Option<Numbers<'py>>,
    ) -> PyResult<Numbers<'py>> {
        self.treeplex(player)?;
        self.fill(py, player, out, |policy, _| {
            policy[0] = 1.0;
            for matrix in &self.arrangements[player].matrices {
                policy[matrix.first..matrix.end()].fill(1.0 / matrix.actions as f64);
            }
        })
    }

    /// The plan of a policy.
    #[pyo3(signature = (player, policy, out = None))]
    fn plan<'py>(
        &self,
        py: Python<'py>,
        player: usize,
        policy: Vector<'py, f64>,
        out: Option<Numbers<'py>>,
    ) -> PyResult<Numbers<'py>> {
        let policy = self.numbers(player, "policy", &policy)?;
        self.fill(py, player, out, |plan, _| match &self.passes {
            Some(passes) => passes.plan(player, policy, plan),
            None => {
                let arrangement = &self.arrangements[player];
                arrangement.put(&oracles::plan(&self.source, player, &arrangement.to_treeplex(policy)), plan);
            }
        })
    }

    /// What each sequence of a player contributes to its payoff if the other plays by `plan`.
    #[pyo3(signature = (player, plan, out = None))]
    fn gradient<'py>(
        &self,
        py: Python<'py>,
        player: usize,
        plan: Vector<'py, f64>,
        out: Option<Numbers<'py>>,
    ) -> PyResult<Numbers<'py>> {
        self.treeplex(player)?;
        let plan = self.numbers(1 - player, "plan", &plan)?;
        self.fill(py, player, out, |gradient, memory| match &self.passes {
            Some(passes) => passes.gradient(player, plan, gradient),
            None => {
                let plan = self.arrangements[1 - player].to_treeplex(plan);
                let mut found = vec![0.0; gradient.len()];
                self.source.gradient(player, &plan, &mut found, &mut memory.oracle);
                self.arrangements[player].put(&found, gradient);
            }
        })
    }

    /// The counterfactual value of each action of a player: what it is worth against the `plan` of the other if the player
    /// goes on by `policy`. The number of sequence 0 is the value of the game.
    #[pyo3(signature = (player, plan, policy, out = None))]
    fn action_values<'py>(
        &self,
        py: Python<'py>,
        player: usize,
        plan: Vector<'py, f64>,
        policy: Vector<'py, f64>,
        out: Option<Numbers<'py>>,
    ) -> PyResult<Numbers<'py>> {
        self.back(py, player, &plan, &policy, out, Wanted::Values)
    }

    /// How much more each action of a player is worth than `policy` is at its information set, against the `plan` of the
    /// other: what an iteration of counterfactual regret minimization adds to the regrets. The number of sequence 0 is the
    /// value of the game.
    #[pyo3(signature = (player, plan, policy, out = None))]
    fn advantages<'py>(
        &self,
        py: Python<'py>,
        player: usize,
        plan: Vector<'py, f64>,
        policy: Vector<'py, f64>,
        out: Option<Numbers<'py>>,
    ) -> PyResult<Numbers<'py>> {
        self.back(py, player, &plan, &policy, out, Wanted::Advantages)
    }

    /// A policy of a player that wins most against the `plan` of the other: of equal actions the first.
    #[pyo3(signature = (player, plan))]
    fn best_response<'py>(
        &self,
        py: Python<'py>,
        player: usize,
        plan: Vector<'py, f64>,
    ) -> PyResult<Numbers<'py>> {
        self.treeplex(player)?;
        let plan = self.numbers(1 - player, "plan", &plan)?;
        self.fill(py, player, None, |policy, _| {
            let plan = self.arrangements[1 - player].to_treeplex(plan);
            self.arrangements[player].put(&oracles::best_response(&self.source, player, &plan), policy);
        })
    }

    /// Judges a policy of each player, exactly.
    fn judge<'py>(&self, py: Python<'py>, policies: [Vector<'py, f64>; 2]) -> PyResult<Judgement> {
        let policies = self.policies(&policies)?;
        let policies = policies.each_ref().map(Vec::as_slice);
        let judged = py.detach(|| threads::with_all(|| self.source.judge(policies)))?;
        Ok(Judgement::of(&judged, None))
    }

    /// What best responses win against a policy of each player, on average: `judge(policies).exploitability`.
    fn exploitability<'py>(&self, py: Python<'py>, policies: [Vector<'py, f64>; 2]) -> PyResult<f64> {
        Ok(self.judge(py, policies)?.exploitability)
    }

    /// Writes a policy of each player to the file of a strategy, as `export_policy` does.
    #[pyo3(signature = (policies, path, name = "a policy in Python"))]
    fn export<'py>(
        &self,
        py: Python<'py>,
        policies: [Vector<'py, f64>; 2],
        path: PathBuf,
        name: &str,
    ) -> PyResult<Judgement> {
        let policies = self.policies(&policies)?;
        py.detach(|| export::write(self.rules, &self.source, &policies, &path, name))
    }

    /// What the player sees at an information set.
    fn view(&self, player: usize, infoset: usize) -> PyResult<View> {
        let infoset = self.infoset(player, infoset)?;
        Ok(self.source.decision(self.rules, player, infoset).view(self.rules))
    }

    /// The name of each information set of a player, as `View.key` has it.
    fn keys(&self, py: Python<'_>, player: usize) -> PyResult<Vec<String>> {
        let infosets = self.treeplex(player)?.infosets();
        let key = |infoset| {
            let infoset = self.arrangements[player].in_treeplex(infoset);
            key_of(Digest::of(&self.source.decision(self.rules, player, infoset).info_set))
        };
        Ok(py.detach(|| (0..infosets).map(key).collect()))
    }

    fn __repr__(&self) -> String {
        let sequences = [0, 1].map(|player| self.source.treeplex(player).sequences());
        format!("<oracle of {} with {} and {} sequences>", self.rules.name(), sequences[0], sequences[1])
    }
}

fn slice(py: Python<'_>, places: Range<usize>, step: usize) -> Bound<'_, PySlice> {
    PySlice::new(py, places.start as isize, places.end as isize, step as isize)
}
