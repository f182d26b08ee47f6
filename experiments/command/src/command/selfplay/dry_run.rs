//! An estimate of the time and the space that self-play takes, from a few hands.

use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use hinterhand_matches::selfplay::{Form, Hands, RowFile, SelfplayError};

use super::super::{Done, Failure, interrupt, output, time, written};

/// The time for which hands are played; at least one is played.
const SAMPLE: Duration = Duration::from_secs(1);

/// Plays some hands and prints the estimate for all.
pub(super) fn run(hands: &Hands<'_>, form: Form) -> Done {
    let stop = interrupt::flag()?;
    let began = Instant::now();
    let mut bytes = Count(0);
    let mut file = RowFile::new(form, hands.plan, &mut bytes)?;
    let mut played = 0;
    while played < hands.numbers.end && (played == 0 || began.elapsed() < SAMPLE) {
        let hand = hands.workers.install(|| (hands.play)(played, stop)).map_err(SelfplayError::from)?;
        let Some(hand) = hand else { break };
        file.hand(&hand)?;
        played += 1;
    }
    if played == 0 || stop.load(Ordering::Relaxed) {
        return Err(Failure::Stopped("stopped before enough was played"));
    }
    let rows = file.finish()?;
    let spent = began.elapsed().as_secs_f64();
    let (all, threads) = (hands.numbers.end, hands.workers.threads());
    let times = all as f64 / played as f64;
    let mut out = output();
    writeln!(out, "hands     {all}, about {:.0} decisions", rows as f64 * times)?;
    writeln!(out, "time      about {} on {threads} threads", time::format(spent * times / threads as f64))?;
    writeln!(out, "disk      about {:.1} MB", bytes.0 as f64 * times / 1e6)?;
    writeln!(out, "estimated on {played} hands, played in {spent:.1} s on one thread")?;
    written(out)
}

/// Counts what is written.
struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
