//! Plays what is left of a tournament, on all cores.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rayon::ThreadPoolBuildError;

use super::{Course, CourseError, Played, Round};
use crate::workers::{Order, Workers};

/// The outcome of a run.
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

/// The time after which what was played is kept, unless this number of deals comes together before, or this
/// number of bytes.
const PAUSE: Duration = Duration::from_millis(50);
const MOST_DEALS: usize = 8192;
const MOST_BYTES: usize = 4 << 20;

/// The number of deals for each thread that are begun before the first of them is handed on.
const AHEAD: usize = 512;

/// Plays a deal of a pairing from every seating, unless asked to stop.
pub type Play<'a> = &'a (dyn Fn(u64, u32, &AtomicBool) -> Option<Played> + Sync);

/// Plays the remaining deals of `course` on this number of threads. Finished deals are passed to `keep` in
/// batches on the calling thread; when it returns without an error they are final, and `tell` is called with
/// the progress. Once `stop` is set no further action is taken, and unfinished deals are dropped.
///
/// Which deals are kept does not depend on the number of threads, nor do the hands: where a test can end the
/// tournament, they are entered in their order, and deals played beyond the decision are dropped. Otherwise
/// deals are kept as they are finished. A deal stays on its thread, and bots that use several threads run on
/// this one.
pub fn run<E: std::error::Error>(
    course: &mut Course,
    play: Play<'_>,
    threads: usize,
    stop: &AtomicBool,
    mut keep: impl FnMut(&[Played]) -> Result<(), E>,
    mut tell: impl FnMut(&Course),
) -> Result<Ended, RunError<E>> {
    let workers = Workers::new(threads)?;
    while let Some(round) = course.next_round() {
        if stop.load(Ordering::Relaxed) {
            return Ok(Ended::Stopped);
        }
        play_round(course, &round, play, &workers, stop, &mut keep, &mut tell)?;
    }
    Ok(Ended::Over)
}

/// Plays what is left of a round, or until a test is decided.
fn play_round<E: std::error::Error>(
    course: &mut Course,
    round: &Round,
    play: Play<'_>,
    workers: &Workers,
    stop: &AtomicBool,
    keep: &mut impl FnMut(&[Played]) -> Result<(), E>,
    tell: &mut impl FnMut(&Course),
) -> Result<(), RunError<E>> {
    let left = (0..round.len()).filter(course.left_of(round));
    let order = if course.test().is_some() { Order::OfTasks } else { Order::AsFinished };
    let work = |number, stop: &_| {
        let (deal, pairing) = round.nth(number);
        play(deal, pairing, stop)
    };
    let mut batch = Batch::default();
    let mut flush = |batch: &mut Batch| {
        let kept = batch.flush(course, keep)?;
        if kept {
            tell(course);
        }
        Ok(course.is_decided())
    };
    let ended = workers.run(left, order, AHEAD * workers.threads(), stop, work, |played| {
        batch.add(played);
        match batch.is_due().then(|| flush(&mut batch)) {
            None | Some(Ok(false)) => ControlFlow::Continue(()),
            // Deals under way are not needed any more.
            Some(Ok(true)) => ControlFlow::Break(Ok(())),
            Some(Err(error)) => ControlFlow::Break(Err(error)),
        }
    });
    ended.unwrap_or_else(|| flush(&mut batch).map(|_| ()))
}

/// Deals that were played and are not kept yet.
#[derive(Default)]
struct Batch {
    ready: Vec<Played>,
    bytes: usize,
    since: Option<Instant>,
}

impl Batch {
    fn add(&mut self, played: Option<Played>) {
        let Some(played) = played else { return };
        self.since.get_or_insert_with(Instant::now);
        let hands = played.hands.iter();
        self.bytes += hands.map(|hand| hand.actions.len() + hand.decisions.bytes().len()).sum::<usize>();
        self.ready.push(played);
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

    /// Plays on this number of threads from what was kept of another run, and returns all that was kept.
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
            let mut reported = 0;
            let ended = run(&mut course, &play, 2, &stop, keep, |course| reported = course.deals());
            assert!(if fails { ended.is_err() } else { matches!(ended, Ok(Ended::Stopped)) });
            assert_eq!(reported, kept, "what is reported is kept");
            assert!(kept > 100 && kept < course.all_deals());
        }
    }
}
