//! The options of `epimc` and `alpha-mu`, and what they come to.

use hinterhand_solvers::dynamic::SearchRequest;
use hinterhand_solvers::search::{Keep, PostponedOptions};

use super::BotSpec;
use super::registry::{BotInfo, BotOption, CLOCK, Kind, TIME};
use super::solver::{self, DEPTH, OTHERS, POSITIONS, SOLVER};

const WORLDS: BotOption = BotOption {
    key: "worlds",
    kind: Kind::Whole(1, 100_000, Some(20)),
    about: "the worlds looked at for a decision: all, if there are no more",
};

const DECISIONS: BotOption = BotOption {
    key: "decisions",
    kind: Kind::Whole(1, 100, Some(2)),
    about: "so many of its decisions are made without knowing the world, the present one included; with 1 it is pimc",
};

/// What is known of the one that keeps the best way to play on.
pub(super) const EPIMC: BotInfo = BotInfo {
    name: "epimc",
    about: "extended perfect information Monte Carlo: lays the cards open only after some decisions, made without \
            knowing the world; for games of two",
    argument: None,
    needs: None,
    made_for: None,
    options: &[WORLDS, DECISIONS, TIME, CLOCK, SOLVER, DEPTH, POSITIONS, OTHERS],
};

/// What is known of the one that keeps all that may be best.
pub(super) const ALPHA_MU: BotInfo = BotInfo {
    name: "alpha-mu",
    about: "alpha-mu: as epimc, but keeps of the ways to play on all that may be best, with a value for each world; \
            for games of two",
    argument: None,
    needs: None,
    made_for: None,
    options: &[
        WORLDS,
        DECISIONS,
        BotOption {
            key: "front",
            kind: Kind::Whole(1, 100_000, Some(32)),
            about: "of the ways to play on at most so many are kept",
        },
        TIME,
        CLOCK,
        SOLVER,
        DEPTH,
        POSITIONS,
        OTHERS,
    ],
};

fn options(spec: &BotSpec) -> PostponedOptions {
    let whole = |key| spec.whole(key).expect("it has a default") as usize;
    PostponedOptions {
        worlds: whole("worlds"),
        decisions: whole("decisions") as u32,
        keep: if spec.name() == EPIMC.name { Keep::Best } else { Keep::Front(whole("front")) },
    }
}

/// The search that the options ask for.
pub(super) fn request(spec: &BotSpec) -> SearchRequest {
    SearchRequest::Postponed { options: options(spec), solver: solver::request(spec) }
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
