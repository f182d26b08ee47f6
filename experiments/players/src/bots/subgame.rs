//! The options of `subgame`, and the search that they select.

use hinterhand_engine::{Allowed, options, word_table};
use hinterhand_solvers::dynamic::{Offer, SearchRequest};
use hinterhand_solvers::search::KnowledgeLimitedOptions;

use super::info::{BotInfo, THINKING};
use super::{BotSpec, learned};
use crate::games::LoadedGame;

/// The description of the bot.
pub(super) const INFO: BotInfo = BotInfo {
    name: "subgame",
    about: "solves a game that begins with a deal drawn from those that it considers possible, and those that its opponent \
            considers possible in one of them, and plays the strategy that it finds: a search without common knowledge",
    needs: Some(Offer::KnowledgeLimited),
    options: &[THINKING, Subgame::OPTIONS],
    ..BotInfo::PLAIN
};

options! {
    /// The options of the search. The defaults are those of [`KnowledgeLimitedOptions`].
    struct Subgame {
        deals: usize = Allowed::Range(1, 1 << 20, 4096),
            "the maximum number of deals; a search begins with 4096, or this number if it is less, and takes four times as many after 50 iterations. Until a tree is solved the network itself plays";
        tricks: usize = Allowed::Range(1, 2, 1), "the number of tricks after which a tree ends, the one at the decision included";
        values: Values = Values::ALLOWED,
            "what is known of the rest of a hand: what the network of `learned` does in it, with which the player would also \
             play other cards than its own, or what it is worth with all cards open";
    }
}

/// The search that the options select.
pub(super) fn request(game: &LoadedGame, spec: &BotSpec) -> SearchRequest {
    let Subgame { values, .. } = spec.options();
    let network = match values {
        Values::Learned => learned::network(game),
        Values::Open => None,
    };
    SearchRequest::KnowledgeLimited(options(spec), network)
}

/// What is known of the rest of a hand.
#[derive(PartialEq)]
enum Values {
    /// What the network of `learned` does in it.
    Learned,
    /// What it is worth with all cards open.
    Open,
}

word_table! {
    Values {
        "learned" = Values::Learned,
        "open" = Values::Open,
    }
}

fn options(spec: &BotSpec) -> KnowledgeLimitedOptions {
    let Subgame { deals, tricks, .. } = spec.options();
    KnowledgeLimitedOptions { deals, tricks }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_search() {
        let read = |text: &str| options(&text.parse().expect("a bot"));
        assert_eq!(read("subgame"), KnowledgeLimitedOptions::default());
    }
}
