//! The options of `oos`, and what they come to.

use hinterhand_solvers::dynamic::{Offer, SearchRequest};
use hinterhand_solvers::search::{OnlineOptions, Targeting};

use super::BotSpec;
use super::registry::{BotInfo, BotOption, CLOCK, Kind, TIME};

/// What is known of it. The defaults are those of [`OnlineOptions`].
pub(super) const INFO: BotInfo = BotInfo {
    name: "oos",
    about: "online outcome sampling: learns a strategy for the whole game, walking mostly where the decision lies; \
            the longer it thinks, the nearer to an equilibrium of a game of two",
    argument: None,
    needs: Some(Offer::Online),
    made_for: None,
    options: &[
        BotOption {
            key: "iterations",
            kind: Kind::Whole(1, u64::MAX, Some(10_000)),
            about: "the walks for a decision",
        },
        TIME,
        CLOCK,
        BotOption {
            key: "target",
            kind: Kind::Words(&["information_set", "public_state"]),
            about: "where walks are drawn to: what the player cannot tell apart, or what nobody can",
        },
        BotOption { key: "delta", kind: Kind::Real(0.0, 1.0, 0.9), about: "how often walks are drawn there" },
        BotOption {
            key: "exploration",
            kind: Kind::Real(0.001, 1.0, 0.4),
            about: "how often the player who learns takes any action",
        },
        BotOption {
            key: "mixing",
            kind: Kind::Real(0.0, 1.0, 0.01),
            about: "how much of all actions is mixed into every strategy",
        },
        BotOption {
            key: "worlds",
            kind: Kind::Whole(0, 10_000_000, Some(20_000)),
            about: "how many histories a target may have; if there are more, walks are less drawn or go anywhere",
        },
        BotOption {
            key: "memory",
            kind: Kind::Whole(1, 1 << 20, Some(1024)),
            about: "the megabytes (2^20 bytes) that the table may take",
        },
    ],
};

/// The search that the options ask for.
pub(super) fn request(spec: &BotSpec) -> SearchRequest {
    SearchRequest::Online(options(spec))
}

/// The options of the search.
fn options(spec: &BotSpec) -> OnlineOptions {
    let whole = |key| spec.whole(key).expect("it has a default") as usize;
    OnlineOptions {
        targeting: match spec.word("target") {
            "information_set" => Targeting::InformationSet,
            _ => Targeting::PublicState,
        },
        delta: spec.real("delta"),
        exploration: spec.real("exploration"),
        mixing: spec.real("mixing"),
        worlds: whole("worlds"),
        memory: whole("memory") << 20,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_search() {
        let read = |text: &str| options(&text.parse().expect("a bot"));
        assert_eq!(read("oos"), OnlineOptions::default());
        assert_eq!(read("oos:target=public_state").targeting, Targeting::PublicState);
    }
}
