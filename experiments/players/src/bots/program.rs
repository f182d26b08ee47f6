//! Programs of their own as bots: what each copy may take.

use std::time::Duration;

use super::BotSpec;
use super::registry::{BotInfo, BotOption, CLOCK, COMMAND, Kind};
use crate::protocol::Limits;

/// The longest time for a move.
const MOST_MS: u64 = 1_000_000_000;

/// What is known of them.
pub(super) const INFO: BotInfo = BotInfo {
    name: COMMAND,
    about: "a program of its own, in any language, which is asked over standard input and output; its own options are \
            written `option.NAME=VALUE`; only in tournaments and duels, which score its faults",
    argument: Some("COMMAND"),
    needs: None,
    made_for: None,
    options: &[
        BotOption {
            key: "time",
            kind: Kind::Whole(1, MOST_MS, Some(5_000)),
            about: "the milliseconds for a move; whoever takes longer forfeits the hand; no limit if only `tc` is given",
        },
        BotOption {
            about: "the seconds for a whole hand, or match where that is played for; whoever takes longer forfeits the \
                    hand",
            ..CLOCK
        },
        BotOption {
            key: "grace",
            kind: Kind::Whole(0, 1_000_000, Some(200)),
            about: "the milliseconds that an answer may come later, on its way through the machine",
        },
        BotOption {
            key: "start",
            kind: Kind::Whole(1, 1_000_000_000, Some(10_000)),
            about: "the milliseconds to start and to say what it is",
        },
        BotOption {
            key: "memory",
            kind: Kind::Whole(1, 1 << 24, None),
            about: "the megabytes (2^20 bytes) of memory that each copy may take; Linux only",
        },
    ],
};

/// What each copy may take.
pub(super) fn limits(spec: &BotSpec) -> Limits {
    let ms = |key| Duration::from_millis(spec.whole(key).expect("it has a default"));
    let by_clock = spec.time_control().is_some() && !spec.gives("time");
    let time = if by_clock { Duration::from_millis(MOST_MS) } else { ms("time") };
    Limits { time, grace: ms("grace"), start: ms("start"), memory: spec.whole("memory") }
}
