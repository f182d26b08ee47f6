//! The simple player that a bot takes the others for.

use hinterhand_solvers::dynamic::Opponent;

use super::BotSpec;

/// The player that the option `others` names, if it is one of these.
pub(super) fn named(spec: &BotSpec) -> Option<Opponent> {
    match spec.word("others") {
        "greedy" => Some(Opponent::Greedy),
        "directed" => Some(Opponent::Directed),
        _ => None,
    }
}
