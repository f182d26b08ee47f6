//! The options that name the solver of worlds, of bots that treat the cards as open.

use hinterhand_engine::{Allowed, options, word_table};
use hinterhand_solvers::dynamic::{Offer, OpenCardsRequest, OpenSolver, Opponent};
use hinterhand_solvers::search::DepthOptions;

use super::condition::Condition;
use super::{BotError, BotSpec};
use crate::games::LoadedGame;

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

/// The options that only some solvers read. Which solver is the best one, the game decides.
pub(super) const CONDITIONS: &[Condition] = &[
    Condition::words("depth", "solver", &["best", "depth"]),
    Condition::words("positions", "solver", &["best", "depth"]),
    Condition::words("others", "solver", &["best", "late"]),
];

/// Refuses options that the best solver of a game does not read, where the bot has one.
pub(super) fn check_read(spec: &BotSpec, game: &LoadedGame) -> Result<(), BotError> {
    if !spec.has("solver") || spec.options::<Solver>().solver.0 != OpenSolver::Best {
        return Ok(());
    }
    let best = if game.offers(Offer::LateOpenCards) {
        "late"
    } else if game.offers(Offer::OpenCards) {
        "open"
    } else {
        "depth"
    };
    spec.check_read_with("solver", best)
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
    use crate::bots::Bot;
    use crate::games;

    #[test]
    fn the_defaults_are_those_of_the_solver() {
        let read = |text: &str| text.parse::<BotSpec>().expect("a bot").options::<Solver>().request().depth;
        assert_eq!(read("pimc"), DepthOptions::default());
        assert_eq!(read("pimc:depth=3,positions=9"), DepthOptions { depth: 3, positions: 9, seed: 0 });
    }

    #[test]
    fn what_a_solver_does_not_read_is_refused() {
        for (text, message) in [
            (
                "pimc:solver=open,depth=3",
                "pimc: `depth` is read by solver=best|depth, and not by solver=open",
            ),
            ("epimc:solver=late,positions=3", "`positions` is read by solver=best|depth, and not by"),
            ("alpha-mu:solver=depth,others=greedy", "`others` is read by solver=best|late, and not by"),
            ("pimc:error=0.1", "`error` is read by inference=greedy|directed, and not by inference=none"),
            ("alpha-mu:decisions=1,front=3", "`front` is read by decisions=anything but 1, and not by"),
            ("iimc:inner=3", "`inner` is read by players=pimc, and not by players=best"),
            (
                "iimc:players=greedy,solver=open",
                "`solver` is read by players=pimc, and not by players=greedy",
            ),
            ("iimc:players=greedy,depth=3", "`depth` is read by players=pimc, and not by players=greedy"),
        ] {
            let error = text.parse::<BotSpec>().expect_err(text).to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    /// The best solver is another one from game to game.
    #[test]
    fn what_the_best_solver_of_a_game_does_not_read_is_refused() {
        for (name, text, message) in [
            (
                "sixty-six",
                "pimc:depth=3",
                Some("`depth` is read by solver=best|depth, and not by solver=late"),
            ),
            ("sixty-six", "pimc:others=directed", None),
            (
                "leduc",
                "pimc:others=directed",
                Some("`others` is read by solver=best|late, and not by solver=depth"),
            ),
            ("leduc", "pimc:depth=3", None),
            ("leduc", "iimc:players=pimc,positions=3", None),
        ] {
            let game = games::load_default(name).expect("the defaults");
            let bot = Bot::open(text.parse().expect(text)).expect("it needs no file");
            let error = bot.for_game(&game).err().map(|error| error.to_string());
            assert!(
                error.as_deref().map(|error| message.is_some_and(|message| error.contains(message)))
                    == message.map(|_| true),
                "{text} in {name}: {error:?}"
            );
        }
    }
}
