//! Exact judgements of policies: of bots, of strategies in files, and of any function of Python.

use std::sync::atomic::Ordering;

use hinterhand_engine::{ActionSet as _, Digest};
use hinterhand_players::bots::BotStrategy;
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::dynamic::Form;
use hinterhand_solvers::oracle::{self as oracles, Oracle as _};
use hinterhand_solvers::strategy::Strategy as _;
use numpy::{PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray2, PyUntypedArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{error, message};
use crate::game::Game;
use crate::source::Source;
use crate::view::key_of;
use crate::{bot, threads, work};

/// An exact judgement of a policy in a zero-sum game of two players.
#[pyclass(module = "hinterhand", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct Judgement {
    /// The payoff of player 0 if both play by the policy.
    pub(crate) value: f64,
    /// The payoff of a best response in each seat against the policy in the other.
    pub(crate) best_responses: [f64; 2],
    /// What best responses win on average over the seats: 0 for an equilibrium and for nothing else.
    pub(crate) exploitability: f64,
    /// The number of information sets at which the policy was asked, if it was.
    pub(crate) info_sets: Option<usize>,
}

impl Judgement {
    pub(crate) fn of(judged: &oracles::Judgement, info_sets: Option<usize>) -> Judgement {
        let (value, best_responses) = (judged.value, judged.best_responses);
        Judgement { value, best_responses, exploitability: judged.exploitability(), info_sets }
    }
}

#[pymethods]
impl Judgement {
    fn __repr__(&self) -> String {
        format!("<value {:.6}, exploitability {:.6}>", self.value, self.exploitability)
    }
}

/// Many information sets at once, for a policy that answers with an array.
#[pyclass(module = "hinterhand", frozen, get_all)]
pub(crate) struct InfoSets {
    /// The game.
    game: Game,
    /// The observations: a row for each information set.
    observations: Py<PyArray2<f32>>,
    /// Whether each action is legal, by its number: a row for each information set.
    legal: Py<PyArray2<bool>>,
    /// The seat of the player to move at each.
    player: Py<PyArray1<i8>>,
    /// The name of each, as `View.key` has it.
    keys: Vec<String>,
}

#[pymethods]
impl InfoSets {
    fn __len__(&self) -> usize {
        self.keys.len()
    }
}

/// The number of information sets that a policy is asked at once.
const AT_ONCE: usize = 4096;

/// A function of Python that maps many information sets to probabilities.
pub(crate) struct Asked<'a, 'py> {
    pub(crate) rules: &'static LoadedGame,
    pub(crate) source: &'a Source,
    pub(crate) policy: &'a Bound<'py, PyAny>,
    pub(crate) form: Form,
}

impl<'py> Asked<'_, 'py> {
    /// The policy of a player: for each sequence the probability of its last action.
    pub(crate) fn policy(&self, player: usize) -> PyResult<Vec<f64>> {
        let py = self.policy.py();
        let treeplex = self.source.treeplex(player);
        let mut policy = vec![1.0; treeplex.sequences()];
        for from in (0..treeplex.infosets()).step_by(AT_ONCE) {
            py.check_signals()?;
            let infosets: Vec<usize> = (from..treeplex.infosets().min(from + AT_ONCE)).collect();
            let (batch, numbers) = self.batch(py, player, &infosets)?;
            let answer = self.policy.call1((batch,))?;
            let answer = py.import("numpy")?.call_method1("asarray", (answer, "float64"))?;
            let answer: PyReadonlyArray2<'py, f64> = answer.extract()?;
            let actions = self.rules.methods().as_numbers().action_numbers().count();
            if answer.shape() != [infosets.len(), actions] {
                return Err(message(format!(
                    "the policy must return an array of shape ({}, {actions}), not {:?}",
                    infosets.len(),
                    answer.shape()
                )));
            }
            let answer = answer.as_array();
            for (row, (&infoset, numbers)) in infosets.iter().zip(&numbers).enumerate() {
                let weights = numbers.iter().map(|&number| answer[[row, number]]);
                let sum: f64 = weights.clone().sum();
                if !(weights.clone().all(|weight| weight >= 0.0) && sum > 0.0 && sum.is_finite()) {
                    let view = self.source.view(self.rules, player, infoset);
                    let weights: Vec<f64> = weights.collect();
                    return Err(message(format!(
                        "the policy returns {weights:?} for the legal actions of\n{view}"
                    )));
                }
                for (sequence, weight) in treeplex.sequences_of(infoset).zip(weights) {
                    policy[sequence] = weight / sum;
                }
            }
        }
        Ok(policy)
    }

    /// Some information sets of a player, and the numbers of the legal actions at each.
    fn batch(
        &self,
        py: Python<'py>,
        player: usize,
        infosets: &[usize],
    ) -> PyResult<(Bound<'py, InfoSets>, Vec<Vec<usize>>)> {
        let (as_numbers, game) = (self.rules.methods().as_numbers(), Game { rules: self.rules });
        let (size, actions) = (game.size(self.form), as_numbers.action_numbers().count());
        let mut observations = vec![0.0; infosets.len() * size];
        let mut legal = vec![false; infosets.len() * actions];
        let (mut keys, mut all) = (Vec::new(), Vec::new());
        for (row, &infoset) in infosets.iter().enumerate() {
            let (info_set, choices) = self.source.decision(self.rules, player, infoset);
            as_numbers.observe(self.form, &info_set, &mut observations[row * size..][..size]);
            let numbers = as_numbers.numbers_of(&choices);
            if numbers.len() != choices.len() {
                return Err(message(format!(
                    "{} has more actions here than have numbers",
                    self.rules.name()
                )));
            }
            numbers.iter().for_each(|&number| legal[row * actions + number] = true);
            keys.push(key_of(Digest::of(&info_set)));
            all.push(numbers);
        }
        let rows = infosets.len();
        let batch = InfoSets {
            game,
            observations: PyArray1::from_vec(py, observations).reshape([rows, size])?.unbind(),
            legal: PyArray1::from_vec(py, legal).reshape([rows, actions])?.unbind(),
            player: PyArray1::from_vec(py, vec![player as i8; rows]).unbind(),
            keys,
        };
        Ok((Bound::new(py, batch)?, all))
    }
}

/// The policies of both players, from whatever plays: a function that maps many information sets to probabilities, or a
/// bot by its text.
pub(crate) fn policies(
    py: Python<'_>,
    rules: &'static LoadedGame,
    source: &Source,
    policy: &Bound<'_, PyAny>,
    form: Form,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<[Vec<f64>; 2]> {
    if policy.is_callable() {
        let asked = Asked { rules, source, policy, form };
        return Ok([asked.policy(0)?, asked.policy(1)?]);
    }
    let bots = [bot::open(policy)?];
    let total: usize = [0, 1].iter().map(|&player| source.treeplex(player).infosets()).sum();
    work::run(py, &bots, Some(total as u64), progress, |desk| -> PyResult<[Vec<f64>; 2]> {
        let strategy = BotStrategy::new(bots[0].for_game(rules).map_err(error)?, 1);
        let (mut done, mut out) = (0, Vec::new());
        Ok([0, 1].map(|player| {
            let treeplex = source.treeplex(player);
            let mut policy = vec![1.0; treeplex.sequences()];
            for infoset in 0..treeplex.infosets() {
                if desk.stop.load(Ordering::Relaxed) || desk.is_in_vain() {
                    break;
                }
                let (info_set, legal) = source.decision(rules, player, infoset);
                debug_assert_eq!(legal.len(), treeplex.sequences_of(infoset).len());
                strategy.probabilities(&info_set, &legal, &mut out);
                policy[treeplex.sequences_of(infoset)].copy_from_slice(&out);
                done += 1;
                desk.reached(done);
            }
            policy
        }))
    })?
}

/// Judges a policy exactly, in a zero-sum game of two players with a tree of at most `most_nodes` nodes or an oracle.
/// `policy` maps a batch of information sets, an object with `observations`, `legal`, `player` and `keys`, to an array
/// with a row for each and a column for each number of an action; where actions are not legal it does not matter.
///
/// >>> def uniform(batch):
/// ...     return batch.legal / batch.legal.sum(axis=1, keepdims=True)
/// >>> round(hinterhand.exploitability_of("leduc", uniform).exploitability, 4)
/// 2.3736
#[pyfunction]
#[pyo3(signature = (game, policy, form = "current", most_nodes = None))]
pub(crate) fn exploitability_of(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    policy: &Bound<'_, PyAny>,
    form: &str,
    most_nodes: Option<usize>,
) -> PyResult<Judgement> {
    judged(py, game, policy, form, most_nodes, None)
}

/// Judges a bot exactly: it is asked at every information set, by numbers drawn from the information set alone, as if it
/// were seated anew at each.
///
/// >>> round(hinterhand.exploitability("kuhn", "random").exploitability, 4)
/// 0.4583
#[pyfunction]
#[pyo3(signature = (game, bot, most_nodes = None, progress = None))]
pub(crate) fn exploitability(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    bot: &Bound<'_, PyAny>,
    most_nodes: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Judgement> {
    judged(py, game, bot, "current", most_nodes, progress)
}

fn judged(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    policy: &Bound<'_, PyAny>,
    form: &str,
    most_nodes: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Judgement> {
    let (rules, form) = (Game::of(py, game)?.rules, Game::form(form)?);
    let source = Source::of(py, rules, most_nodes)?;
    let policies = policies(py, rules, &source, policy, form, progress)?;
    let infosets = [0, 1].map(|player| source.treeplex(player).infosets());
    let judged = py.detach(|| threads::with_all(|| source.judge(policies.each_ref().map(Vec::as_slice))))?;
    Ok(Judgement::of(&judged, Some(infosets[0] + infosets[1])))
}

/// The decisions at which a policy loses most against best responses: a dictionary for each of the `top` ones, with the
/// seat, what is seen there, the legal actions with their probabilities, the part of the loss that arises there, and
/// the best action. The losses of all decisions of a player sum to what a best response wins more than the policy.
///
/// `policy` is what `exploitability_of` takes, or a bot by its text.
///
/// >>> report = hinterhand.loss_report("kuhn", "random", top=2)
/// >>> [(decision["seat"], decision["best"]) for decision in report]
/// [(1, 'bet'), (0, 'bet')]
#[pyfunction]
#[pyo3(signature = (game, policy, top = 20, form = "current", most_nodes = None))]
pub(crate) fn loss_report<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    policy: &Bound<'py, PyAny>,
    top: usize,
    form: &str,
    most_nodes: Option<usize>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let (rules, form) = (Game::of(py, game)?.rules, Game::form(form)?);
    let source = Source::of(py, rules, most_nodes)?;
    let policies = policies(py, rules, &source, policy, form, None)?;
    let losses = |player| losses(&source, player, &policies);
    let mut losses = py.detach(|| threads::with_all(|| [0, 1].map(losses).concat()))?;
    losses.sort_by(|one, other| other.loss.total_cmp(&one.loss));
    let described = losses.into_iter().take(top).map(|Loss { player, infoset, loss, best }| {
        let view = source.view(rules, player, infoset);
        let sequences = source.treeplex(player).sequences_of(infoset);
        let entry = PyDict::new(py);
        entry.set_item("seat", player)?;
        entry.set_item("loss", loss)?;
        entry.set_item("view", view.to_string())?;
        entry.set_item("key", view.key())?;
        entry.set_item("best", view.legal_words()[best].as_str())?;
        entry.set_item("actions", view.legal_words())?;
        entry.set_item("probabilities", policies[player][sequences].to_vec())?;
        Ok(entry)
    });
    described.collect()
}

/// What a decision loses.
#[derive(Clone, Copy)]
struct Loss {
    player: usize,
    infoset: usize,
    loss: f64,
    /// The place of the best action.
    best: usize,
}

/// The loss of each decision of a player: the probability that its own actions lead there, times what its policy gives
/// away against the best action if it goes on by best responses.
fn losses(source: &Source, player: usize, policies: &[Vec<f64>; 2]) -> Vec<Loss> {
    let treeplex = source.treeplex(player);
    let [own, other] = [player, 1 - player].map(|player| oracles::plan(source, player, &policies[player]));
    let (mut gradient, mut worth) = (vec![0.0; own.len()], vec![0.0; own.len()]);
    let mut memory = Vec::new();
    source.gradient(player, &other, &mut gradient, &mut memory);
    treeplex.from_the_end(&mut memory, &gradient, &mut worth, |_, found, worth| {
        worth.copy_from_slice(found);
        found.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    });
    let loss = |infoset: usize| {
        let sequences = treeplex.sequences_of(infoset);
        let here = &worth[sequences.clone()];
        let most = here.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best = here.iter().position(|&worth| worth == most).unwrap_or(0);
        let loss = own[sequences].iter().zip(here).map(|(own, worth)| own * (most - worth)).sum();
        Loss { player, infoset, loss, best }
    };
    (0..treeplex.infosets()).map(loss).collect()
}
