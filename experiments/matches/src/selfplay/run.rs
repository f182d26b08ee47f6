//! Plays hands on many threads and hands them on in their order, with few of them in memory.

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver, Sender};

use rayon::ThreadPool;

use super::{Hand, HandError};

/// How a run came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All is played.
    Over,
    /// It was asked to stop.
    Stopped,
}

/// Why a run broke off.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each says what it is")]
pub enum RunError<E: std::error::Error> {
    #[error(transparent)]
    Hand(#[from] HandError),
    #[error(transparent)]
    Keep(E),
}

/// Plays the hand of a number, unless told to stop.
pub type Play<'a> = &'a (dyn Fn(u64, &AtomicBool) -> Result<Option<Hand>, HandError> + Sync);

/// So many hands for each thread are begun before the first of them is handed on.
const AHEAD: usize = 8;

/// What came of a hand.
type Played = std::thread::Result<Result<Option<Hand>, HandError>>;

/// Plays these hands, each on one of `pools`, and hands them to `keep` in the order of their numbers, on the calling
/// thread. Once `stop` is set no action is taken any more.
///
/// Each pool must have one thread: a bot that waited for its helpers would meanwhile begin another hand.
pub fn run<E: std::error::Error>(
    hands: Range<u64>,
    play: Play<'_>,
    pools: &[ThreadPool],
    stop: &AtomicBool,
    mut keep: impl FnMut(&Hand) -> Result<(), E>,
) -> Result<Ended, RunError<E>> {
    let (tasks, waiting) = mpsc::channel();
    let waiting = Mutex::new(waiting);
    let (mut next, mut left) = (hands.start, hands.clone());
    left.by_ref()
        .take(AHEAD * pools.len())
        .for_each(|number| tasks.send(number).expect("we hold the other end"));
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for pool in pools {
            let (sender, waiting) = (sender.clone(), &waiting);
            scope.spawn(move || pool.install(|| work(waiting, play, stop, &sender)));
        }
        drop(sender);
        let mut early = BTreeMap::new();
        // When this returns there are no more tasks, and nobody listens: the threads end.
        let tasks = tasks;
        while next < hands.end {
            let (number, played) = receiver.recv().expect("whoever has a hand answers");
            early.insert(number, played);
            while let Some(played) = early.remove(&next) {
                match played {
                    Ok(Ok(Some(hand))) => keep(&hand).map_err(RunError::Keep)?,
                    Ok(Ok(None)) => return Ok(Ended::Stopped),
                    Ok(Err(error)) => return Err(error.into()),
                    Err(panicked) => panic::resume_unwind(panicked),
                }
                next += 1;
                if let Some(number) = left.next() {
                    tasks.send(number).expect("we hold the other end");
                }
            }
        }
        Ok(Ended::Over)
    })
}

/// Plays hands as long as there are any, and somebody listens.
fn work(tasks: &Mutex<Receiver<u64>>, play: Play<'_>, stop: &AtomicBool, sender: &Sender<(u64, Played)>) {
    loop {
        let task = tasks.lock().expect("nobody panics while he waits").recv();
        let Ok(number) = task else { break };
        // A panic is handed on as well, or the others would wait for this hand in vain.
        let played = panic::catch_unwind(AssertUnwindSafe(|| play(number, stop)));
        if sender.send((number, played)).is_err() {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn pools(threads: usize) -> Vec<ThreadPool> {
        let pool = || rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        (0..threads).map(|_| pool()).collect()
    }

    fn hand(number: u64) -> Hand {
        Hand { number, seats: vec![], words: vec![], decisions: vec![], returns: vec![] }
    }

    #[test]
    fn hands_come_in_their_order_and_few_are_ahead() {
        let begun = AtomicU64::new(0);
        let play = |number: u64, _: &AtomicBool| {
            begun.fetch_max(number, Ordering::SeqCst);
            // The first of a few takes longest.
            std::thread::sleep(std::time::Duration::from_micros(50 * (7 - number % 8)));
            Ok(Some(hand(number)))
        };
        for threads in [1, 3] {
            let mut numbers = Vec::new();
            begun.store(0, Ordering::SeqCst);
            let keep = |hand: &Hand| {
                assert!(begun.load(Ordering::SeqCst) < hand.number + (AHEAD * threads) as u64);
                numbers.push(hand.number);
                Ok::<(), Infallible>(())
            };
            let ended = run(5..300, &play, &pools(threads), &AtomicBool::new(false), keep);
            assert_eq!(ended.expect("no errors"), Ended::Over);
            assert!(numbers.into_iter().eq(5..300));
        }
    }

    #[test]
    fn it_ends_with_a_stop_or_an_error() {
        let stop = AtomicBool::new(false);
        let play = |number: u64, stop: &AtomicBool| Ok((!stop.load(Ordering::SeqCst)).then(|| hand(number)));
        let mut kept = 0;
        let keep = |_: &Hand| {
            kept += 1;
            stop.fetch_or(kept == 3, Ordering::SeqCst);
            Ok::<(), Infallible>(())
        };
        let ended = run(0..1_000_000_000, &play, &pools(2), &stop, keep).expect("no errors");
        assert_eq!(ended, Ended::Stopped);
        assert!(kept >= 3);
        let full = |hand: &Hand| {
            if hand.number == 7 { Err(std::io::Error::from(std::io::ErrorKind::StorageFull)) } else { Ok(()) }
        };
        let never = AtomicBool::new(false);
        assert!(matches!(run(0..1_000_000_000, &play, &pools(2), &never, full), Err(RunError::Keep(_))));
    }

    #[test]
    #[should_panic(expected = "a bot without manners")]
    fn a_panic_ends_the_run() {
        let play = |number: u64, _: &AtomicBool| {
            assert!(number != 20, "a bot without manners");
            Ok(Some(hand(number)))
        };
        let keep = |_: &Hand| Ok::<(), Infallible>(());
        let _ = run(0..1_000_000_000, &play, &pools(2), &AtomicBool::new(false), keep);
    }
}
