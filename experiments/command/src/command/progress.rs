//! The progress of long work on standard error: a bar on a terminal, a line now and then in logs.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use hinterhand_training::{Status, Yardstick};
use indicatif::{ProgressBar, ProgressStyle};

use super::{complain, memory, time};

/// The time between two lines of a log.
const PAUSE: Duration = Duration::from_secs(10);

/// The progress of one piece of work.
#[derive(Debug)]
pub(super) enum Progress {
    Bar(ProgressBar),
    Lines { what: &'static str, total: u64, last: Instant },
}

impl Progress {
    /// Begins work of `total` pieces, which are called `what`.
    pub(super) fn new(what: &'static str, total: u64) -> Progress {
        if stderr().is_terminal() {
            let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {eta} left")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            Progress::Bar(ProgressBar::new(total).with_style(style).with_message(what))
        } else {
            Progress::Lines { what, total, last: Instant::now() }
        }
    }

    /// Shows that `done` pieces are done.
    pub(super) fn reached(&mut self, done: u64) {
        match self {
            Progress::Bar(bar) => bar.set_position(done),
            Progress::Lines { what, total, last } if last.elapsed() >= PAUSE => {
                *last = Instant::now();
                complain(format_args!("{done} of {total} {what}"));
            }
            Progress::Lines { .. } => {}
        }
    }

    /// Prints a line beside the bar.
    pub(super) fn say(&self, line: std::fmt::Arguments<'_>) {
        match self {
            Progress::Bar(bar) => bar.suspend(|| complain(line)),
            Progress::Lines { .. } => complain(line),
        }
    }

    /// Ends the work, finished or not.
    pub(super) fn finish(self) {
        if let Progress::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

/// The progress of training, which has no fixed end.
#[derive(Debug)]
pub(super) struct Training {
    bar: Option<ProgressBar>,
    last: Instant,
}

/// The time between two changes on a terminal: steps can be as short as microseconds.
const BLINK: Duration = Duration::from_millis(100);

impl Training {
    /// Begins a training.
    pub(super) fn new() -> Training {
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {msg}");
            ProgressBar::no_length().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        });
        Training { bar, last: Instant::now() }
    }

    /// Shows the status.
    pub(super) fn reached(&mut self, status: &Status<'_>) {
        if self.last.elapsed() < if self.bar.is_some() { BLINK } else { PAUSE } {
            return;
        }
        self.last = Instant::now();
        let mut text = format!("iteration {}, {}", status.iteration, time::format(status.seconds));
        if let Some(judged) = status.judged {
            if let Some(exploitability) = judged.exploitability {
                text += &format!(", exploitability {exploitability:.3e} at {}", judged.iteration);
            }
            if let Some(low) = judged.exploitability_low {
                text += &format!(", exploitability at least about {low:.3e} at {}", judged.iteration);
            }
            if let Some(won) = Yardstick::Gauntlet.figure(judged) {
                text += &format!(", gauntlet {won:+.4} at {}", judged.iteration);
                match judged.gauntlet.iter().map(|bout| bout.forfeits).sum::<u64>() {
                    0 => {}
                    forfeits => text += &format!(" with {forfeits} hands forfeited"),
                }
            }
            if let (Some(low), Some(high)) = (judged.value_low, judged.value_high) {
                text += &format!(", value {low:.6} to {high:.6}");
            }
        }
        if let Some(bytes) = memory::peak_bytes() {
            text += &format!(", {} MB", bytes / 1_000_000);
        }
        if let Some(left) = status.left {
            text += &format!(", about {} left", time::format(left));
        }
        match &self.bar {
            Some(bar) => {
                bar.set_message(text);
                bar.tick();
            }
            None => complain(format_args!("{text}")),
        }
    }

    /// Ends the training.
    pub(super) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
