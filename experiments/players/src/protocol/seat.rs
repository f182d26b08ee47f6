//! One seat of one hand, and the process that plays it.

use std::time::Duration;

use hinterhand_engine::{Contest, Player, Rng};

use super::fault::unexpected;
use super::messages::{BestMove, Go, parts};
use super::pool::line;
use super::process::Process;
use super::schema::read;
use super::{Fault, FaultKind, ProgramPool, ViewWriter};
use crate::clock::{Clock, Instant};

/// A seat that a program plays.
#[derive(Debug)]
pub struct Seat<'c> {
    pool: &'c ProgramPool,
    /// The process that plays, once it was asked for a move.
    process: Option<Process>,
    view: ViewWriter<'c>,
    text: Vec<u8>,
}

/// An answer, and the time that it took.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The answer.
    pub best: BestMove,
    /// The time from the question to the answer.
    pub time: Duration,
}

impl<'c> Seat<'c> {
    /// A seat of a hand that has not begun.
    pub fn new(pool: &'c ProgramPool, view: ViewWriter<'c>) -> Seat<'c> {
        Seat { pool, process: None, view, text: Vec::new() }
    }

    /// Adds a word that the seat notices, if it is not empty.
    pub fn notice(&mut self, word: &str) {
        self.view.notice(word);
    }

    /// Asks for an action of `player`, by its clock if one is kept.
    pub fn ask(
        &mut self,
        player: Player,
        contest: &Contest,
        legal: &[String],
        clock: Option<&mut Clock>,
        rng: &mut Rng,
    ) -> Result<Answer, Fault> {
        let left = clock.as_deref().map(Clock::left).transpose()?;
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        let limits = self.pool.limits();
        let mut process = match self.process.take() {
            Some(process) => process,
            None => {
                self.view.write_new_game(player, &mut text);
                self.pool.take()?
            }
        };
        self.view.write_view(player, contest, legal, &mut text);
        let time = left.map_or(limits.time, |left| left.min(limits.time));
        let ms = |time: Duration| time.as_millis() as u64;
        let go = Go {
            time_ms: ms(time),
            seed: rng.bits() >> 32,
            left_ms: left.map(ms),
            increment_ms: clock.as_deref().map(|clock| ms(clock.increment())),
        };
        text.extend(line("go", &go));
        let began = Instant::now();
        let mut best = process.ask(&text, time + limits.grace, |said| match parts(said) {
            ("bestmove", body) => read::<BestMove>(said, body).map(Some),
            _ => Err(unexpected(said, "`bestmove`")),
        });
        let taken = began.elapsed();
        self.text = text;
        if let (Some(clock), Some(left)) = (clock, left) {
            let is_late = |fault: &Fault| fault.kind == FaultKind::Late && left <= limits.time;
            // An answer within the grace period is in time, and leaves no time on the clock.
            let spent = if best.as_ref().is_err_and(is_late) { Duration::MAX } else { taken.min(left) };
            if let Err(run_out) = clock.spend(spent) {
                best = best.map_err(|fault| fault.kind.because(format!("{run_out}: {}", fault.reason)));
            }
        }
        // A program that has made a fault is ended, since its further output cannot be trusted.
        let best = best?;
        self.process = Some(process);
        Ok(Answer { best, time: taken })
    }

    /// Waits for this time, in which any output is a fault.
    pub(super) fn must_be_silent(&mut self, wait: Duration) -> Result<(), Fault> {
        self.process.as_mut().map_or(Ok(()), |process| process.must_be_silent(wait))
    }

    /// Ends the process after a fault that only the referee could see.
    pub fn dismiss(&mut self) {
        self.process = None;
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            self.pool.put_back(process);
        }
    }
}
