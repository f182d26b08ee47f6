//! The options of `epimc` and `alpha-mu`, and the search that they select.

use std::sync::Arc;

use hinterhand_engine::{Allowed, OptionSpec, options};
use hinterhand_solvers::dynamic::SearchRequest;
use hinterhand_solvers::network::{Learned, Network};
use hinterhand_solvers::search::{Keep, PostponedOptions};

use super::BotSpec;
use super::condition::Condition;
use super::info::{BotInfo, NETWORK_FILE, THINKING, VALUE};
use super::solver::{self, Solver};

/// The description of the bot that keeps only the best plan.
pub(super) const EPIMC: BotInfo = BotInfo {
    name: "epimc",
    about: "extended perfect information Monte Carlo: treats the cards as open only after some decisions, made without \
            knowing the world; for games of two",
    options: &[Postponed::OPTIONS, THINKING, Solver::OPTIONS, &[JUDGE]],
    for_two: true,
    conditions: &[solver::CONDITIONS, CONDITIONS],
    ..BotInfo::PLAIN
};

/// The description of the bot that keeps all plans that may be best.
pub(super) const ALPHA_MU: BotInfo = BotInfo {
    name: "alpha-mu",
    about: "alpha-mu: as epimc, but keeps all plans that may be best, with a value for each world; for games of two",
    options: &[Postponed::OPTIONS, Front::OPTIONS, THINKING, Solver::OPTIONS, &[JUDGE]],
    for_two: true,
    conditions: &[solver::CONDITIONS, CONDITIONS, &[Condition::all_but("front", "decisions", "1")]],
    ..BotInfo::PLAIN
};

options! {
    /// The options of both. The defaults are those of [`PostponedOptions`].
    struct Postponed {
        worlds: usize = Allowed::Range(1, 100_000, 20),
            "the maximum number of worlds solved for a decision: all that fit, if there are no more";
        decisions: u32 = Allowed::Range(1, 100, 2),
            "the number of its decisions made without knowing the world, the present one included; with 1 it is pimc";
    }
}

options! {
    /// The option of `alpha-mu`.
    struct Front {
        front: usize = Allowed::Range(1, 100_000, 32), "the maximum number of plans that are kept";
    }
}

/// The network in the place of the solver.
const JUDGE: OptionSpec = OptionSpec::new(
    VALUE,
    NETWORK_FILE,
    "a network in the place of the solver: what it expects, by what the player to move sees, in games of tricks",
);

/// The network takes the place of the solver.
const CONDITIONS: &[Condition] = &[
    Condition::not_beside("solver", "value"),
    Condition::not_beside("depth", "value"),
    Condition::not_beside("positions", "value"),
];

fn options(spec: &BotSpec) -> PostponedOptions {
    let Postponed { worlds, decisions } = spec.options();
    let keep = if spec.has("front") { Keep::Front(spec.options::<Front>().front) } else { Keep::Best };
    PostponedOptions { worlds, decisions, keep }
}

/// The search that the options select, with the network that they name.
pub(super) fn request(spec: &BotSpec, value: Option<(Arc<Network>, Learned)>) -> SearchRequest {
    SearchRequest::Postponed { options: options(spec), solver: spec.options::<Solver>().request(), value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_search() {
        let read = |text: &str| options(&text.parse().expect("a bot"));
        assert_eq!(read("alpha-mu"), PostponedOptions::default());
        assert_eq!(read("epimc"), PostponedOptions { keep: Keep::Best, ..PostponedOptions::default() });
        let other = PostponedOptions { worlds: 3, decisions: 4, keep: Keep::Front(5) };
        assert_eq!(read("alpha-mu:worlds=3,decisions=4,front=5"), other);
    }
}
