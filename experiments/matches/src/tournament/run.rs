//! Plays what is left of a tournament, on all cores.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::{Course, CourseError, Played, Round};

/// How a run came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All is played, or a test is decided.
    Over,
    /// It was asked to stop.
    Stopped,
}

/// Why a run broke off.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum RunError<E: std::error::Error> {
    #[error("cannot start the threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    #[error(transparent)]
    Course(#[from] CourseError),
    #[error(transparent)]
    Keep(E),
}

/// What was played is kept after so long, or when so many deals have come together, or so many bytes.
const PAUSE: Duration = Duration::from_millis(50);
const MOST_DEALS: usize = 8192;
const MOST_BYTES: usize = 4 << 20;

/// So many deals may wait to be kept before the players have to.
const WAITING: usize = 512;

/// Plays a deal of a pairing from every seating, unless told to stop.
pub type Play<'a> = &'a (dyn Fn(u64, u32, &AtomicBool) -> Option<Played> + Sync);

/// Plays all that is left of `course` on so many threads. What was played is handed to `keep`, some deals at a time and
/// on the calling thread; when it returns without an error they count as played for good, and `tell` is shown how far
/// the tournament has come. Once `stop` is set no action is taken any more, and deals under way are given up.
///
/// Which deals are kept does not depend on the number of threads, nor do the hands: where a test can end the tournament,
/// they are entered in their order, and what was played beyond the decision is given up. Otherwise deals are kept as
/// they are finished. A deal stays on its thread, and bots that would think on several threads think on this one.
pub fn run<E: std::error::Error>(
    course: &mut Course,
    play: Play<'_>,
    threads: usize,
    stop: &AtomicBool,
    mut keep: impl FnMut(&[Played]) -> Result<(), E>,
    mut tell: impl FnMut(&Course),
) -> Result<Ended, RunError<E>> {
    // A pool of one thread for each: a bot that waited for its helpers would meanwhile begin another deal.
    let pool = || ThreadPoolBuilder::new().num_threads(1).build();
    let pools: Vec<ThreadPool> = (0..threads).map(|_| pool()).collect::<Result<_, _>>()?;
    while let Some(round) = course.next_round() {
        if stop.load(Ordering::Relaxed) {
            return Ok(Ended::Stopped);
        }
        play_round(course, &round, play, &pools, stop, &mut keep, &mut tell)?;
    }
    Ok(Ended::Over)
}

/// Plays what is left of a round, or until a test is decided.
fn play_round<E: std::error::Error>(
    course: &mut Course,
    round: &Round,
    play: Play<'_>,
    pools: &[ThreadPool],
    stop: &AtomicBool,
    keep: &mut impl FnMut(&[Played]) -> Result<(), E>,
    tell: &mut impl FnMut(&Course),
) -> Result<(), RunError<E>> {
    let left = course.left_of(round);
    let (next, halt) = (AtomicU64::new(0), AtomicBool::new(false));
    let work = |sender: &SyncSender<(u64, Played)>| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= round.len() {
                break;
            }
            if !left(number) {
                continue;
            }
            let (deal, pairing) = round.nth(number);
            let Some(played) = play(deal, pairing, &halt) else { break };
            if sender.send((number, played)).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(WAITING);
        for pool in pools {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || pool.install(|| work(&sender)));
        }
        drop(sender);
        let order = course.test().is_some().then(|| (0..round.len()).filter(|&number| left(number)));
        let mut batch = Batch::new(order);
        let done = loop {
            let received = receiver.recv_timeout(batch.wait());
            let over = matches!(received, Err(RecvTimeoutError::Disconnected));
            if let Ok((number, played)) = received {
                batch.add(number, played);
            }
            if stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
            if over || batch.is_due() {
                match batch.flush(course, keep) {
                    Ok(true) => tell(course),
                    Ok(false) => {}
                    Err(error) => break Err(error),
                }
            }
            if over || course.is_decided() {
                break Ok(());
            }
        };
        // Whoever still plays plays for nothing, and finds nobody who listens.
        halt.store(true, Ordering::Relaxed);
        done
    })
}

/// Deals that were played and are not kept yet.
struct Batch<I: Iterator<Item = u64>> {
    /// The numbers of the deals in the order in which they must be entered, if that matters.
    order: Option<std::iter::Peekable<I>>,
    /// Those before which others must be entered.
    early: BTreeMap<u64, Played>,
    ready: Vec<Played>,
    bytes: usize,
    since: Option<Instant>,
}

impl<I: Iterator<Item = u64>> Batch<I> {
    fn new(order: Option<I>) -> Batch<I> {
        let order = order.map(Iterator::peekable);
        Batch { order, early: BTreeMap::new(), ready: Vec::new(), bytes: 0, since: None }
    }

    fn add(&mut self, number: u64, played: Played) {
        let Some(order) = &mut self.order else { return self.push(played) };
        self.early.insert(number, played);
        let mut next = Vec::new();
        while let Some(played) = order.peek().and_then(|number| self.early.remove(number)) {
            order.next();
            next.push(played);
        }
        next.into_iter().for_each(|played| self.push(played));
    }

    fn push(&mut self, played: Played) {
        self.since.get_or_insert_with(Instant::now);
        let hands = played.hands.iter();
        self.bytes += hands.map(|hand| hand.actions.len() + hand.decisions.bytes().len()).sum::<usize>();
        self.ready.push(played);
    }

    /// How long to wait for more.
    fn wait(&self) -> Duration {
        self.since.map_or(PAUSE, |since| PAUSE.saturating_sub(since.elapsed()))
    }

    fn is_due(&self) -> bool {
        let full = self.ready.len() >= MOST_DEALS || self.bytes >= MOST_BYTES;
        full || self.since.is_some_and(|since| since.elapsed() >= PAUSE)
    }

    /// Has what is ready kept, and enters it; false if there was nothing.
    fn flush<E: std::error::Error>(
        &mut self,
        course: &mut Course,
        keep: &mut impl FnMut(&[Played]) -> Result<(), E>,
    ) -> Result<bool, RunError<E>> {
        let (mut entered, mut wrong) = (0, Ok(()));
        for played in &self.ready {
            // A test that is decided needs no more deals.
            if course.is_decided() {
                break;
            }
            wrong = course.enter(played.deal, played.pairing, &played.payoffs);
            if wrong.is_err() {
                break;
            }
            entered += 1;
        }
        if entered > 0 {
            keep(&self.ready[..entered]).map_err(RunError::Keep)?;
        }
        wrong?;
        self.ready.clear();
        (self.bytes, self.since) = (0, None);
        Ok(entered > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::tests::plan;
    use super::super::{Payoffs, Plan, Schedule};
    use super::*;
    use crate::ratings::Verdict;
    use std::convert::Infallible;

    /// Plays deals whose payoffs follow from their number, the later ones of a few sooner.
    fn play(deal: u64, pairing: u32, stop: &AtomicBool) -> Option<Played> {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        std::thread::sleep(Duration::from_micros(300 * (3 - deal % 4)));
        let won = if (deal + u64::from(pairing)) % 5 < 3 { 1.0 } else { -1.0 };
        let payoffs = Payoffs::new(vec![vec![won, -won], vec![won, -won]]);
        Some(Played { deal, pairing, payoffs, hands: Vec::new() })
    }

    /// Plays with so many threads from what was kept of another run, and returns all that was kept.
    fn kept(plan: &Plan, before: &[Played], threads: usize) -> (Course, Vec<Played>) {
        let mut course = Course::new(plan.clone(), 2);
        let mut all = before.to_vec();
        all.sort_by_key(|played| (played.deal, played.pairing));
        for played in &all {
            course.enter(played.deal, played.pairing, &played.payoffs).expect("as it was played");
        }
        let keep = |played: &[Played]| {
            all.extend_from_slice(played);
            Ok::<(), Infallible>(())
        };
        let ended =
            run(&mut course, &play, threads, &AtomicBool::new(false), keep, |_| ()).expect("no errors");
        assert_eq!(ended, Ended::Over);
        (course, all)
    }

    fn sorted(mut played: Vec<Played>) -> Vec<Played> {
        played.sort_by_key(|played| (played.deal, played.pairing));
        played
    }

    fn plans() -> [Plan; 3] {
        let four = plan("kuhn", &["a", "b", "c", "d"]);
        let swiss = Plan { schedule: Schedule::Swiss, rounds: 3, deals: 4, ..four.clone() };
        let (elo0, elo1, alpha, beta) = (0.0, 100.0, 0.1, 0.1);
        let schedule = Schedule::Sprt { elo0, elo1, alpha, beta, normal: false, points: None };
        let sprt = Plan { schedule, rounds: 2000, ..plan("kuhn", &["a", "b"]) };
        [four, swiss, sprt]
    }

    #[test]
    fn the_same_is_kept_on_any_number_of_threads() {
        for plan in plans() {
            let (course, one) = kept(&plan, &[], 1);
            for threads in [2, 8] {
                let (other, all) = kept(&plan, &[], threads);
                assert_eq!(sorted(all), sorted(one.clone()));
                assert_eq!((other.tally(), other.test()), (course.tally(), course.test()));
            }
            match course.test() {
                Some(test) => {
                    assert_eq!((test.verdict(), test.deals()), (Verdict::Passed, one.len() as u64));
                    assert!((one.len() as u64) < course.all_deals());
                    assert!(one.is_sorted_by_key(|played| played.deal));
                }
                None => assert_eq!(one.len() as u64, course.all_deals()),
            }
        }
    }

    #[test]
    fn what_is_kept_is_not_played_again() {
        for plan in plans() {
            let (course, whole) = kept(&plan, &[], 2);
            for part in [1, 2, whole.len() / 2, whole.len() - 1, whole.len()] {
                let (resumed, all) = kept(&plan, &whole[..part], 2);
                assert_eq!(all.len(), whole.len());
                assert_eq!(sorted(all), sorted(whole.clone()));
                assert_eq!((resumed.tally(), resumed.test()), (course.tally(), course.test()));
            }
        }
    }

    #[test]
    fn a_stop_and_an_error_lose_nothing_that_was_kept() {
        let long = Plan { rounds: 100_000, ..plan("kuhn", &["a", "b", "c"]) };
        for fails in [false, true] {
            let mut course = Course::new(long.clone(), 2);
            let stop = AtomicBool::new(false);
            let mut kept = 0;
            let keep = |played: &[Played]| {
                if kept > 100 && fails {
                    return Err(std::fmt::Error);
                }
                kept += played.len() as u64;
                stop.store(kept > 100 && !fails, Ordering::Relaxed);
                Ok(())
            };
            let mut told = 0;
            let ended = run(&mut course, &play, 2, &stop, keep, |course| told = course.deals());
            assert!(if fails { ended.is_err() } else { matches!(ended, Ok(Ended::Stopped)) });
            assert_eq!(told, kept, "what is told is kept");
            assert!(kept > 100 && kept < course.all_deals());
        }
    }
}
