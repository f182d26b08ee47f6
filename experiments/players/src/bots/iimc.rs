//! The options of `iimc`, and the search that they select.

use hinterhand_engine::{Allowed, OptionSpec, options, words};
use hinterhand_solvers::dynamic::{IimcPlayers, SearchRequest};

use super::BotSpec;
use super::condition::Condition;
use super::info::{BotInfo, THINKING};
use super::solver::{self, Solver};

/// The description of the bot.
pub(super) const INFO: BotInfo = BotInfo {
    name: "iimc",
    about: "imperfect information Monte Carlo: plays worlds that fit what it sees to their end, by players who see what \
            they may see, and takes the mean",
    options: &[
        &[OptionSpec::new(
            "worlds",
            Allowed::Range(1, i64::MAX, 200),
            "the number of worlds sampled for a decision; each is played out once after each action",
        )],
        THINKING,
        Iimc::OPTIONS,
        Solver::OPTIONS,
    ],
    conditions: &[solver::CONDITIONS, CONDITIONS],
    ..BotInfo::PLAIN
};

/// Only players that search solve worlds.
const CONDITIONS: &[Condition] = &[
    Condition::words("inner", "players", &["pimc"]),
    Condition::words("solver", "players", &["pimc"]),
    Condition::words("depth", "players", &["pimc"]),
    Condition::words("positions", "players", &["pimc"]),
    Condition::words("others", "players", &["pimc"]),
];

options! {
    /// The options of the search.
    struct Iimc {
        players: Players = Players::ALLOWED,
            "how a world is played to its end: by the greedy player, by random players, by the rules of thumb of `expert` and perfectly once no more cards are drawn, by pimc on a few worlds \
             (recursive; for games of two), or by the greedy player if the game has one, and random ones if not (best)";
        inner: u32 = Allowed::Range(1, 100_000, 4), "players pimc: the number of worlds that they solve";
    }
}

words! {
    #[derive(Clone, Copy, PartialEq)]
    enum Players {
        Best = "best",
        Greedy = "greedy",
        Random = "random",
        Expert = "expert",
        Pimc = "pimc",
    }
}

/// The search that the options select.
pub(super) fn request(spec: &BotSpec) -> SearchRequest {
    let Iimc { players, inner } = spec.options();
    let players = match players {
        Players::Best => IimcPlayers::Best,
        Players::Greedy => IimcPlayers::Greedy,
        Players::Random => IimcPlayers::Random,
        Players::Expert => IimcPlayers::Expert,
        Players::Pimc => IimcPlayers::Pimc { worlds: inner },
    };
    SearchRequest::Iimc { players, solver: spec.options::<Solver>().request() }
}
