//! Plays hands on many threads and hands them on in their order, with few of them in memory.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use super::{Hand, HandError};
use crate::workers::{Order, Workers};

/// The outcome of a run.
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

/// Plays the hand of a number, unless asked to stop.
pub type Play<'a> = &'a (dyn Fn(u64, &AtomicBool) -> Result<Option<Hand>, HandError> + Sync);

/// The number of hands for each thread that are begun before the first of them is handed on.
const AHEAD: usize = 8;

/// Plays these hands and hands them to `keep` in the order of their numbers, on the calling thread. Once
/// `stop` is set no action is taken any more.
pub fn run<E: std::error::Error>(
    hands: Range<u64>,
    play: Play<'_>,
    workers: &Workers,
    stop: &AtomicBool,
    mut keep: impl FnMut(&Hand) -> Result<(), E>,
) -> Result<Ended, RunError<E>> {
    let mut left = hands.end.saturating_sub(hands.start);
    let work = |number, stop: &_| play(number, stop).transpose();
    let broken = workers.run(hands, Order::OfTasks, AHEAD * workers.threads(), stop, work, |played| {
        let kept = match played {
            None => return ControlFlow::Continue(()),
            Some(Ok(hand)) => keep(&hand).map_err(RunError::Keep),
            Some(Err(error)) => Err(error.into()),
        };
        left -= 1;
        kept.map_or_else(ControlFlow::Break, ControlFlow::Continue)
    });
    match broken {
        Some(error) => Err(error),
        None if left > 0 => Ok(Ended::Stopped),
        None => Ok(Ended::Over),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn workers(threads: usize) -> Workers {
        Workers::new(threads).expect("a few threads")
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
            let ended = run(5..300, &play, &workers(threads), &AtomicBool::new(false), keep);
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
        let ended = run(0..1_000_000_000, &play, &workers(2), &stop, keep).expect("no errors");
        assert_eq!(ended, Ended::Stopped);
        assert!(kept >= 3);
        let full = |hand: &Hand| {
            if hand.number == 7 { Err(std::io::Error::from(std::io::ErrorKind::StorageFull)) } else { Ok(()) }
        };
        let never = AtomicBool::new(false);
        assert!(matches!(run(0..1_000_000_000, &play, &workers(2), &never, full), Err(RunError::Keep(_))));
    }

    #[test]
    #[should_panic(expected = "a bot without manners")]
    fn a_panic_ends_the_run() {
        let play = |number: u64, _: &AtomicBool| {
            assert!(number != 20, "a bot without manners");
            Ok(Some(hand(number)))
        };
        let keep = |_: &Hand| Ok::<(), Infallible>(());
        let _ = run(0..1_000_000_000, &play, &workers(2), &AtomicBool::new(false), keep);
    }
}
