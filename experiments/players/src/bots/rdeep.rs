//! The options of `rdeep`, and the search that they select.

use hinterhand_engine::{Allowed, options};
use hinterhand_solvers::dynamic::{Offer, SearchRequest};
use hinterhand_solvers::search::RandDeepOptions;

use super::info::BotInfo;
use super::{BotSpec, Budget};

/// The name of the bot.
pub(super) const NAME: &str = "rdeep";

/// The description of the bot.
pub(super) const INFO: BotInfo = BotInfo {
    name: NAME,
    about: "random games to a depth: after each action, in worlds that fit what it sees, random players go on for some \
            tricks, and it takes the action with the highest mean share of its points in the points of both; the \
            RdeepBot of the Schnapsen engine of the Vrije Universiteit Amsterdam",
    needs: Some(Offer::RandDeep),
    options: &[Rdeep::OPTIONS],
    ..BotInfo::PLAIN
};

options! {
    /// The options of the search.
    struct Rdeep {
        samples: u32 = Allowed::Range(1, 1_000_000, 4), "the number of random games after each action";
        depth: u32 = Allowed::Range(1, 100, 4), "the number of tricks of a random game, the one at the decision included";
    }
}

/// The search that the options select.
pub(super) fn request(spec: &BotSpec) -> SearchRequest {
    SearchRequest::RandDeep(options(spec).0)
}

/// The options of the search and the number of its samples.
pub(super) fn options(spec: &BotSpec) -> (RandDeepOptions, u32) {
    let Rdeep { samples, depth } = spec.options();
    (RandDeepOptions { depth }, samples)
}

/// The number of samples as a budget.
pub(super) fn budget(spec: &BotSpec) -> Budget {
    Budget { steps: Some(options(spec).1.into()), time: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_search() {
        let read = |text: &str| options(&text.parse().expect("a bot"));
        assert_eq!(read("rdeep"), (RandDeepOptions::default(), 4));
        assert_eq!(read("rdeep:samples=20,depth=8"), (RandDeepOptions { depth: 8 }, 20));
    }
}
