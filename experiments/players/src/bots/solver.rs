//! Who solves worlds for bots that lay the cards open, and the options that name him.

use hinterhand_solvers::dynamic::{OpenCardsRequest, OpenSolver, Opponent};
use hinterhand_solvers::search::DepthOptions;

use super::registry::{BotOption, Kind};
use super::{BotSpec, others};

/// Which solver.
pub(super) const SOLVER: BotOption = BotOption {
    key: "solver",
    kind: Kind::Words(&["best", "open", "late", "depth"]),
    about: "who solves a world: the game's own solver of open cards (open), the same for what is left once no more cards \
            are drawn, with greedy players until then (late), a search to a depth (depth), or the first of late, open \
            and depth that the game has (best)",
};

/// How far one looks that looks to a depth.
pub(super) const DEPTH: BotOption = BotOption {
    key: "depth",
    kind: Kind::Whole(1, 1_000, Some(64)),
    about: "solver depth: so many actions ahead at most",
};

/// At how many positions.
pub(super) const POSITIONS: BotOption = BotOption {
    key: "positions",
    kind: Kind::Whole(1, u64::MAX, Some(100_000)),
    about: "solver depth: after so many positions it is content with the last depth that it has finished",
};

/// Whom the other is taken for.
pub(super) const OTHERS: BotOption = BotOption {
    key: "others",
    kind: Kind::Words(&["greedy", "directed"]),
    about: "solver late: whom the other is taken for as long as cards are drawn",
};

/// The solver that the options ask for.
pub(super) fn request(spec: &BotSpec) -> OpenCardsRequest {
    let depth =
        u32::try_from(spec.whole(DEPTH.key).expect("it has a default")).expect("the registry bounds it");
    let positions = spec.whole(POSITIONS.key).expect("it has a default");
    OpenCardsRequest {
        solver: match spec.word(SOLVER.key) {
            "open" => OpenSolver::Open,
            "late" => OpenSolver::Late,
            "depth" => OpenSolver::Depth,
            _ => OpenSolver::Best,
        },
        depth: DepthOptions { depth, positions, ..DepthOptions::default() },
        opponent: others::named(spec).unwrap_or(Opponent::Greedy),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_solver() {
        let read = |text: &str| request(&text.parse().expect("a bot")).depth;
        assert_eq!(read("pimc"), DepthOptions::default());
        assert_eq!(read("pimc:depth=3,positions=9"), DepthOptions { depth: 3, positions: 9, seed: 0 });
    }
}
