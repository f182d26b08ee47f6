//! Bots that are programs of their own: the limits of each copy.

use std::time::Duration;

use hinterhand_engine::{Allowed, options};

use super::BotSpec;
use super::info::{BotInfo, COMMAND, TIME_CONTROL};
use crate::protocol::Limits;

/// The longest time for a move.
const MOST_MS: u64 = 1_000_000_000;

/// The description of the bots.
pub(super) const INFO: BotInfo = BotInfo {
    name: COMMAND,
    about: "a program of its own, in any language, which is asked over standard input and output; its own options are \
            written `option.NAME=VALUE`; in tournaments and duels, which score its faults, and at the tables of \
            `hinterhand serve`",
    argument: Some("COMMAND"),
    options: &[Program::OPTIONS],
    ..BotInfo::PLAIN
};

options! {
    /// The limits.
    struct Program {
        time: u64 = Allowed::Range(1, MOST_MS as i64, 5_000),
            "the milliseconds for a move; a program that takes longer forfeits the hand; no limit if only `tc` is given";
        tc: Option<String> = TIME_CONTROL,
            "the seconds for a whole hand, or for a whole match where one is played; a program that takes longer \
             forfeits the hand";
        grace: u64 = Allowed::Range(0, 1_000_000, 200),
            "the milliseconds by which an answer may be late, for its way through the machine";
        start: u64 = Allowed::Range(1, 1_000_000_000, 10_000),
            "the milliseconds to start and to send its name";
        memory: Option<u64> = Allowed::Optional(1, 1 << 24),
            "the maximum memory of each copy in megabytes (2^20 bytes); Linux only";
    }
}

impl BotSpec {
    /// The limits of each copy of an external program.
    pub fn limits(&self) -> Limits {
        let Program { time, tc, grace, start, memory } = self.options();
        let time = if tc.is_some() && !self.gives("time") { MOST_MS } else { time };
        let [time, grace, start] = [time, grace, start].map(Duration::from_millis);
        Limits { time, grace, start, memory }
    }
}
