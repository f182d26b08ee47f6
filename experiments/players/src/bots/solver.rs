//! The options that name the solver of worlds, of bots that treat the cards as open.

use hinterhand_engine::{Allowed, options, word_table};
use hinterhand_solvers::dynamic::{Offer, OpenCardsRequest, OpenSolver, Opponent};
use hinterhand_solvers::search::DepthOptions;

use super::condition::Condition;
use super::{BotError, BotSpec};
use crate::games::LoadedGame;

options! {
    /// The options of a bot that lays all cards open at once. The defaults are those of [`DepthOptions`].
    pub(super) struct OpenAtOnce {
        solver: At = At::ALLOWED,
            "the solver of a world: the game's own solver of open cards (open), a search to a depth (depth), or open \
             where the game has it and depth elsewhere (best)";
        depth: u32 = Allowed::Range(1, 1_000, 64), "solver depth: the maximum number of actions ahead";
        positions: u64 = Allowed::Range(1, i64::MAX, 100_000),
            "solver depth: the number of positions after which no greater depth is begun";
    }
}

options! {
    /// The option of a bot that lays the cards open late.
    pub(super) struct OpenLate {
        others: Model = Model::ALLOWED, "the model of the opponent as long as cards are drawn";
    }
}

options! {
    /// The options of a bot that may do either.
    pub(super) struct Solver {
        solver: By = By::ALLOWED,
            "the solver of a world: the game's own solver of open cards (open), the same for what is left once no more \
             cards are drawn, with greedy players until then (late), a search to a depth (depth), or open where the \
             game has it and depth elsewhere (best)";
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
    Condition::words("others", "solver", &["late"]),
];

/// The same for a bot that lays all cards open at once.
pub(super) const AT_ONCE: &[Condition] = &[
    Condition::words("depth", "solver", &["best", "depth"]),
    Condition::words("positions", "solver", &["best", "depth"]),
];

/// Refuses options that the best solver of a game does not read, where the bot has one.
pub(super) fn check_read(spec: &BotSpec, game: &LoadedGame) -> Result<(), BotError> {
    if !spec.has("solver") || spec.gives("solver") {
        return Ok(());
    }
    spec.check_read_with("solver", if game.offers(Offer::OpenCards) { "open" } else { "depth" })
}

#[derive(PartialEq)]
struct At(OpenSolver);

word_table! {
    At {
        "best" = At(OpenSolver::Best),
        "open" = At(OpenSolver::Open),
        "depth" = At(OpenSolver::Depth),
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

impl OpenAtOnce {
    /// The solver that the options select.
    pub(super) fn request(&self) -> OpenCardsRequest {
        let OpenAtOnce { depth, positions, .. } = *self;
        OpenCardsRequest {
            solver: self.solver.0,
            depth: DepthOptions { depth, positions, ..DepthOptions::default() },
            ..OpenCardsRequest::default()
        }
    }
}

impl OpenLate {
    /// The solver that the option selects.
    pub(super) fn request(&self) -> OpenCardsRequest {
        OpenCardsRequest { solver: OpenSolver::Late, opponent: self.others.0, ..OpenCardsRequest::default() }
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
        let read =
            |text: &str| text.parse::<BotSpec>().expect("a bot").options::<OpenAtOnce>().request().depth;
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
            ("alpha-mu:solver=depth,others=greedy", "`others` is read by solver=late, and not by"),
            ("pimc:solver=late", "late"),
            ("pimc:others=directed", "others"),
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
                Some("`depth` is read by solver=best|depth, and not by solver=open"),
            ),
            ("sixty-six", "late-pimc:others=directed", None),
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
