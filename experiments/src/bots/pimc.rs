//! The options of `pimc`, and what they come to.

use hinterhand_engine::Game;
use hinterhand_solvers::search::{
    DepthOptions, Evaluation, Level, Merit, OpenCards, Pimc, PimcOptions, Ties, ToDepth,
};

use super::make::NewSearch;
use super::registry::{BotInfo, BotOption, Kind, TIME};
use super::{AnyOpenCards, BotError, BotSpec, Power, Powers};
use crate::games::{Playable, names_with};

/// What is known of it. The defaults are those of [`PimcOptions`] and [`DepthOptions`].
pub(super) const INFO: BotInfo = BotInfo {
    name: "pimc",
    about: "perfect information Monte Carlo: solves worlds that fit what it sees as if all cards lay open, and takes \
            the mean; for games of two",
    argument: None,
    needs: None,
    options: &[
        BotOption {
            key: "worlds",
            kind: Kind::Whole(1, u64::MAX, Some(100)),
            about: "the worlds looked at for a decision",
        },
        TIME,
        BotOption {
            key: "solver",
            kind: Kind::Words(&["best", "open", "depth"]),
            about: "who solves a world: the game's own solver of open cards (open), a search to a depth (depth), or \
                    the first of them that the game has (best)",
        },
        BotOption {
            key: "depth",
            kind: Kind::Whole(1, 1_000, Some(64)),
            about: "solver depth: so many actions ahead at most",
        },
        BotOption {
            key: "positions",
            kind: Kind::Whole(1, u64::MAX, Some(100_000)),
            about: "solver depth: after so many positions it is content with the last depth that it has finished",
        },
        BotOption {
            key: "list",
            kind: Kind::Whole(0, 10_000_000, Some(400)),
            about: "if no more worlds than this fit, they are gone through, each once",
        },
        BotOption {
            key: "merit",
            kind: Kind::Words(&["mean", "votes"]),
            about: "by what actions are compared: what they win in the mean, or in how many worlds none wins more",
        },
        BotOption {
            key: "ties",
            kind: Kind::Words(&["even", "erring"]),
            about: "what decides between equals: chance, or what they win if the opponent errs once",
        },
    ],
};

fn options(spec: &BotSpec) -> PimcOptions {
    PimcOptions {
        list: spec.whole("list").expect("it has a default") as usize,
        merit: if spec.word("merit") == "mean" { Merit::Mean } else { Merit::Votes },
        ties: if spec.word("ties") == "even" { Ties::Even } else { Ties::Erring },
    }
}

fn depth(spec: &BotSpec) -> DepthOptions {
    let depth = spec.whole("depth").expect("it has a default") as u32;
    let positions = spec.whole("positions").expect("it has a default");
    DepthOptions { depth, positions, ..DepthOptions::default() }
}

/// Makes searches of `game`.
pub(super) fn new<'b, G: Playable>(
    spec: &BotSpec,
    game: &'b G,
    powers: &Powers<G>,
) -> Result<NewSearch<'b, G>, BotError> {
    if game.players() != 2 {
        return Err(BotError::Players { bot: spec.to_string(), players: game.players() });
    }
    let (options, depth, evaluation) = (options(spec), depth(spec), powers.evaluation);
    match (spec.word("solver"), powers.open_cards) {
        ("best" | "open", Some(make)) => {
            Ok(Box::new(move || Box::new(Pimc::new(game, Own::new(make), options))))
        }
        ("open", None) => Err(BotError::Power {
            bot: spec.to_string(),
            power: Power::OpenCards,
            game: G::INFO.name,
            allowed: names_with(Power::OpenCards),
        }),
        _ => {
            Ok(Box::new(move || Box::new(Pimc::new(game, ToDepth::new(depth, Judged(evaluation)), options))))
        }
    }
}

/// The solver of open cards that a game has.
struct Own<G: Game> {
    make: fn() -> AnyOpenCards<G>,
    /// Made when it is needed first: its memory may be large.
    solver: Option<AnyOpenCards<G>>,
}

impl<G: Game> Own<G> {
    fn new(make: fn() -> AnyOpenCards<G>) -> Own<G> {
        Own { make, solver: None }
    }
}

impl<G: Game> Clone for Own<G> {
    /// Another solver, which has not found out anything yet.
    fn clone(&self) -> Own<G> {
        Own::new(self.make)
    }
}

impl<G: Game> OpenCards<G> for Own<G> {
    fn values(&mut self, game: &G, state: &G::State, legal: &G::Legal, values: &mut Vec<f64>) {
        self.solver.get_or_insert_with(self.make).values(game, state, legal, values);
    }
}

/// The evaluation that a game has, or else the one that knows nothing.
struct Judged<G: Game + 'static>(Option<&'static dyn Evaluation<G>>);

impl<G: Game> Clone for Judged<G> {
    fn clone(&self) -> Judged<G> {
        Judged(self.0)
    }
}

impl<G: Game> Evaluation<G> for Judged<G> {
    fn estimate(&self, game: &G, state: &G::State, payoffs: &mut [f64]) {
        self.0.unwrap_or(&Level).estimate(game, state, payoffs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_search() {
        let spec: BotSpec = "pimc".parse().expect("a bot");
        assert_eq!((options(&spec), depth(&spec)), (PimcOptions::default(), DepthOptions::default()));
        let spec: BotSpec = "pimc:list=0,merit=votes,ties=erring,depth=3,positions=9".parse().expect("a bot");
        assert_eq!(options(&spec), PimcOptions { list: 0, merit: Merit::Votes, ties: Ties::Erring });
        assert_eq!(depth(&spec), DepthOptions { depth: 3, positions: 9, ..DepthOptions::default() });
    }
}
