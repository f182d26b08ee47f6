//! The options of `iimc`, and what they come to.

use hinterhand_engine::{Game, Rng};
use hinterhand_solvers::search::{ByGreedy, ByPimc, Greedy, Iimc, Random, Rollout};

use super::make::NewSearch;
use super::registry::{BotInfo, BotOption, CLOCK, Kind, TIME};
use super::solver::{DEPTH, OTHERS, POSITIONS, SOLVER, Solver};
use super::{BotError, BotSpec, Power, Powers};
use crate::games::{Playable, names_with};

/// What is known of it.
pub(super) const INFO: BotInfo = BotInfo {
    name: "iimc",
    about: "imperfect information Monte Carlo: plays worlds that fit what it sees to their end, by players who see what \
            they may see, and takes the mean",
    argument: None,
    needs: None,
    options: &[
        BotOption {
            key: "worlds",
            kind: Kind::Whole(1, u64::MAX, Some(200)),
            about: "the worlds looked at for a decision; each is played out once after each action",
        },
        TIME,
        CLOCK,
        BotOption {
            key: "players",
            kind: Kind::Words(&["best", "greedy", "random", "pimc"]),
            about: "who plays a world to its end: the greedy player, random ones, pimc on a few worlds (recursive; for \
                    games of two), or the greedy one where the game has him and else random ones (best)",
        },
        BotOption {
            key: "inner",
            kind: Kind::Whole(1, 100_000, Some(4)),
            about: "players pimc: the worlds that these look at",
        },
        SOLVER,
        DEPTH,
        POSITIONS,
        OTHERS,
    ],
};

/// Makes searches of `game`.
pub(super) fn new<'b, G: Playable>(
    spec: &BotSpec,
    game: &'b G,
    powers: &Powers<G>,
) -> Result<NewSearch<'b, G>, BotError> {
    let make: Box<dyn Fn() -> Players<G> + Sync> = match (spec.word("players"), powers.greedy) {
        ("best" | "greedy", Some(greedy)) => Box::new(move || Players(Box::new(ByGreedy(Rule(greedy))))),
        ("greedy", None) => {
            return Err(BotError::Power {
                bot: spec.to_string(),
                power: Power::Greedy,
                game: G::INFO.name,
                allowed: names_with(Power::Greedy),
            });
        }
        ("pimc", _) => {
            let solver = Solver::new(spec, game.players(), powers)?;
            let inner = spec.whole("inner").expect("it has a default") as u32;
            Box::new(move || Players(Box::new(ByPimc::new(inner, solver.clone()))))
        }
        _ => Box::new(|| Players(Box::new(Random))),
    };
    Ok(Box::new(move || Box::new(Iimc::new(game, make()))))
}

/// Players of any kind.
struct Players<G: Game>(Box<dyn Rollout<G>>);

impl<G: Game> Rollout<G> for Players<G> {
    fn roll_out(&self, game: &G, state: &mut G::State, rng: &mut Rng, payoffs: &mut [f64]) {
        self.0.roll_out(game, state, rng, payoffs);
    }
}

/// The greedy player of a game.
struct Rule<G: Game + 'static>(&'static dyn Greedy<G>);

impl<G: Game> Greedy<G> for Rule<G> {
    fn rule(&self) -> &'static str {
        self.0.rule()
    }

    fn choose(&self, game: &G, info_set: &G::InfoSet, legal: &G::Legal, rng: &mut Rng) -> G::Action {
        self.0.choose(game, info_set, legal, rng)
    }
}
