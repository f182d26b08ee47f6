//! The time, memory and disk space of a training, estimated on a few iterations.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hinterhand_players::clock::time;
use hinterhand_players::games::LoadedGame;
use hinterhand_training::memory;
use hinterhand_training::{self as training, Algorithm, Config, Estimate, Extent, Task, Training};
use serde_json::json;

use super::super::{Done, Failure, interrupt, output, written};
use super::gauntlet::Gauntlet;

/// The time for which iterations are done, at least one, and for which hands are played.
const SAMPLE: Duration = Duration::from_secs(1);

/// A training that is estimated and not begun.
pub(super) struct Plan<'a> {
    pub(super) config: &'a Config,
    pub(super) algorithm: &'a Algorithm,
    pub(super) task: &'a Task,
    pub(super) estimate: Estimate,
    pub(super) extent: Extent,
}

/// The measurements on a few iterations.
struct Sample {
    build_seconds: f64,
    table_bytes: u64,
    iterations: u64,
    seconds: f64,
    judging_seconds: f64,
    /// The reason why training ended early, if it did.
    over: Option<String>,
    /// The number of judgements up to the last iteration.
    judgements: u64,
}

impl Plan<'_> {
    /// Does some iterations and prints an estimate for all.
    pub(super) fn run(&self, game: &LoadedGame, gauntlet: Option<Gauntlet<'_>>, as_json: bool) -> Done {
        let begun = training::begun(&self.config.folder, self.task)?;
        let stop = interrupt::flag()?;
        let sample = self.sample(game, gauntlet, stop)?;
        let limits = self.config.limits();
        let pace = sample.seconds / sample.iterations.max(1) as f64;
        // A limit bounds the time; a target and patience do not.
        let by_iterations = limits.iterations.map(|last| last as f64 * pace);
        let by_time = limits.time.map(|time| time.as_secs_f64());
        let by_memory = sample.over.as_ref().map(|_| sample.seconds);
        let training = [by_iterations, by_time, by_memory].into_iter().flatten().min_by(f64::total_cmp);
        let judging = limits.iterations.map(|_| sample.judgements as f64 * sample.judging_seconds);
        let memory = self.memory();
        let disk = self.disk(sample.table_bytes);
        let mut out = output();
        if as_json {
            let figures = json!({
                "game": self.task.game, "algorithm": self.task.algorithm, "begun": begun,
                "memory_bytes": memory, "disk_bytes": disk, "build_seconds": sample.build_seconds,
                "seconds_per_iteration": pace, "sample_iterations": sample.iterations,
                "training_seconds": training, "judgements": limits.iterations.map(|_| sample.judgements),
                "judging_seconds": judging, "over": sample.over,
            });
            writeln!(out, "{figures}")?;
        } else {
            let megabytes = |bytes: u64| bytes.div_ceil(1_000_000);
            writeln!(out, "algorithm  {}", self.task.algorithm)?;
            let most = if self.extent.growing.is_some() { "at most" } else { "about" };
            writeln!(out, "memory     {most} {} MB", megabytes(memory))?;
            writeln!(out, "disk       {most} {} MB in {}", megabytes(disk), self.config.folder.display())?;
            if let Some(over) = &sample.over {
                writeln!(out, "over       soon: {over}")?;
            }
            match training {
                Some(seconds) => writeln!(out, "training   about {}", time::format(seconds))?,
                None => writeln!(out, "training   not known: neither iterations nor time in [end]")?,
            }
            match judging {
                Some(seconds) => {
                    writeln!(
                        out,
                        "judging    about {}, {} judgements",
                        time::format(seconds),
                        sample.judgements
                    )?;
                }
                None => writeln!(out, "judging    about {} each time", time::format(sample.judging_seconds))?,
            }
            writeln!(
                out,
                "estimated on {} iterations, made in {:.1} s after {:.1} s for the tables{}",
                sample.iterations,
                sample.seconds,
                sample.build_seconds,
                if begun { "; the folder holds a part of this training" } else { "" }
            )?;
        }
        written(out)
    }

    /// Does some iterations, judges the strategy, and plays the gauntlet.
    fn sample(
        &self,
        game: &LoadedGame,
        gauntlet: Option<Gauntlet<'_>>,
        stop: &AtomicBool,
    ) -> Result<Sample, Failure> {
        let began = Instant::now();
        let mut training = training::training(game, self.algorithm, self.extent)?;
        let build_seconds = began.elapsed().as_secs_f64();
        let began = Instant::now();
        let most = self.config.limits().iterations.unwrap_or(u64::MAX);
        while training.iterations() == 0 || (began.elapsed() < SAMPLE && training.iterations() < most) {
            training.step();
            if training.is_over().is_some() || stop.load(Ordering::Relaxed) {
                break;
            }
        }
        let (iterations, seconds) = (training.iterations(), began.elapsed().as_secs_f64());
        let over = training.is_over();
        let began = Instant::now();
        training.judge()?;
        let mut judging_seconds = began.elapsed().as_secs_f64();
        if let Some(gauntlet) = gauntlet {
            judging_seconds += played(gauntlet, &*training, stop)?;
        }
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Stopped("stopped before enough was tried"));
        }
        let spacing = self.task.spacing.unwrap_or_else(|| training.exact_patience());
        let most = most.min(1 << 50);
        // One more at the limit.
        let judgements = 1 + training::schedule(spacing).take_while(|&at| at < most).count() as u64;
        Ok(Sample {
            build_seconds,
            table_bytes: training.bytes(),
            iterations,
            seconds,
            judging_seconds,
            over,
            judgements,
        })
    }

    /// The bytes of memory. If tables grow, the results of an iteration may take as much as the tables, and
    /// each growing vector may have a capacity of twice its length; a checkpoint is made from a copy;
    /// counting the nodes of the game before may have taken more.
    fn memory(&self) -> u64 {
        let counted = memory::peak_bytes().unwrap_or(0);
        let growing = self.extent.growing.map(|most| counted.max(5 * most as u64));
        growing.unwrap_or(1_000_000 * self.estimate.megabytes())
    }

    /// The maximum number of bytes on the disk: the old checkpoint beside the new one, and the strategies.
    fn disk(&self, table_bytes: u64) -> u64 {
        match (self.extent.growing, self.estimate) {
            // An information set takes no more space in a file than in memory.
            (Some(most), _) => (2 + 4) * most as u64,
            (None, Estimate::Tree { size, .. }) => {
                let strategy = 24 * size.sets as u64 + 8 * size.slots as u64;
                2 * table_bytes + 4 * strategy
            }
            // Four bytes for each sequence, which the tables have at least twelve for.
            (None, Estimate::Oracle { .. }) => 2 * table_bytes + 4 * table_bytes / 3,
            (None, Estimate::Kinderschnapsen { bytes }) => {
                // Tables of samples grow until every deal has been sampled.
                let full = matches!(self.algorithm, Algorithm::Full { .. });
                2 * if full { table_bytes } else { bytes } + 4 * KINDERSCHNAPSEN_STRATEGY
            }
        }
    }
}

/// The bytes of a solution of Kinderschnapsen in a file, approximately.
const KINDERSCHNAPSEN_STRATEGY: u64 = 60_000_000;

/// The seconds that all hands of the gauntlet would take, extrapolated from a few.
fn played(mut gauntlet: Gauntlet<'_>, training: &dyn Training, stop: &AtomicBool) -> Result<f64, Failure> {
    let strategy = training.strategy();
    let (all, mut deals) = (gauntlet.deals(), 1);
    loop {
        let began = Instant::now();
        gauntlet.set_deals(deals);
        gauntlet.play(&*strategy, stop)?;
        let seconds = began.elapsed().as_secs_f64();
        if seconds >= SAMPLE.as_secs_f64() / 2.0 || deals >= all || stop.load(Ordering::Relaxed) {
            return Ok(seconds * all as f64 / deals as f64);
        }
        deals = (4 * deals).min(all);
    }
}
