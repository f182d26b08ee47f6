//! The options of `network`, and the search that they select.

use std::sync::Arc;

use hinterhand_engine::{Allowed, options};
use hinterhand_solvers::dynamic::{Offer, SearchRequest};
use hinterhand_solvers::network::{LookaheadOptions, Network, Target};

use super::info::BotInfo;
use super::{BotSpec, Budget};

/// The name of the bot.
pub(super) const NAME: &str = "network";

/// The description of the bot.
pub(super) const INFO: BotInfo = BotInfo {
    name: NAME,
    about: "plays by a network in a file, such as `hinterhand learn` writes: the action with the highest output, or the \
            highest mean some tricks later, when both players go on by the network in worlds that fit what it sees; \
            options stand after the file, as in `network:FILE,lookahead=2`",
    argument: Some("FILE"),
    needs: Some(Offer::Networks),
    options: &[Lookahead::OPTIONS],
    ..BotInfo::PLAIN
};

options! {
    /// The options of the search.
    struct Lookahead {
        lookahead: u32 = Allowed::Range(0, 100, 0),
            "the number of tricks until the network is asked, the one at the decision included; 0: it is asked about \
             the actions themselves";
        worlds: u32 = Allowed::Range(1, 1_000_000, 20), "with lookahead: the number of worlds sampled for a decision";
    }
}

/// The search that the options select.
pub(super) fn request(spec: &BotSpec, network: &Network, target: Target) -> SearchRequest {
    let Lookahead { lookahead, .. } = spec.options();
    SearchRequest::Network(Arc::new(network.clone()), LookaheadOptions { tricks: lookahead, target })
}

/// The number of worlds as a budget.
pub(super) fn budget(spec: &BotSpec) -> Budget {
    let Lookahead { worlds, .. } = spec.options();
    Budget { steps: Some(worlds.into()), time: None }
}
