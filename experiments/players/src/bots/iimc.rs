//! The options of `iimc`, and what they come to.

use hinterhand_solvers::dynamic::{IimcPlayers, SearchRequest};

use super::BotSpec;
use super::registry::{BotInfo, BotOption, CLOCK, Kind, TIME};
use super::solver::{self, DEPTH, OTHERS, POSITIONS, SOLVER};

/// What is known of it.
pub(super) const INFO: BotInfo = BotInfo {
    name: "iimc",
    about: "imperfect information Monte Carlo: plays worlds that fit what it sees to their end, by players who see what \
            they may see, and takes the mean",
    argument: None,
    needs: None,
    made_for: None,
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

/// The search that the options ask for.
pub(super) fn request(spec: &BotSpec) -> SearchRequest {
    let worlds =
        u32::try_from(spec.whole("inner").expect("it has a default")).expect("the registry bounds it");
    let players = match spec.word("players") {
        "best" => IimcPlayers::Best,
        "greedy" => IimcPlayers::Greedy,
        "pimc" => IimcPlayers::Pimc { worlds },
        _ => IimcPlayers::Random,
    };
    SearchRequest::Iimc { players, solver: solver::request(spec) }
}
