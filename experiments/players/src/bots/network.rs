//! The options of `network`, and the search that they select.

use std::sync::Arc;

use hinterhand_engine::{Allowed, OptionSpec, options};
use hinterhand_solvers::dynamic::{Offer, SearchRequest};
use hinterhand_solvers::network::{Learned, LookaheadOptions, Network, Part};

use super::condition::Condition;
use super::info::{BotInfo, NETWORK, THINKING};
use super::{BotError, BotSpec};
use crate::files::network_file::NetworkFile;
use crate::games::LoadedGame;

/// The description of the bot.
pub(super) const INFO: BotInfo = BotInfo {
    name: NETWORK,
    about: "plays by a network in a file, such as `hinterhand learn` writes: the action with the highest output, or the \
            highest mean some tricks later, when both players go on by the network in worlds that fit what it sees; in \
            Recipippes, Schikanöschen and Klondike Chess the action with the highest output or, with `worlds`, `time` or `tc` \
            alone, the highest mean at its next turn; options stand after the file, as in `network:FILE,lookahead=2,worlds=100`",
    argument: Some("FILE"),
    needs: Some(Offer::Networks),
    options: &[&[WORLDS], THINKING, Lookahead::OPTIONS, Weighing::OPTIONS],
    ..BotInfo::PLAIN
};

/// The number of worlds.
pub(super) const WORLDS: OptionSpec = OptionSpec::new(
    "worlds",
    Allowed::Range(1, 1_000_000, 20),
    "the number of worlds sampled for a decision, with lookahead, or in a hand that was closed",
);

options! {
    /// The options of the search.
    struct Lookahead {
        lookahead: u32 = Allowed::Range(0, 100, 0),
            "the number of tricks until the network is asked, the one at the decision included; 0: it is asked about the \
             actions themselves";
    }
}

options! {
    /// The options of what is made of worlds.
    pub(super) struct Weighing {
        trust: u32 = Allowed::Range(0, 1_000_000_000, 0),
            "with lookahead, the number of worlds for which the outputs at the decision itself count; with some, actions \
             that are much worse by these outputs are not looked into";
        inference: bool = Allowed::Flag(false),
            "whether a world counts by how likely the network would have acted as the other player did";
    }
}

/// The search that the options select. Without lookahead a time is refused, since the network answers at once, and all
/// that is for worlds where no hand is looked into.
pub(super) fn request(
    spec: &BotSpec,
    network: &Network,
    learned: Learned,
    game: &LoadedGame,
) -> Result<SearchRequest, BotError> {
    let Lookahead { lookahead } = spec.options();
    let timed = ["time", "tc"].into_iter().find(|option| spec.gives(option));
    if let Some(option) = timed.filter(|_| lookahead == 0) {
        let condition = Condition::all_but(option, "lookahead", "0");
        return Err(BotError::Unread { bot: NETWORK, condition, value: "0".to_owned() });
    }
    check_read(NETWORK, spec, lookahead, learned, game)?;
    let Weighing { trust, inference } = spec.options();
    let options = LookaheadOptions { tricks: lookahead, learned, trust, inference, closing_margin: 0.0 };
    Ok(by_network(network, options))
}

/// Refuses what is given and not read. Without lookahead only closed hands are looked into, with trust by networks that
/// have learned to play them.
pub(super) fn check_read(
    bot: &'static str,
    spec: &BotSpec,
    lookahead: u32,
    learned: Learned,
    game: &LoadedGame,
) -> Result<(), BotError> {
    let of_worlds = ["worlds", "time", "tc", "inference"].into_iter().find(|option| spec.gives(option));
    if let Some(option) = of_worlds.filter(|_| lookahead == 0 && game.forbids_closing()) {
        return Err(BotError::OfWorlds { bot, option });
    }
    if spec.gives("trust") && lookahead == 0 && learned.part != Part::WhileTalon {
        let condition = Condition::all_but("trust", "lookahead", "0");
        return Err(BotError::Unread { bot, condition, value: "0".to_owned() });
    }
    Ok(())
}

/// The search by a network that values afterstates, which looks ahead if it is given a time or a number of
/// worlds. Options that are for games of tricks are refused.
pub(super) fn of_afterstates(spec: &BotSpec, file: &NetworkFile) -> Result<SearchRequest, BotError> {
    let of_tricks = ["lookahead", "trust", "inference", "closing_margin"];
    if let Some(option) = of_tricks.into_iter().find(|option| spec.gives(option)) {
        let (bot, game) = (spec.to_string(), &file.about().game);
        return Err(BotError::OfTricks { bot, option, game: game.clone() });
    }
    let worlds = if thinks(spec) { spec.budget(Some("worlds")).steps.unwrap_or(u64::MAX) } else { 0 };
    Ok(SearchRequest::Afterstates { network: Arc::new(file.network().clone()), worlds })
}

/// Whether the bot is given a time or a number of worlds.
pub(super) fn thinks(spec: &BotSpec) -> bool {
    ["worlds", "time", "tc"].into_iter().any(|option| spec.gives(option))
}

/// A search by a network.
pub(super) fn by_network(network: &Network, options: LookaheadOptions) -> SearchRequest {
    SearchRequest::Network { network: Arc::new(network.clone()), options }
}
