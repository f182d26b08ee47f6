//! The speed-up by threads: measured up to the number of cores, and calculated beyond that.
//!
//! Amdahl, "Validity of the single processor approach to achieving large scale computing capabilities"
//! (1967): if a share `s` of the work cannot be divided, `n` threads take `s + (1 - s) / n` of the time of
//! one. The share is computed from the time on the largest measured number of threads. Many threads are
//! slower than the law predicts, since it ignores cores that wait for the same memory, and work that cannot
//! be divided evenly.

use std::num::{NonZeroU32, NonZeroU64};
use std::time::Instant;

use anyhow::{Context as _, bail};
use hinterhand_engine::{Contest, ContestRules, Game as _, Player, Rng, Turn, View};
use hinterhand_matches::duel::{self, Pairing};
use hinterhand_matches::ratings::Moments;
use hinterhand_players::bots::Bot;
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::mccfr::Options;
use hinterhand_training::{self as training, Algorithm, Extent, Precision};
use rayon::ThreadPoolBuilder;
use serde::Deserialize;

use crate::{GameSpec, Measure, Outcome, WorkContext};

/// A task that is done on one thread and on several, in turn.
///
/// The measures: `seconds on 1 thread`; the `speed-up on n threads` for 2, 4 and so on up to the cores of the
/// machine; the `share that is not divided`, in per cent; and, for more threads than that, the `calculated
/// speed-up on n threads`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Threads {
    task: Task,
    /// The amount of it: the number of deals, iterations or decisions.
    amount: NonZeroU64,
    /// The number of measurements on each number of threads.
    rounds: NonZeroU32,
}

/// A task.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case", deny_unknown_fields)]
enum Task {
    /// Playing deals, each from every seat.
    Duel { game: GameSpec, first: String, second: String },
    /// Training a strategy.
    Training {
        game: GameSpec,
        algorithm: String,
        #[serde(default = "one")]
        batch: NonZeroU32,
    },
    /// Asking a bot for the first decision of a deal.
    Search { game: GameSpec, bot: String },
}

fn one() -> NonZeroU32 {
    NonZeroU32::MIN
}

/// The maximum number of threads for which the speed-up is calculated.
const MOST: usize = 64;

impl Threads {
    /// Measures; `None` if stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let counts: Vec<usize> =
            (0..).map(|power| 1 << power).take_while(|&count| count <= cores.max(2)).collect();
        let mut seconds: Vec<Vec<f64>> = Vec::new();
        for _ in 0..self.rounds.get() {
            let mut round = Vec::new();
            for &threads in &counts {
                match self.seconds(threads, context)? {
                    Some(seconds) => round.push(seconds),
                    None => return Ok(None),
                }
            }
            seconds.push(round);
        }
        Ok(Some(outcome(&counts, &seconds)))
    }

    /// The seconds of the task on this number of threads; `None` if stopped.
    fn seconds(&self, threads: usize, context: &WorkContext<'_>) -> anyhow::Result<Option<f64>> {
        let game = match &self.task {
            Task::Duel { game, .. } | Task::Training { game, .. } | Task::Search { game, .. } => game,
        };
        let timing = Timing { game: &game.load()?, work: self, threads, context };
        Ok(timing.seconds()?.filter(|_| !context.is_stopped()))
    }
}

/// The outcome of the seconds of each round on each number of threads.
fn outcome(counts: &[usize], seconds: &[Vec<f64>]) -> Outcome {
    let over = |figure: &dyn Fn(&[f64]) -> f64| {
        let mut moments = Moments::default();
        seconds.iter().for_each(|round| moments.add(figure(round)));
        Measure::estimated(moments.mean().expect("there is a round"), moments.student(0.95))
    };
    let mut outcome = Outcome::default().measure("seconds on 1 thread", over(&|round| round[0]));
    let mut curve = vec![[1.0, 1.0]];
    let mut last = Measure::exact(1.0);
    for (place, &count) in counts.iter().enumerate().skip(1) {
        last = over(&|round| round[0] / round[place]);
        outcome = outcome.measure(format!("speed-up on {count} threads"), last);
        curve.push([count as f64, last.value]);
    }
    let most = *counts.last().expect("one thread at least");
    let share = through(&last, |speed_up| serial_share(most, speed_up));
    outcome = outcome.measure("share that is not divided", share.times(100.0));
    let beyond = (1..).map(|doubled| most << doubled).take_while(|&count| count <= MOST);
    for count in beyond {
        let calculated = through(&share, |share| amdahl(share, count));
        outcome = outcome.measure(format!("calculated speed-up on {count} threads"), calculated);
        curve.push([count as f64, calculated.value]);
    }
    outcome.curve("speed-up", curve)
}

/// Applies a monotone function to a figure and to the ends of its interval.
fn through(measure: &Measure, function: impl Fn(f64) -> f64) -> Measure {
    let interval_95 = measure.interval_95.map(|bounds| {
        let [one, other] = bounds.map(&function);
        [one.min(other), one.max(other)]
    });
    Measure { value: function(measure.value), interval_95, ..*measure }
}

/// The share that is not divided if this number of threads has this speed-up.
fn serial_share(threads: usize, speed_up: f64) -> f64 {
    let threads = threads as f64;
    ((threads / speed_up - 1.0) / (threads - 1.0)).clamp(0.0, 1.0)
}

/// The speed-up by this number of threads if this share is not divided.
fn amdahl(share: f64, threads: usize) -> f64 {
    1.0 / (share + (1.0 - share) / threads as f64)
}

/// One measurement.
struct Timing<'a> {
    game: &'a LoadedGame,
    work: &'a Threads,
    threads: usize,
    context: &'a WorkContext<'a>,
}

impl Timing<'_> {
    fn seconds(&self) -> anyhow::Result<Option<f64>> {
        let pool =
            ThreadPoolBuilder::new().num_threads(self.threads).build().context("cannot start a thread")?;
        pool.install(|| match &self.work.task {
            Task::Duel { first, second, .. } => self.duel([first, second]),
            Task::Training { algorithm, batch, .. } => self.training(algorithm, *batch),
            Task::Search { bot, .. } => self.search(bot),
        })
    }

    /// The seconds that deals take.
    fn duel(&self, [first, second]: [&str; 2]) -> anyhow::Result<Option<f64>> {
        let [first, second] = [Bot::open(first.parse()?)?, Bot::open(second.parse()?)?];
        let bots = [&first.for_referee(self.game)?, &second.for_referee(self.game)?];
        let pairing = Pairing { game: self.game, bots, exact: None, seed: self.context.seed };
        let began = Instant::now();
        duel::run(&pairing, self.work.amount.get(), self.threads, self.context.stop, |_| ())
            .context("cannot start a thread")?;
        Ok(Some(began.elapsed().as_secs_f64()))
    }

    /// The seconds that iterations take.
    fn training(&self, algorithm: &str, batch: NonZeroU32) -> anyhow::Result<Option<f64>> {
        let options = Options { batch: batch.get(), seed: self.context.seed, ..Options::default() };
        let planned = u32::try_from(self.work.amount.get()).unwrap_or(u32::MAX);
        let algorithm = Algorithm::named(algorithm, planned, Precision::F32, options)?;
        let extent = Extent::usual(self.game, &algorithm);
        let mut training = training::training(self.game, &algorithm, extent)?;
        let began = Instant::now();
        while training.iterations() < self.work.amount.get() {
            if self.context.is_stopped() {
                return Ok(None);
            }
            training.step();
        }
        Ok(Some(began.elapsed().as_secs_f64()))
    }

    /// The thinking time of a bot for first decisions, in seconds.
    fn search(&self, bot: &str) -> anyhow::Result<Option<f64>> {
        let (game, bot) = (self.game, Bot::open(bot.parse()?)?);
        let bot = bot.for_game(game)?;
        let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
        let mut seconds = 0.0;
        for decision in 0..self.work.amount.get() {
            if self.context.is_stopped() {
                return Ok(None);
            }
            let mut rng = Rng::new(self.context.seed, decision);
            let mut state = game.start();
            let player = loop {
                match game.turn(&state) {
                    Turn::Chance => game.deal(&mut state, &mut rng),
                    Turn::Player(player) => break player,
                    Turn::Over => bail!("there is nothing to decide in this game"),
                }
            };
            let (info_set, legal) = (game.info_set(&state, player), game.legal(&state));
            let mut seat = bot.sit();
            let began = Instant::now();
            seat.action_values(&View { contest: &contest, info_set: &info_set, legal: &legal }, &mut rng);
            seconds += began.elapsed().as_secs_f64();
        }
        Ok(Some(seconds))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn the_law_goes_through_what_was_measured() {
        // 10 seconds, of which 4 cannot be divided: 7 seconds on two threads; measured twice.
        let found = outcome(&[1, 2], &[vec![10.0, 7.0], vec![10.0, 7.0]]);
        let measure = |name: &str| found.measures[name].value;
        assert!((measure("share that is not divided") - 40.0).abs() < 1e-9);
        assert!((measure("speed-up on 2 threads") - 10.0 / 7.0).abs() < 1e-12);
        assert!((measure("calculated speed-up on 4 threads") - 10.0 / 5.5).abs() < 1e-12);
        assert_eq!(found.curves["speed-up"].last().map(|point| point[0]), Some(64.0));
    }

    #[test]
    fn what_is_faster_than_the_law_allows_has_no_share_below_none() {
        assert_eq!(serial_share(2, 2.1), 0.0);
        assert_eq!(serial_share(2, 0.5), 1.0);
        assert_eq!([1, 2, 64].map(|threads| amdahl(0.0, threads)), [1.0, 2.0, 64.0]);
        assert_eq!(amdahl(1.0, 64), 1.0);
    }

    #[test]
    fn every_task_can_be_measured_and_left() {
        for task in [
            "{ what = 'duel', game = 'kuhn', first = 'random', second = 'random' }",
            "{ what = 'training', game = 'leduc merged', algorithm = 'external', batch = 16 }",
            "{ what = 'search', game = 'leduc', bot = 'ismcts:iterations=20,trees=2' }",
        ] {
            let work: Threads =
                toml::from_str(&format!("task = {task}\namount = 3\nrounds = 2")).expect("work");
            let run = |stop: bool| {
                let stop = AtomicBool::new(stop);
                work.run(&WorkContext::new(1, &stop)).expect("it can be done")
            };
            let found = run(false).expect("not stopped");
            assert!(found.measures["seconds on 1 thread"].value > 0.0, "{task}");
            assert!(run(true).is_none(), "{task}");
        }
    }
}
