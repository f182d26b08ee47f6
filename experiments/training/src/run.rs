//! The loop around a training: limits, judgements, checkpoints, progress.
//!
//! A training in a folder has a [`Keeper`]. Then each judgement is exact and comes with a gauntlet, and a
//! training that is stopped is not judged at the iteration at which it was stopped, so that its log is that
//! of a training that was never stopped.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use hinterhand_players::files::column_file::ColumnFile;
use hinterhand_players::strategy::{About, Judgement};
use hinterhand_solvers::judges::Estimate;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::checkpoint::KIND;
use super::{Bout, Checkpoint, Keeper, Phases, Point, Task, Training, timed};

/// The limits of a training, which ends at the first of them.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Limits {
    /// The last iteration.
    pub iterations: Option<u64>,
    /// The time of training, including the earlier parts of a resumed training.
    pub time: Option<Duration>,
    /// The exploitability to be reached.
    pub target: Option<f64>,
}

/// The progress of a training.
#[derive(Clone, Copy, Debug)]
pub struct Status<'a> {
    /// The iterations done.
    pub iteration: u64,
    /// The seconds of training so far.
    pub seconds: f64,
    /// The last judgement.
    pub judged: Option<&'a Point>,
    /// An estimate of the remaining seconds.
    pub left: Option<f64>,
}

/// The result of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The header of the strategy's file, with the judgement at the end.
    pub about: About,
    /// All judgements.
    pub log: Vec<Point>,
    /// The seconds of each phase, building tables left out.
    pub phases: Phases,
    /// Whether it was stopped before a limit was reached.
    pub stopped: bool,
    /// The reason why it ended before a limit, if it was not stopped.
    pub over: Option<String>,
    /// Whether all judgements were entered into the store, if there is one; another process may have been
    /// writing it.
    pub entered: bool,
}

/// A training under way.
///
/// The iterations at which it is judged depend on the number of iterations alone, so the logs of two runs
/// differ in their seconds only.
pub struct Run<'t> {
    training: &'t mut (dyn Training + 't),
    keeper: Option<Keeper<'t>>,
    limits: Limits,
    checkpoint: Option<Checkpoint>,
    log: Vec<Point>,
    /// The last judgement in this run and its iteration.
    judged: Option<(u64, Judgement)>,
    /// The seconds of learning before this run and in it, without the part since `began`.
    seconds: f64,
    /// The seconds of all phases but learning.
    phases: Phases,
    began: Instant,
    saved: Instant,
}

/// The header of a checkpoint.
#[derive(Serialize, Deserialize)]
struct Kept {
    strategy: About,
    log: Vec<Point>,
    seconds: f64,
    /// Of a training in a folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    task: Option<Task>,
}

impl<'t> Run<'t> {
    /// A run of a training, which has not begun.
    pub fn new(
        training: &'t mut (dyn Training + 't),
        limits: Limits,
        checkpoint: Option<Checkpoint>,
    ) -> Run<'t> {
        let now = Instant::now();
        let log = Vec::new();
        let (keeper, judged, seconds, phases) = (None, None, 0.0, Phases::default());
        Run { training, keeper, limits, checkpoint, log, judged, seconds, phases, began: now, saved: now }
    }

    /// A run in a folder, with a checkpoint after each interval of `every`.
    pub fn kept(
        training: &'t mut (dyn Training + 't),
        limits: Limits,
        every: Duration,
        keeper: Keeper<'t>,
    ) -> Run<'t> {
        let path = keeper.folder.checkpoint();
        let checkpoint = Some(Checkpoint { path, every });
        Run { keeper: Some(keeper), ..Run::new(training, limits, checkpoint) }
    }

    /// Continues from the checkpoint at `path`, which must be one of the same training.
    pub fn resume(&mut self, path: &Path) -> anyhow::Result<()> {
        let file = ColumnFile::open(path, KIND)?;
        let kept: Kept = serde_json::from_value(file.about().clone()).map_err(|e| file.senseless(&e))?;
        let here = self.training.about();
        for (what, kept, here) in [
            ("the game", &kept.strategy.game, &here.game),
            ("the hash of the rules", &kept.strategy.rules, &here.rules),
            ("the algorithm", &kept.strategy.algorithm, &here.algorithm),
            ("the form", &kept.strategy.form, &here.form),
        ] {
            ensure!(
                kept == here,
                file.senseless(&format!("{what} is {kept} there and {here} here: not the same training"))
            );
        }
        self.training.restore(&file)?;
        self.log = kept.log;
        self.seconds = kept.seconds;
        Ok(())
    }

    /// The number of iterations done, including those before the checkpoint.
    pub fn iterations(&self) -> u64 {
        self.training.iterations()
    }

    /// Whether the best strategy so far is in its place. It is moved there if it still waits beside it.
    pub fn has_best(&self) -> anyhow::Result<bool> {
        let Some(keeper) = &self.keeper else { return Ok(true) };
        let best = keeper.best(&self.log).map(|point| point.iteration);
        keeper.folder.settle(best).context("the best strategy cannot be put in its place")
    }

    /// Trains until a limit is reached or `stop` is set, then judges the strategy.
    pub fn go(mut self, stop: &AtomicBool, mut tell: impl FnMut(Status<'_>)) -> anyhow::Result<Outcome> {
        self.begin(stop)?;
        self.began = Instant::now();
        self.saved = self.began;
        let mut next = self.next_judgement();
        let mut reached = self.reached();
        let mut over = self.has_enough();
        while !reached && over.is_none() && !stop.load(Ordering::Relaxed) {
            self.training.step();
            over = self.training.is_over();
            if self.training.iterations() >= next {
                self.look(stop)?;
                next = self.next_judgement();
                over = over.or_else(|| self.has_enough());
            }
            reached = self.reached();
            if self.checkpoint.as_ref().is_some_and(|checkpoint| self.saved.elapsed() >= checkpoint.every) {
                self.save()?;
            }
            tell(self.status());
        }
        // What follows is not learning.
        self.pause(self.elapsed());
        let learning = self.seconds;
        let ended = reached || over.is_some();
        let stopped = !(ended && self.is_judged_at_the_end(stop)?);
        let judged = self.judge()?;
        self.save()?;
        let about = About { judged, ..self.training.about() };
        let mut entered = true;
        if let Some(keeper) = &self.keeper {
            timed(&mut self.phases.writing, || {
                self.training.write_strategy(&keeper.folder.last(), &about)?;
                keeper.write(&self.log)
            })?;
            entered = keeper.enter(&self.log)?;
        }
        let phases = Phases { learning, ..self.phases };
        Ok(Outcome { about, phases, log: self.log, stopped, over, entered })
    }

    /// Prepares a training in a folder: a new training first writes a checkpoint, the files are brought to
    /// the state of the checkpoint, and a judgement that was stopped is repeated.
    fn begin(&mut self, stop: &AtomicBool) -> anyhow::Result<()> {
        let iteration = self.training.iterations();
        if self.keeper.is_some() && iteration == 0 {
            self.save()?;
        }
        let Some(keeper) = &self.keeper else { return Ok(()) };
        keeper.write(&self.log)?;
        keeper.enter(&self.log)?;
        // The time until here is not training.
        self.began = Instant::now();
        let due = self.schedule().take_while(|&at| at <= iteration).any(|at| at == iteration);
        if due && self.is_unjudged() { self.look(stop) } else { Ok(()) }
    }

    /// Judges the strategy at a limit. Returns false if that was stopped.
    fn is_judged_at_the_end(&mut self, stop: &AtomicBool) -> anyhow::Result<bool> {
        if self.keeper.is_some() && self.is_unjudged() {
            return self.measure(stop);
        }
        Ok(true)
    }

    /// Whether the log has no judgement of the current strategy.
    fn is_unjudged(&self) -> bool {
        self.log.last().is_none_or(|point| point.iteration < self.training.iterations())
    }

    fn has_enough(&self) -> Option<String> {
        self.keeper.as_ref().and_then(|keeper| keeper.has_enough(&self.log))
    }

    fn elapsed(&self) -> f64 {
        self.seconds + self.began.elapsed().as_secs_f64()
    }

    /// The iteration after which the strategy is judged next.
    fn next_judgement(&self) -> u64 {
        let done = self.training.iterations();
        self.schedule().find(|&at| at > done).expect("it has no end")
    }

    fn schedule(&self) -> impl Iterator<Item = u64> + use<> {
        schedule(match &self.keeper {
            Some(keeper) => keeper.task.spacing.unwrap_or_else(|| self.training.exact_patience()),
            None => self.training.patience(),
        })
    }

    fn reached(&self) -> bool {
        let Limits { iterations, time, target } = self.limits;
        let judged = self.log.last().filter(|point| point.iteration == self.training.iterations());
        let exploitability = judged.and_then(|point| point.exploitability);
        iterations.is_some_and(|most| self.training.iterations() >= most)
            || time.is_some_and(|most| self.elapsed() >= most.as_secs_f64())
            || target.zip(exploitability).is_some_and(|(target, exploitability)| exploitability <= target)
    }

    /// Adds an estimate of the exploitability to the log; if it reaches the target, the exact one. The clock
    /// is paused meanwhile.
    fn look(&mut self, stop: &AtomicBool) -> anyhow::Result<()> {
        if self.keeper.is_some() {
            self.measure(stop)?;
            return Ok(());
        }
        let seconds = self.elapsed();
        let seen = timed(&mut self.phases.judging, || self.training.look())?;
        if !seen.is_judged() {
            self.note_lower_bound(seconds)?;
        } else if self.limits.target.is_some_and(|target| seen.exploitability() <= target) {
            self.judge()?;
        } else {
            self.note(&seen, None, Vec::new(), seconds);
        }
        self.pause(seconds);
        Ok(())
    }

    /// Judges the strategy, unless it has just been judged. In a folder only [`measure`](Run::measure) writes
    /// the log.
    fn judge(&mut self) -> anyhow::Result<Judgement> {
        let iteration = self.training.iterations();
        if let Some((_, judged)) = self.judged.as_ref().filter(|(at, _)| *at == iteration) {
            return Ok(judged.clone());
        }
        let seconds = self.elapsed();
        timed(&mut self.phases.refining, || self.training.refine());
        let judged = timed(&mut self.phases.judging, || self.training.judge())?;
        self.judged = Some((iteration, judged.clone()));
        if self.keeper.is_none() {
            if judged.is_judged() {
                self.note(&judged, None, Vec::new(), seconds);
            } else if self.is_unjudged() {
                self.note_lower_bound(seconds)?;
            }
        }
        self.pause(seconds);
        Ok(judged)
    }

    /// Judges the strategy and lets it play the gauntlet. Returns false if that was stopped.
    fn measure(&mut self, stop: &AtomicBool) -> anyhow::Result<bool> {
        let seconds = self.elapsed();
        let judged = self.judge()?;
        let keeper = self.keeper.as_ref().expect("only what is kept is measured");
        let bouts = timed(&mut self.phases.judging, || keeper.play(self.training, stop))?;
        let finished = bouts.is_some();
        let low = if finished { self.lower_bound()? } else { None };
        let is_known = |bouts: &Vec<Bout>| judged.is_judged() || low.is_some() || !bouts.is_empty();
        if let Some(bouts) = bouts.filter(is_known) {
            let about = About { judged: judged.clone(), ..self.training.about() };
            self.note(&judged, low, bouts, seconds);
            let keeper = self.keeper.as_ref().expect("it was there above");
            keeper.judged(self.training, &about, &self.log)?;
        }
        self.pause(seconds);
        Ok(finished)
    }

    /// A lower bound of the exploitability, if one is sought; its time is that of judging.
    fn lower_bound(&mut self) -> anyhow::Result<Option<Estimate>> {
        timed(&mut self.phases.judging, || self.training.lower_bound())
    }

    /// Adds a lower bound of the exploitability to the log, if one is sought.
    fn note_lower_bound(&mut self, seconds: f64) -> anyhow::Result<()> {
        if let Some(low) = self.lower_bound()? {
            self.note(&Judgement::default(), Some(low), Vec::new(), seconds);
        }
        Ok(())
    }

    /// Adds a line to the log, in place of one for the same iteration if there is one.
    fn note(&mut self, judged: &Judgement, low: Option<Estimate>, gauntlet: Vec<Bout>, seconds: f64) {
        let (iteration, bounds) = (self.training.iterations(), judged.bounds());
        self.log.retain(|point| point.iteration < iteration);
        self.log.push(Point {
            iteration,
            seconds,
            exploitability: judged.is_judged().then(|| judged.exploitability()),
            value: bounds.map(|_| judged.values[0]),
            value_low: bounds.map(|[low, _]| low),
            value_high: bounds.map(|[_, high]| high),
            exploitability_low: low.map(|low| low.mean),
            exploitability_low_error: low.map(|low| low.error),
            gauntlet,
        });
    }

    /// Sets the clock to `seconds` and restarts it.
    fn pause(&mut self, seconds: f64) {
        self.seconds = seconds;
        self.began = Instant::now();
    }

    fn save(&mut self) -> anyhow::Result<()> {
        let Some(checkpoint) = &self.checkpoint else { return Ok(()) };
        let seconds = self.elapsed();
        let task = self.keeper.as_ref().map(|keeper| keeper.task.clone());
        let kept = Kept { strategy: self.training.about(), log: self.log.clone(), seconds, task };
        timed(&mut self.phases.writing, || {
            self.training
                .write_checkpoint(&checkpoint.path, &json!(kept))
                .context("the checkpoint is not kept")?;
            self.keeper.as_ref().map_or(Ok(()), Keeper::promote)
        })?;
        self.seconds = seconds;
        self.began = Instant::now();
        self.saved = self.began;
        Ok(())
    }

    fn status(&self) -> Status<'_> {
        let (iteration, seconds) = (self.training.iterations(), self.elapsed());
        let by_iterations = self.limits.iterations.filter(|_| iteration > 0);
        let by_iterations =
            by_iterations.map(|most| seconds / iteration as f64 * most.saturating_sub(iteration) as f64);
        let by_time = self.limits.time.map(|most| (most.as_secs_f64() - seconds).max(0.0));
        let by_target = self.limits.target.and_then(|target| seconds_to(target, &self.log, seconds));
        let left = [by_iterations, by_time, by_target].into_iter().flatten().min_by(f64::total_cmp);
        Status { iteration, seconds, judged: self.log.last(), left }
    }
}

/// The iterations after which a strategy is judged, at growing distances: each is `spacing` times the one
/// before.
pub fn schedule(spacing: f64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(1), move |&at: &u64| Some((at + 1).max((at as f64 * spacing) as u64)))
}

/// The seconds until the target is reached if the exploitability continues to fall by the power of the time
/// by which it fell in the second half of the log.
fn seconds_to(target: f64, log: &[Point], now: f64) -> Option<f64> {
    let (first, last) = (log.get(log.len() / 2)?, log.last()?);
    let (before, after) = (first.exploitability?, last.exploitability?);
    let slope = (after / before).ln() / (last.seconds / first.seconds).ln();
    let whole = last.seconds * (target / after).powf(1.0 / slope);
    (slope < 0.0 && whole.is_finite()).then(|| (whole - now).max(0.0))
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::LocalJudge;
    use crate::{Algorithm, Extent, Precision, training};
    use hinterhand_players::games::{self, LoadedGame};
    use hinterhand_solvers::mccfr::Options;

    static KUHN: LazyLock<LoadedGame> =
        LazyLock::new(|| games::load_default("kuhn").expect("a game of the engine"));

    fn kuhn(algorithm: &str) -> Box<dyn Training> {
        kuhn_growing(algorithm, None)
    }

    fn kuhn_growing(algorithm: &str, growing: Option<usize>) -> Box<dyn Training> {
        let algorithm = Algorithm::named(algorithm, 100, Precision::F64, Options::default()).unwrap();
        training(&KUHN, &algorithm, Extent { most_nodes: 1_000, growing, by_oracle: false, judge: None })
            .unwrap()
    }

    fn limits(iterations: u64) -> Limits {
        Limits { iterations: Some(iterations), ..Limits::default() }
    }

    fn without_seconds(outcome: Outcome) -> (About, Vec<Point>) {
        (outcome.about, outcome.log.into_iter().map(|point| Point { seconds: 0.0, ..point }).collect())
    }

    #[test]
    fn resuming_comes_to_the_same_bits() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        let checkpoint = Some(Checkpoint { path: path.clone(), every: Duration::ZERO });
        let never = AtomicBool::new(false);
        let large = Some(1 << 20);
        for (algorithm, growing) in [
            ("dcfr", None),
            ("pcfr+", None),
            ("hs-pcfr+-15", None),
            ("external", None),
            ("outcome", None),
            ("external", large),
            ("outcome", large),
        ] {
            let strategy = |training: &dyn Training, name: &str, about: &About| {
                let path = folder.path().join(name);
                training.write_strategy(&path, about).unwrap();
                std::fs::read(path).unwrap()
            };
            let kuhn = |algorithm| kuhn_growing(algorithm, growing);
            let mut one = kuhn(algorithm);
            let whole = Run::new(&mut *one, limits(100), None).go(&never, |_| ()).unwrap();
            let mut part = kuhn(algorithm);
            Run::new(&mut *part, limits(37), checkpoint.clone()).go(&never, |_| ()).unwrap();
            let mut rest = kuhn(algorithm);
            let mut run = Run::new(&mut *rest, limits(100), checkpoint.clone());
            run.resume(&path).unwrap();
            let resumed = run.go(&never, |_| ()).unwrap();
            assert!(!resumed.stopped);
            let same = strategy(&*one, "one", &whole.about) == strategy(&*rest, "rest", &whole.about);
            assert!(same, "{algorithm}: other bits in the strategy, {growing:?}");
            let (about, mut log) = without_seconds(resumed);
            // The first part was judged at its end, too.
            log.retain(|point| point.iteration != 37);
            let (whole_about, mut whole_log) = without_seconds(whole);
            whole_log.retain(|point| point.iteration != 37);
            assert!(about == whole_about && log == whole_log, "{algorithm}: another strategy or log");
        }
    }

    #[test]
    fn a_checkpoint_of_another_training_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        let checkpoint = Some(Checkpoint { path: path.clone(), every: Duration::ZERO });
        let never = AtomicBool::new(false);
        Run::new(&mut *kuhn("dcfr"), limits(3), checkpoint).go(&never, |_| ()).unwrap();
        let mut other = kuhn("cfr");
        let error = Run::new(&mut *other, limits(3), None).resume(&path).unwrap_err().to_string();
        assert!(error.contains("the algorithm is dcfr there and cfr here"), "{error}");
    }

    #[test]
    fn the_target_ends_training() {
        let never = AtomicBool::new(false);
        let target = Limits { target: Some(1e-3), ..Limits::default() };
        let outcome = Run::new(&mut *kuhn("dcfr"), target, None).go(&never, |_| ()).unwrap();
        assert!(!outcome.stopped && outcome.about.judged.exploitability() <= 1e-3);
        let last_but_one = &outcome.log[outcome.log.len() - 2];
        assert!(last_but_one.exploitability > Some(1e-3));
        let stop = AtomicBool::new(true);
        let outcome = Run::new(&mut *kuhn("dcfr"), target, None).go(&stop, |_| ()).unwrap();
        assert!(outcome.stopped && outcome.about.iterations == 0);
    }

    #[test]
    fn what_nobody_judges_ends_with_its_limit_or_its_memory() {
        let never = AtomicBool::new(false);
        let both = Limits { target: Some(1.0), ..limits(50) };
        let outcome =
            Run::new(&mut *kuhn_growing("external", Some(1 << 20)), both, None).go(&never, |_| ()).unwrap();
        assert!(outcome.log.is_empty() && !outcome.about.judged.is_judged());
        assert_eq!((outcome.about.iterations, outcome.stopped, outcome.over), (50, false, None));
        let outcome =
            Run::new(&mut *kuhn_growing("external", Some(300)), both, None).go(&never, |_| ()).unwrap();
        assert!(!outcome.stopped && outcome.about.iterations < 50);
        assert!(outcome.over.is_some_and(|over| over.contains("more than 300 bytes")));
    }

    /// Kuhn poker is small enough to know the exact figure: the bound stays below it but for chance, falls as
    /// training goes on, and is that of a judge who is asked alone.
    #[test]
    fn lower_bounds_are_noted_where_nothing_is_judged_exactly() {
        let (never, judge) = (AtomicBool::new(false), LocalJudge::USUAL);
        let algorithm = Algorithm::named("external", 100, Precision::F64, Options::default()).unwrap();
        let extent = Extent { most_nodes: 0, growing: Some(1 << 20), by_oracle: false, judge: Some(judge) };
        let mut growing = training(&KUHN, &algorithm, extent).unwrap();
        let outcome = Run::new(&mut *growing, limits(4_096), None).go(&never, |_| ()).unwrap();
        let iterations: Vec<u64> = outcome.log.iter().map(|point| point.iteration).collect();
        assert!(iterations.len() > 8 && iterations.is_sorted() && iterations.last() == Some(&4_096));
        let low =
            |point: &Point| (point.exploitability_low.unwrap(), point.exploitability_low_error.unwrap());
        assert!(outcome.log.iter().all(|point| point.exploitability.is_none() && low(point).1 < 0.05));
        // After one iteration almost nothing is learned; the uniform strategy loses 11 / 24 of a chip.
        let ((early, _), (late, error)) = (low(&outcome.log[0]), low(outcome.log.last().unwrap()));
        assert!(early > 0.2 && late < 0.05 + 4.0 * error, "{early} at first, {late} at last");
        let again = judge.judge(KUHN.rules(), &*growing.strategy()).unwrap();
        assert_eq!((again.mean, again.error), (late, error));
        assert_eq!(judge.check(KUHN.rules()), Ok(()));
        let few = LocalJudge { worlds: 1, ..judge }.check(KUHN.rules()).unwrap_err().to_string();
        assert!(few.ends_with("more than 1 worlds fit what player 0 has seen"), "{few}");
    }

    #[test]
    fn the_time_left_is_guessed_from_the_slope() {
        let point = |seconds: f64| Point {
            iteration: 1,
            seconds,
            exploitability: Some(1.0 / seconds),
            ..Point::default()
        };
        let log = [1.0, 2.0, 4.0, 8.0].map(point);
        let left = seconds_to(1.0 / 32.0, &log, 8.0).unwrap();
        assert!((left - 24.0).abs() < 1e-9, "{left}");
        assert_eq!(seconds_to(0.1, &[], 0.0), None);
    }
}
