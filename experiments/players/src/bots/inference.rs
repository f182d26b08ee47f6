//! The options of searches that weigh worlds by a model of the others.

use hinterhand_engine::{Directed, Retrace};
use hinterhand_solvers::search::greedy::TrickGames;
use hinterhand_solvers::search::{ByModel, DirectedModel, Greedy, GreedyModel, Inference};

use super::registry::{BotOption, Kind};
use super::{BotError, BotSpec, Power, Powers};
use crate::games::{Playable, names_with};

/// Makes a way to judge worlds by a model of the others with this share of errors.
pub type NewInference<G> = fn(f64) -> Box<dyn Inference<G>>;

/// By the greedy player of trick games.
pub(crate) fn by_greedy<G: Retrace>(error: f64) -> Box<dyn Inference<G>>
where
    TrickGames: Greedy<G>,
{
    Box::new(ByModel::new(GreedyModel(TrickGames), error))
}

/// By the directed player.
pub(crate) fn by_directed<G: Retrace + Directed>(error: f64) -> Box<dyn Inference<G>> {
    Box::new(ByModel::new(DirectedModel, error))
}

/// By what model.
pub(super) const INFERENCE: BotOption = BotOption {
    key: "inference",
    kind: Kind::Words(&["none", "greedy", "directed"]),
    about: "worlds count by how likely the other does in them what he has done, if he plays like the greedy or the \
            directed player; none: all alike",
};

/// How far it is believed.
pub(super) const ERROR: BotOption = BotOption {
    key: "error",
    kind: Kind::Real(0.001, 1.0, 0.2),
    about: "inference: how often the other is taken to choose any action, each equally likely, instead of the model's",
};

/// How to judge worlds, if it is asked for.
pub(super) fn new<G: Playable>(
    spec: &BotSpec,
    powers: &Powers<G>,
) -> Result<Option<(NewInference<G>, f64)>, BotError> {
    let (found, power) = match spec.word(INFERENCE.key) {
        "greedy" => (powers.greedy_model, Power::GreedyModel),
        "directed" => (powers.directed_model, Power::DirectedModel),
        _ => return Ok(None),
    };
    let lacks =
        || BotError::Power { bot: spec.to_string(), power, game: G::INFO.name, allowed: names_with(power) };
    Ok(Some((found.ok_or_else(lacks)?, spec.real(ERROR.key))))
}
