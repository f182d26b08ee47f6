//! Why the luck of a hand cannot be computed.

use hinterhand_engine::WordError;

/// The reason for which the luck of a hand cannot be computed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum JudgeError {
    #[error("a hand that does not follow the rules: {0}")]
    Words(#[from] WordError),
    #[error(
        "asked again, bot {bot} does not play what it played, at action {at}: it goes by the clock, or is another \
         version than it was"
    )]
    Changed { bot: usize, at: usize },
    #[error("there are more than {MOST_WAYS} ways from a position to the end: too many to weigh them all")]
    Ways,
}

/// The maximum number of ways to the end that are weighed for one position.
pub(super) const MOST_WAYS: u32 = 1_000_000;
