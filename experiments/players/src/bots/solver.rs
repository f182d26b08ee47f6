//! Who solves worlds for bots that lay the cards open, and the options that name him.

use std::sync::Arc;

use hinterhand_engine::Game;
use hinterhand_solvers::search::{DepthOptions, Evaluation, Level, OpenCards, ToDepth};

use super::registry::{BotOption, Kind};
use super::{AnyOpenCards, BotError, BotSpec, Others, Power, Powers};
use crate::games::{Playable, names_with};

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

/// A solver of open cards of any kind. A clone has not found out anything yet.
pub(super) struct Solver<G: Game + 'static> {
    make: Arc<dyn Fn() -> AnyOpenCards<G> + Send + Sync>,
    /// Made when it is needed first: its memory may be large.
    solver: Option<AnyOpenCards<G>>,
}

impl<G: Playable> Solver<G> {
    /// The solver that is asked for, for a game of so many players.
    pub(super) fn new(spec: &BotSpec, players: usize, powers: &Powers<G>) -> Result<Solver<G>, BotError> {
        if players != 2 {
            return Err(BotError::Players { bot: spec.to_string(), players });
        }
        let lacks = |power| BotError::Power {
            bot: spec.to_string(),
            power,
            game: G::INFO.name,
            allowed: names_with(power),
        };
        let make: Arc<dyn Fn() -> AnyOpenCards<G> + Send + Sync> =
            match (spec.word(SOLVER.key), powers.open_cards, powers.late_open_cards) {
                ("best" | "late", _, Some(make)) => {
                    let other = Others::named(spec, powers)?.expect("the option names nobody else");
                    Arc::new(move || make(other))
                }
                ("best" | "open", Some(make), _) => Arc::new(make),
                ("open", None, _) => return Err(lacks(Power::OpenCards)),
                ("late", _, None) => return Err(lacks(Power::LateOpenCards)),
                _ => {
                    let (options, evaluation) = (depth(spec), powers.evaluation);
                    Arc::new(move || Box::new(ToDepth::new(options, Judged(evaluation))))
                }
            };
        Ok(Solver { make, solver: None })
    }
}

/// How far to look.
fn depth(spec: &BotSpec) -> DepthOptions {
    let depth = spec.whole(DEPTH.key).expect("it has a default") as u32;
    let positions = spec.whole(POSITIONS.key).expect("it has a default");
    DepthOptions { depth, positions, ..DepthOptions::default() }
}

impl<G: Game> Clone for Solver<G> {
    fn clone(&self) -> Solver<G> {
        Solver { make: Arc::clone(&self.make), solver: None }
    }
}

impl<G: Game> OpenCards<G> for Solver<G> {
    fn values(&mut self, game: &G, state: &G::State, legal: &G::Legal, values: &mut Vec<f64>) {
        self.solver.get_or_insert_with(|| (self.make)()).values(game, state, legal, values);
    }
}

/// The evaluation that a game has, or else the one that knows nothing.
pub(super) struct Judged<G: Game + 'static>(pub(super) Option<&'static dyn Evaluation<G>>);

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
    fn the_defaults_are_those_of_the_solver() {
        let read = |text: &str| depth(&text.parse().expect("a bot"));
        assert_eq!(read("pimc"), DepthOptions::default());
        assert_eq!(read("pimc:depth=3,positions=9"), DepthOptions { depth: 3, positions: 9, seed: 0 });
    }
}
