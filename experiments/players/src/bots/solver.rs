//! The options that name the solver of worlds, of bots that treat the cards as open.

use hinterhand_engine::{Allowed, options, word_table};
use hinterhand_solvers::dynamic::{OpenCardsRequest, OpenSolver, Opponent};
use hinterhand_solvers::search::DepthOptions;

options! {
    /// The options. The defaults are those of [`DepthOptions`].
    pub(super) struct Solver {
        solver: By = By::ALLOWED,
            "the solver of a world: the game's own solver of open cards (open), the same for what is left once no more \
             cards are drawn, with greedy players until then (late), a search to a depth (depth), or the first of \
             late, open and depth that the game has (best)";
        depth: u32 = Allowed::Range(1, 1_000, 64), "solver depth: the maximum number of actions ahead";
        positions: u64 = Allowed::Range(1, i64::MAX, 100_000),
            "solver depth: the number of positions after which no greater depth is begun";
        others: Model = Model::ALLOWED, "solver late: the model of the opponent as long as cards are drawn";
    }
}

#[derive(PartialEq)]
struct By(OpenSolver);

word_table! {
    By {
        "best" = By(OpenSolver::Best),
        "open" = By(OpenSolver::Open),
        "late" = By(OpenSolver::Late),
        "depth" = By(OpenSolver::Depth),
    }
}

#[derive(PartialEq)]
struct Model(Opponent);

word_table! {
    Model {
        "greedy" = Model(Opponent::Greedy),
        "directed" = Model(Opponent::Directed),
    }
}

impl Solver {
    /// The solver that the options select.
    pub(super) fn request(&self) -> OpenCardsRequest {
        let Solver { depth, positions, .. } = *self;
        OpenCardsRequest {
            solver: self.solver.0,
            depth: DepthOptions { depth, positions, ..DepthOptions::default() },
            opponent: self.others.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::BotSpec;

    #[test]
    fn the_defaults_are_those_of_the_solver() {
        let read = |text: &str| text.parse::<BotSpec>().expect("a bot").options::<Solver>().request().depth;
        assert_eq!(read("pimc"), DepthOptions::default());
        assert_eq!(read("pimc:depth=3,positions=9"), DepthOptions { depth: 3, positions: 9, seed: 0 });
    }
}
