//! How far long work has come, on standard error: a bar for people, now and then a line for logs.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::complain;

/// The time between two lines of a log.
const PAUSE: Duration = Duration::from_secs(10);

/// The progress of one piece of work.
#[derive(Debug)]
pub(super) enum Progress {
    Bar(ProgressBar),
    Lines { what: &'static str, total: u64, last: Instant },
}

impl Progress {
    /// Nothing is done yet of `total` pieces, which are called `what`.
    pub(super) fn new(what: &'static str, total: u64) -> Progress {
        if stderr().is_terminal() {
            let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {eta} left")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            Progress::Bar(ProgressBar::new(total).with_style(style).with_message(what))
        } else {
            Progress::Lines { what, total, last: Instant::now() }
        }
    }

    /// `done` pieces are done.
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

    /// The work has ended, one way or another.
    pub(super) fn finish(self) {
        if let Progress::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}
