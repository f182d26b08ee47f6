//! One seat of one hand, and the copy of a program that plays it.

use std::time::{Duration, Instant};

use hinterhand_engine::{Contest, Player, Rng};

use super::crew::{read, unexpected};
use super::process::Process;
use super::protocol::{BestMove, parts};
use super::{Crew, Fault, Notes};

/// A seat that a program plays.
#[derive(Debug)]
pub struct Seat<'c> {
    crew: &'c Crew,
    /// The copy that plays, once it was asked for something.
    process: Option<Process>,
    notes: Notes<'c>,
    text: Vec<u8>,
}

/// An answer, and what it took.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// What it was.
    pub best: BestMove,
    /// The time from the question to the answer.
    pub time: Duration,
}

impl<'c> Seat<'c> {
    /// A seat of a hand that has not begun.
    pub fn new(crew: &'c Crew, notes: Notes<'c>) -> Seat<'c> {
        Seat { crew, process: None, notes, text: Vec::new() }
    }

    /// It notices something; nothing if the word is empty.
    pub fn hear(&mut self, word: &str) {
        self.notes.hear(word);
    }

    /// Asks for an action of `player`.
    pub fn ask(
        &mut self,
        player: Player,
        contest: &Contest,
        legal: &[String],
        rng: &mut Rng,
    ) -> Result<Answer, Fault> {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        let limits = self.crew.limits();
        let mut process = match self.process.take() {
            Some(process) => process,
            None => {
                self.notes.write_new_game(player, &mut text);
                self.crew.lend()?
            }
        };
        self.notes.write_view(player, contest, legal, &mut text);
        let (time, seed) = (limits.time.as_millis(), rng.bits() >> 32);
        text.extend(format!("go {{\"time_ms\":{time},\"seed\":{seed}}}\n").bytes());
        let began = Instant::now();
        let best = process.ask(&text, limits.time + limits.grace, |said| match parts(said) {
            ("bestmove", body) => read::<BestMove>(said, body).map(Some),
            _ => Err(unexpected(said, "`bestmove`")),
        });
        let time = began.elapsed();
        self.text = text;
        // One that has made a fault is ended, since nobody knows what it will say next.
        let best = best?;
        self.process = Some(process);
        Ok(Answer { best, time })
    }

    /// Waits so long whether the copy says something more, which is a fault.
    pub(super) fn must_be_silent(&mut self, wait: Duration) -> Result<(), Fault> {
        self.process.as_mut().map_or(Ok(()), |process| process.must_be_silent(wait))
    }

    /// The copy has made a fault that only the referee could see.
    pub fn dismiss(&mut self) {
        self.process = None;
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            self.crew.take_back(process);
        }
    }
}
