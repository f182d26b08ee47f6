//! How much sooner work is done on several threads: measured as far as the machine has cores, and beyond that calculated.
//!
//! Amdahl, "Validity of the single processor approach to achieving large scale computing capabilities" (1967): if a share
//! `s` of the work cannot be divided, `n` threads take `s + (1 - s) / n` of the time of one. The share follows from the
//! time on the most threads that are measured. What the law leaves out makes more threads slower than it says: cores that
//! wait for the same memory, and pieces of work that cannot be dealt out evenly among so many.

use std::num::{NonZeroU32, NonZeroU64};
use std::time::Instant;

use anyhow::{Context as _, bail};
use hinterhand_engine::{Contest, ContestRules, Player, Rng, Settings, Turn, View};
use hinterhand_matches::duel::{self, Pairing};
use hinterhand_matches::ratings::Moments;
use hinterhand_players::bots::{Bot, Contender};
use hinterhand_players::games::{GameVisitor, Playable};
use hinterhand_solvers::mccfr::Options;
use hinterhand_training::{self as training, Algorithm, Extent, Precision};
use rayon::ThreadPoolBuilder;
use serde::Deserialize;

use crate::{Desk, Measure, Outcome, Ruled};

/// What is done on one thread and on several, in turn.
///
/// The measures: `seconds on 1 thread`; the `speed-up on n threads` for 2, 4 and so on up to the cores of the machine; the
/// `share that is not divided`, in per cent; and, for more threads than that, the `calculated speed-up on n threads`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Threads {
    task: Task,
    /// How much of it is done: deals, iterations or decisions.
    amount: NonZeroU64,
    /// How often, on each number of threads.
    rounds: NonZeroU32,
}

/// What is done.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case", deny_unknown_fields)]
enum Task {
    /// Deals are played, each from every seat.
    Duel { game: Ruled, first: String, second: String },
    /// A strategy is trained.
    Training {
        game: Ruled,
        algorithm: String,
        #[serde(default = "one")]
        batch: NonZeroU32,
    },
    /// A bot is asked for the first decision of a deal.
    Search { game: Ruled, bot: String },
}

fn one() -> NonZeroU32 {
    NonZeroU32::MIN
}

/// It is calculated up to so many threads.
const MOST: usize = 64;

/// No game that is trained has more nodes.
const MOST_NODES: usize = 50_000_000;

impl Threads {
    /// Measures.
    pub fn run(&self, desk: &Desk<'_>) -> anyhow::Result<Option<Outcome>> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let counts: Vec<usize> =
            (0..).map(|power| 1 << power).take_while(|&count| count <= cores.max(2)).collect();
        let mut seconds: Vec<Vec<f64>> = Vec::new();
        for _ in 0..self.rounds.get() {
            let mut round = Vec::new();
            for &threads in &counts {
                match self.seconds(threads, desk)? {
                    Some(seconds) => round.push(seconds),
                    None => return Ok(None),
                }
            }
            seconds.push(round);
        }
        Ok(Some(outcome(&counts, &seconds)))
    }

    /// The seconds that it takes on so many threads; nothing if it is stopped.
    fn seconds(&self, threads: usize, desk: &Desk<'_>) -> anyhow::Result<Option<f64>> {
        let timing = Timing { work: self, threads, desk };
        let game = match &self.task {
            Task::Duel { game, .. } | Task::Training { game, .. } | Task::Search { game, .. } => game,
        };
        Ok(game.visit(timing)??.filter(|_| !desk.is_stopped()))
    }
}

/// What follows from the seconds of each round on each number of threads.
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

/// A function that falls or rises throughout, of a figure and of the ends of its interval.
fn through(measure: &Measure, function: impl Fn(f64) -> f64) -> Measure {
    let interval_95 = measure.interval_95.map(|bounds| {
        let [one, other] = bounds.map(&function);
        [one.min(other), one.max(other)]
    });
    Measure { value: function(measure.value), interval_95, ..*measure }
}

/// The share that is not divided if so many threads are so many times as fast.
fn serial_share(threads: usize, speed_up: f64) -> f64 {
    let threads = threads as f64;
    ((threads / speed_up - 1.0) / (threads - 1.0)).clamp(0.0, 1.0)
}

/// How many times as fast so many threads are if this share is not divided.
fn amdahl(share: f64, threads: usize) -> f64 {
    1.0 / (share + (1.0 - share) / threads as f64)
}

/// One measurement.
struct Timing<'a> {
    work: &'a Threads,
    threads: usize,
    desk: &'a Desk<'a>,
}

impl GameVisitor for Timing<'_> {
    type Output = anyhow::Result<Option<f64>>;

    fn visit<G: Playable>(self, game: G, settings: &Settings) -> Self::Output {
        let pool =
            ThreadPoolBuilder::new().num_threads(self.threads).build().context("cannot start a thread")?;
        pool.install(|| match &self.work.task {
            Task::Duel { first, second, .. } => self.duel(&game, settings, [first, second]),
            Task::Training { algorithm, batch, .. } => self.training(&game, settings, algorithm, *batch),
            Task::Search { bot, .. } => self.search(&game, settings, bot),
        })
    }
}

impl Timing<'_> {
    /// The seconds that deals take.
    fn duel<G: Playable>(
        &self,
        game: &G,
        settings: &Settings,
        [first, second]: [&str; 2],
    ) -> anyhow::Result<Option<f64>> {
        let [first, second] = [Bot::open(first.parse()?)?, Bot::open(second.parse()?)?];
        let bots = [&Contender::new(&first, game, settings)?, &Contender::new(&second, game, settings)?];
        let pairing = Pairing { game, bots, exact: None, seed: self.desk.seed };
        let began = Instant::now();
        duel::run(&pairing, self.work.amount.get(), self.threads, self.desk.stop, |_| ())
            .context("cannot start a thread")?;
        Ok(Some(began.elapsed().as_secs_f64()))
    }

    /// The seconds that iterations take.
    fn training<G: Playable>(
        &self,
        game: &G,
        settings: &Settings,
        algorithm: &str,
        batch: NonZeroU32,
    ) -> anyhow::Result<Option<f64>> {
        let options = Options { batch: batch.get(), seed: self.desk.seed, ..Options::default() };
        let planned = u32::try_from(self.work.amount.get()).unwrap_or(u32::MAX);
        let algorithm = Algorithm::named(algorithm, planned, Precision::F32, options)?;
        let extent = Extent { most_nodes: MOST_NODES, growing: None };
        let mut training = training::training(game, settings, &algorithm, extent)?;
        let began = Instant::now();
        while training.iterations() < self.work.amount.get() {
            if self.desk.is_stopped() {
                return Ok(None);
            }
            training.step();
        }
        Ok(Some(began.elapsed().as_secs_f64()))
    }

    /// The seconds that a bot thinks about first decisions.
    fn search<G: Playable>(&self, game: &G, settings: &Settings, bot: &str) -> anyhow::Result<Option<f64>> {
        let bot = Bot::open(bot.parse()?)?;
        let bot = bot.for_game(game, settings)?;
        let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
        let mut seconds = 0.0;
        for decision in 0..self.work.amount.get() {
            if self.desk.is_stopped() {
                return Ok(None);
            }
            let mut rng = Rng::new(self.desk.seed, decision);
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
            seat.counsel(&View { contest: &contest, info_set: &info_set, legal: &legal }, &mut rng);
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
        // Twice 10 seconds, of which 4 cannot be divided: 7 seconds on two threads.
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
                work.run(&Desk::new(1, &stop)).expect("it can be done")
            };
            let found = run(false).expect("not stopped");
            assert!(found.measures["seconds on 1 thread"].value > 0.0, "{task}");
            assert!(run(true).is_none(), "{task}");
        }
    }
}
