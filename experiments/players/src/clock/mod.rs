//! Time: the time control of a player for a whole game, the clock that a referee keeps, and processor time.

mod cpu_time;
mod instant;
pub mod time;

pub use cpu_time::cpu_seconds;
pub use instant::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use instant::give_clock;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The time of one player for a game, be that a hand or a match: a base time, and an increment after each of
/// its decisions.
///
/// As text these are seconds, such as `10+0.1`, or `10` if nothing is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The time at the beginning.
    pub base: Duration,
    /// The time added after each decision.
    pub increment: Duration,
}

/// A text that is no time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {}", TimeControl::ALLOWED)]
pub struct TimeControlError;

/// The longest time, in milliseconds.
const MOST_MS: f64 = 1e9;

impl TimeControl {
    /// The allowed texts.
    pub const ALLOWED: &'static str = "seconds from 0.001 to 1000000, alone or with + and the seconds that are added \
                                       after each decision, as in 10+0.1";
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let ms = |seconds: &str, least: f64| {
            // Rust reads more than this as a number, such as `inf`.
            let plain = seconds.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            let ms = seconds.parse::<f64>().ok().filter(|_| plain).map(|seconds| (1e3 * seconds).round());
            let ms = ms.filter(|ms| (least..=MOST_MS).contains(ms)).ok_or(TimeControlError)?;
            Ok(Duration::from_millis(ms as u64))
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        Ok(TimeControl { base: ms(base, 1.0)?, increment: ms(increment, 0.0)? })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base.as_millis() as f64 / 1e3)?;
        match self.increment.as_millis() {
            0 => Ok(()),
            ms => write!(f, "+{}", ms as f64 / 1e3),
        }
    }
}

/// The clock of one player. A referee keeps it and sends the time left to the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    decisions: u32,
}

/// A clock on which nothing is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the {control} s for the game have run out at decision {decision}")]
pub struct RunOut {
    control: TimeControl,
    decision: u32,
}

/// The least number of further decisions that a player expects.
const DECISIONS: u32 = 20;

/// The least time kept in reserve, for the delays of a busy machine; otherwise a tenth of what is left.
const RESERVE: Duration = Duration::from_millis(100);

impl Clock {
    /// The clock at the beginning of a game.
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, left: control.base, decisions: 0 }
    }

    /// The time left; an error if there is none.
    pub fn left(&self) -> Result<Duration, RunOut> {
        let run_out = RunOut { control: self.control, decision: self.decisions + 1 };
        if self.left.is_zero() { Err(run_out) } else { Ok(self.left) }
    }

    /// The time added after each decision.
    pub fn increment(&self) -> Duration {
        self.control.increment
    }

    /// The time for the next decision.
    pub fn share(&self) -> Duration {
        share(self.left, self.control.increment, self.decisions)
    }

    /// Subtracts the time of a decision. If it is more than was left, nothing is left.
    pub fn spend(&mut self, time: Duration) -> Result<(), RunOut> {
        let after = self.left.checked_sub(time);
        self.left = after.map_or(Duration::ZERO, |left| left + self.control.increment);
        if after.is_none() {
            return self.left().map(drop);
        }
        self.decisions += 1;
        Ok(())
    }
}

/// The time for a decision with this time left, this increment after each decision, and this number of
/// decisions made.
///
/// The number of decisions to come is unknown; the estimate is the number so far, and at least 20. So the
/// time left falls no faster than the number of decisions rises, and a game of any length is thought about to
/// its end.
pub fn share(left: Duration, increment: Duration, decisions: u32) -> Duration {
    // A player with little time left still gets a share.
    let free = left - RESERVE.min(left * 19 / 20).max(left / 10);
    // Not all that will be added: a search ends a little late. And what is added must not use up the reserve.
    let added = (increment * 9 / 10).min(left.saturating_sub(RESERVE));
    (free / decisions.max(DECISIONS) + added).min(free)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn controls_are_read_as_they_are_written() {
        for (text, base, increment, written) in [
            ("10+0.1", 10_000, 100, "10+0.1"),
            ("10", 10_000, 0, "10"),
            ("0.25+0", 250, 0, "0.25"),
            ("1000000+1000000", 1_000_000_000, 1_000_000_000, "1000000+1000000"),
        ] {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(control, TimeControl { base: ms(base), increment: ms(increment) });
            assert_eq!(control.to_string(), written);
        }
        for text in
            ["", "0", "0.0001", "-1", "10+", "+1", "10+-1", "inf", "nan", "1e3", "1000001", "1+1+1", "5 s"]
        {
            assert_eq!(text.parse::<TimeControl>(), Err(TimeControlError), "{text}");
        }
    }

    #[test]
    fn a_clock_shows_what_is_left() {
        let mut clock = Clock::new("1+0.1".parse().expect("a control"));
        assert_eq!(clock.spend(ms(400)), Ok(()));
        assert_eq!(clock.left(), Ok(ms(700)));
        assert_eq!(clock.spend(ms(700)), Ok(()));
        assert_eq!(clock.left(), Ok(ms(100)));
        let run_out = clock.spend(ms(101)).expect_err("it is one too much");
        assert_eq!(run_out.to_string(), "the 1+0.1 s for the game have run out at decision 3");
        // Nothing is added any more.
        assert_eq!(clock.left(), Err(run_out));
        assert_eq!(clock.spend(ms(1)), Err(run_out));
    }

    #[test]
    fn the_time_lasts_for_games_of_any_length() {
        // Decisions, and what each takes beyond what was planned.
        for (control, decisions, late) in [
            ("10", 100_000, 0),
            ("10", 1_000, 100),
            ("0.5", 100, 100),
            ("1+0.01", 100_000, 500),
            ("0.1+0.1", 1_000, 5_000),
        ] {
            let mut clock = Clock::new(control.parse().expect("a control"));
            for _ in 0..decisions {
                let time = clock.share() + Duration::from_micros(late);
                assert_eq!(clock.spend(time), Ok(()), "{control} {decisions}");
            }
        }
    }

    #[test]
    fn the_time_is_made_use_of() {
        let share_ms = |left, increment, decisions| share(ms(left), ms(increment), decisions).as_millis();
        assert_eq!(share_ms(10_000, 0, 0), 450);
        assert_eq!(share_ms(10_000, 100, 0), 540);
        assert_eq!(share_ms(10_000, 0, 20), 450);
        assert_eq!(share_ms(10_000, 0, 90), 100);
        // No more than there is, and then as little as possible.
        assert_eq!(share_ms(10_000, 20_000, 0), 9_000);
        assert_eq!(share_ms(110, 5_000, 0), 10);
        assert_eq!(share_ms(90, 5_000, 0), 0);
        assert_eq!(share(ms(80), ms(5_000), 0), Duration::from_micros(200));
    }
}
