//! The standings of a tournament and the time left, on standard error while it is played.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use hinterhand_matches::tournament::Course;
use indicatif::{ProgressBar, ProgressStyle};

use super::super::{complain, time};
use super::table;

/// The display.
#[derive(Debug)]
pub(super) struct Running {
    bar: Option<ProgressBar>,
    every: Duration,
    last: Instant,
    began: Instant,
    /// The number of deals that were done before.
    before: u64,
}

impl Running {
    /// Begins or resumes a tournament.
    pub(super) fn new(course: &Course, every: Option<Duration>) -> Running {
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{msg}\n{wide_bar} {pos}/{len} deals");
            let bar = ProgressBar::new(course.all_deals());
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        let by_default = if bar.is_some() { 1 } else { 10 };
        let every = every.unwrap_or(Duration::from_secs(by_default));
        let now = Instant::now();
        Running { bar, every, last: now, began: now, before: course.deals() }
    }

    /// Shows the standings, all of which are kept.
    pub(super) fn reached(&mut self, course: &Course) {
        if let Some(bar) = &self.bar {
            bar.set_position(course.deals());
        }
        if self.last.elapsed() < self.every {
            return;
        }
        self.last = Instant::now();
        let standings = table::running(course);
        let line = self.line(course);
        match &self.bar {
            Some(bar) => bar.set_message(format!("{standings}{line}")),
            None => complain(format_args!("{standings}{line}")),
        }
    }

    fn line(&self, course: &Course) -> String {
        let (deals, all) = (course.deals(), course.all_deals());
        let seconds = self.began.elapsed().as_secs_f64();
        let mut line = format!("{deals} of {all} deals, {}", time::format(seconds));
        let done = deals - self.before;
        if done > 0 {
            let left = seconds / done as f64 * (all - deals) as f64;
            let about = if course.test().is_some() { "at most" } else { "about" };
            line += &format!(", {about} {} left", time::format(left));
        }
        line
    }

    /// Ends the display.
    pub(super) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
