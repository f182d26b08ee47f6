//! Many information sets at once, and what a function of Python plays at them.

use hinterhand_engine::dynamic::{AnyInfoSet, AnyLegal};
use hinterhand_engine::{ActionSet as _, Contest, Digest, Player, View as EngineView};
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::dynamic::Form;
use numpy::{
    PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray2, PyReadonlyArrayDyn, PyUntypedArrayMethods as _,
};
use pyo3::prelude::*;

use crate::error::message;
use crate::game::Game;
use crate::view::{View, key_of};

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

/// A decision: the player, what it knows, and its legal actions.
pub(crate) struct Decision {
    pub(crate) player: usize,
    pub(crate) info_set: AnyInfoSet,
    pub(crate) legal: AnyLegal,
}

impl Decision {
    /// What the player sees.
    pub(crate) fn view(&self, rules: &'static LoadedGame) -> View {
        let contest = Contest::new(rules.contest_rules(), Player::FIRST);
        let Decision { info_set, legal, .. } = self;
        View::seen(rules, &EngineView { contest: &contest, info_set, legal })
    }
}

/// The probabilities of the legal actions at each decision, by a function of Python that is asked once for all of them.
pub(crate) fn ask(
    rules: &'static LoadedGame,
    policy: &Bound<'_, PyAny>,
    form: Form,
    decisions: &[Decision],
) -> PyResult<Vec<Vec<f64>>> {
    let py = policy.py();
    let actions = rules.methods().as_numbers().action_numbers().count();
    let (batch, numbers) = batch(py, rules, form, decisions)?;
    let answer = policy.call1((batch,))?;
    let answer = py.import("numpy")?.call_method1("asarray", (answer, "float64"))?;
    let answer: PyReadonlyArrayDyn<'_, f64> = answer.extract()?;
    if answer.shape() != [decisions.len(), actions] {
        return Err(message(format!(
            "the policy must return an array of shape ({}, {actions}), not {:?}",
            decisions.len(),
            answer.shape()
        )));
    }
    let answer: PyReadonlyArray2<'_, f64> = answer.as_any().extract()?;
    let answer = answer.as_array();
    let probabilities = |(row, (decision, numbers)): (usize, (&Decision, &Vec<usize>))| {
        let weights: Vec<f64> = numbers.iter().map(|&number| answer[[row, number]]).collect();
        let sum: f64 = weights.iter().sum();
        if weights.iter().all(|&weight| weight >= 0.0) && sum > 0.0 && sum.is_finite() {
            return Ok(weights.into_iter().map(|weight| weight / sum).collect());
        }
        let view = decision.view(rules);
        Err(message(format!("the policy returns {weights:?} for the legal actions of\n{view}")))
    };
    decisions.iter().zip(&numbers).enumerate().map(probabilities).collect()
}

/// Decisions as arrays, and the numbers of the legal actions at each.
fn batch<'py>(
    py: Python<'py>,
    rules: &'static LoadedGame,
    form: Form,
    decisions: &[Decision],
) -> PyResult<(Bound<'py, InfoSets>, Vec<Vec<usize>>)> {
    let (as_numbers, game) = (rules.methods().as_numbers(), Game { rules });
    let (rows, size, actions) = (decisions.len(), game.size(form), as_numbers.action_numbers().count());
    let (mut observations, mut legal) = (vec![0.0; rows * size], vec![false; rows * actions]);
    let (mut keys, mut all) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
    for (row, decision) in decisions.iter().enumerate() {
        as_numbers.observe(form, &decision.info_set, &mut observations[row * size..][..size]);
        let numbers = as_numbers.numbers_of(&decision.legal);
        if numbers.len() != decision.legal.len() {
            return Err(message(format!("{} has more actions here than have numbers", rules.name())));
        }
        numbers.iter().for_each(|&number| legal[row * actions + number] = true);
        keys.push(key_of(Digest::of(&decision.info_set)));
        all.push(numbers);
    }
    let players = decisions.iter().map(|decision| decision.player as i8);
    let batch = InfoSets {
        game,
        observations: PyArray1::from_vec(py, observations).reshape([rows, size])?.unbind(),
        legal: PyArray1::from_vec(py, legal).reshape([rows, actions])?.unbind(),
        player: PyArray1::from_iter(py, players).unbind(),
        keys,
    };
    Ok((Bound::new(py, batch)?, all))
}
