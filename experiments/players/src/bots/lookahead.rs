//! The options of `lookahead`.

use hinterhand_engine::{Allowed, OptionSpec};
use hinterhand_solvers::dynamic::{Offer, SearchRequest};

use super::BotSpec;
use super::info::{BotInfo, THINKING};

/// The name of the bot.
pub(super) const NAME: &str = "lookahead";

/// The description of the bot.
pub(super) const INFO: BotInfo = BotInfo {
    name: NAME,
    about: "compares lines of its own turn by what becomes of them in worlds that fit what it sees, where both players \
            go on by rules of thumb or by their best replies, to the end of the game or for some turns that an \
            evaluation judges; lines that fall behind are given up",
    needs: Some(Offer::Lookahead),
    options: &[
        &[OptionSpec::new(
            "worlds",
            Allowed::Range(1, i64::MAX, 32),
            "the maximum number of worlds sampled for a decision",
        )],
        THINKING,
    ],
    ..BotInfo::PLAIN
};

/// The search: with a time or a clock the worlds have no limit unless one is given.
pub(super) fn request(spec: &BotSpec) -> SearchRequest {
    let worlds = spec.budget(Some("worlds")).steps.unwrap_or(u64::MAX);
    SearchRequest::Lookahead { worlds }
}
