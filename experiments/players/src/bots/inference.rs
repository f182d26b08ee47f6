//! The options of searches that weigh worlds by a model of the others.

use hinterhand_solvers::dynamic::{Inferring, Opponent};

use super::BotSpec;
use super::registry::{BotOption, Kind};

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

/// How worlds are weighed, if they are.
pub(super) fn inferring(spec: &BotSpec) -> Option<Inferring> {
    let model = match spec.word(INFERENCE.key) {
        "greedy" => Opponent::Greedy,
        "directed" => Opponent::Directed,
        _ => return None,
    };
    Some(Inferring { model, error: spec.real(ERROR.key) })
}
