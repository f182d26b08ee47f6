//! The options of `pimc`, and what they come to.

use hinterhand_solvers::dynamic::SearchRequest;
use hinterhand_solvers::search::{Merit, PimcOptions, Ties};

use super::registry::{BotInfo, BotOption, CLOCK, Kind, TIME};
use super::solver::{self, DEPTH, OTHERS, POSITIONS, SOLVER};
use super::{BotSpec, endgame, inference};

/// What is known of it. The defaults are those of [`PimcOptions`].
pub(super) const INFO: BotInfo = BotInfo {
    name: "pimc",
    about: "perfect information Monte Carlo: solves worlds that fit what it sees as if all cards lay open, and takes \
            the mean; for games of two",
    argument: None,
    needs: None,
    made_for: None,
    options: &[
        BotOption {
            key: "worlds",
            kind: Kind::Whole(1, u64::MAX, Some(100)),
            about: "the worlds looked at for a decision",
        },
        TIME,
        CLOCK,
        SOLVER,
        DEPTH,
        POSITIONS,
        OTHERS,
        BotOption {
            key: "list",
            kind: Kind::Whole(0, 10_000_000, Some(400)),
            about: "if no more worlds than this fit, they are gone through, each once",
        },
        BotOption {
            key: "merit",
            kind: Kind::Words(&["mean", "votes", "wins"]),
            about: "by what actions are compared: what they win in the mean, in how many worlds none wins more, or in how \
                    many they win at all",
        },
        BotOption {
            key: "ties",
            kind: Kind::Words(&["even", "erring"]),
            about: "what decides between equals: chance, or what they win if the opponent errs once",
        },
        BotOption {
            key: "plans",
            kind: Kind::Flag(false),
            about: "whether decisions in a row, between which nothing is learned, such as a close and the lead after it, are \
                    one: then they are the same in all worlds",
        },
        inference::INFERENCE,
        inference::ERROR,
        endgame::OPTION,
    ],
};

fn options(spec: &BotSpec) -> PimcOptions {
    PimcOptions {
        list: spec.whole("list").expect("it has a default") as usize,
        merit: match spec.word("merit") {
            "votes" => Merit::Votes,
            "wins" => Merit::Wins,
            _ => Merit::Mean,
        },
        ties: if spec.word("ties") == "even" { Ties::Even } else { Ties::Erring },
        plans: spec.flag("plans"),
    }
}

/// The search that the options ask for.
pub(super) fn request(spec: &BotSpec) -> SearchRequest {
    SearchRequest::Pimc {
        options: options(spec),
        solver: solver::request(spec),
        inferring: inference::inferring(spec),
        endgame: spec.flag(endgame::OPTION.key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_search() {
        let read = |text: &str| options(&text.parse().expect("a bot"));
        assert_eq!(read("pimc"), PimcOptions::default());
        assert_eq!(read("pimc:merit=wins").merit, Merit::Wins);
        let other = PimcOptions { list: 0, merit: Merit::Votes, ties: Ties::Erring, plans: true };
        assert_eq!(read("pimc:list=0,merit=votes,ties=erring,plans=true"), other);
    }
}
