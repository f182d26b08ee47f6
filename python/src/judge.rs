//! Exact judgements of policies: of bots, of strategies in files, and of any function of Python.

use std::sync::atomic::Ordering;

use hinterhand_engine::ActionSet as _;
use hinterhand_players::bots::BotStrategy;
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::dynamic::Form;
use hinterhand_solvers::oracle::{self as oracles, Oracle as _};
use hinterhand_solvers::strategy::Strategy as _;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{error, message};
use crate::game::Game;
use crate::info_sets::{self, Decision};
use crate::solution_losses::Judged;
use crate::source::Source;
use crate::strategy::Strategy;
use crate::view::View;
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

/// The number of information sets that a policy is asked at once.
const AT_ONCE: usize = 4096;

/// The policy of a player by a function of Python: for each sequence the probability of its last action.
fn asked(
    rules: &'static LoadedGame,
    source: &Source,
    player: usize,
    policy: &Bound<'_, PyAny>,
    form: Form,
) -> PyResult<Vec<f64>> {
    let treeplex = source.treeplex(player);
    let mut found = vec![1.0; treeplex.sequences()];
    for from in (0..treeplex.infosets()).step_by(AT_ONCE) {
        policy.py().check_signals()?;
        let infosets = from..treeplex.infosets().min(from + AT_ONCE);
        let decisions: Vec<Decision> =
            infosets.clone().map(|infoset| source.decision(rules, player, infoset)).collect();
        for (infoset, probabilities) in infosets.zip(info_sets::ask(rules, policy, form, &decisions)?) {
            found[treeplex.sequences_of(infoset)].copy_from_slice(&probabilities);
        }
    }
    Ok(found)
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
        let asked = |player| asked(rules, source, player, policy, form);
        return Ok([asked(0)?, asked(1)?]);
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
                let Decision { info_set, legal, .. } = source.decision(rules, player, infoset);
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
/// `policy` is what `exploitability_of` takes, or a bot.
///
/// >>> report = hinterhand.loss_report("kuhn", "random", top=2)
/// >>> [(decision["seat"], decision["best"]) for decision in report]
/// [(1, 'bet'), (0, 'bet')]
///
/// A hand of Kinderschnapsen is too large for that. There `solution`, the strategy that `solve` has found or its file, is
/// the opponent in this number of `hands`, each deal from both seats, by the seed alone; a decision loses what its actions
/// are worth less than the solution's, by the values of the solution. The losses of all decisions sum to what the policy
/// wins less in a hand than the solution would in its place, up to the luck of which positions it comes to. Each has
/// `visits` in addition, how often it was met, and `decision`, the number of choices before it. What decisions in the first
/// trick cost takes up to half a second for each; the same `Strategy` finds it once for the same `seed`.
#[pyfunction]
#[pyo3(signature = (
    game, policy, top = 20, form = "current", most_nodes = None, solution = None, hands = 1000, seed = 1
))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn loss_report<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    policy: &Bound<'py, PyAny>,
    top: usize,
    form: &str,
    most_nodes: Option<usize>,
    solution: Option<&Bound<'py, PyAny>>,
    hands: usize,
    seed: u64,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let (rules, form) = (Game::of(py, game)?.rules, Game::form(form)?);
    if rules.hand().is_none() && solution.is_none() {
        return in_a_tree(py, rules, policy, top, form, most_nodes);
    }
    let solution = solution.ok_or_else(|| {
        message("Kinderschnapsen is too large to be written out: `solution` is needed, which `solve` finds")
    })?;
    let solution = &Strategy::of(solution)?;
    let solution = solution.get();
    solution.fits(rules)?;
    if hands == 0 || hands % 2 == 1 || hands > MOST_HANDS {
        return Err(message(format!(
            "hands cannot be {hands}; allowed: an even number from 2 to {MOST_HANDS}"
        )));
    }
    let judged = Judged { rules, solution, hands, seed };
    let mut losses = match policy.is_callable() {
        true => judged.of_policy(policy, form)?,
        false => judged.of_bot(py, bot::open(policy)?)?,
    };
    losses.sort_by(|one, other| other.sum.total_cmp(&one.sum));
    let described = losses.into_iter().take(top).map(|loss| {
        let lost = loss.sum / hands as f64;
        let entry = entry(py, loss.view.seat(), &loss.view, lost, loss.best, loss.probabilities)?;
        entry.set_item("visits", loss.visits)?;
        entry.set_item("decision", loss.decision)?;
        Ok(entry)
    });
    described.collect()
}

/// The largest number of hands that are played at the same time.
const MOST_HANDS: usize = 1_000_000;

/// The losses of a game that is written out, or has an oracle.
fn in_a_tree<'py>(
    py: Python<'py>,
    rules: &'static LoadedGame,
    policy: &Bound<'py, PyAny>,
    top: usize,
    form: Form,
    most_nodes: Option<usize>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let source = Source::of(py, rules, most_nodes)?;
    let policies = policies(py, rules, &source, policy, form, None)?;
    let losses = |player| losses(&source, player, &policies);
    let mut losses = py.detach(|| threads::with_all(|| [0, 1].map(losses).concat()))?;
    losses.sort_by(|one, other| other.loss.total_cmp(&one.loss));
    let described = losses.into_iter().take(top).map(|Loss { player, infoset, loss, best }| {
        let view = source.decision(rules, player, infoset).view(rules);
        let sequences = source.treeplex(player).sequences_of(infoset);
        entry(py, player, &view, loss, best, policies[player][sequences].to_vec())
    });
    described.collect()
}

/// What is told of a decision.
fn entry<'py>(
    py: Python<'py>,
    seat: usize,
    view: &View,
    loss: f64,
    best: usize,
    probabilities: Vec<f64>,
) -> PyResult<Bound<'py, PyDict>> {
    let entry = PyDict::new(py);
    entry.set_item("seat", seat)?;
    entry.set_item("loss", loss)?;
    entry.set_item("view", view.to_string())?;
    entry.set_item("key", view.key())?;
    entry.set_item("best", view.legal_words()[best].as_str())?;
    entry.set_item("actions", view.legal_words())?;
    entry.set_item("probabilities", probabilities)?;
    Ok(entry)
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
