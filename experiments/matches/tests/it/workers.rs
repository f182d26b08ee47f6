//! Threads that work through numbered tasks, and the one loop that hands out the tasks and hands on the
//! results.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hinterhand_matches::workers::{Order, Workers};

/// The squares of the even numbers below 600, of which every fourth takes long; none of `missing`.
fn squares(threads: usize, order: Order, missing: u64) -> Vec<u64> {
    let mut squares = Vec::new();
    let square = |number: u64, _: &AtomicBool| {
        std::thread::sleep(Duration::from_micros(if number.is_multiple_of(8) { 200 } else { 0 }));
        (number != missing).then_some(number * number)
    };
    let take = |square: Option<u64>| {
        squares.extend(square);
        ControlFlow::<()>::Continue(())
    };
    let even = (0u64..600).filter(|number| number.is_multiple_of(2));
    let workers = Workers::new(threads).expect("a few threads");
    let never = AtomicBool::new(false);
    assert_eq!(workers.run(even, order, 7, &never, square, take), None);
    squares
}

#[test]
fn every_result_is_handed_on_once() {
    for threads in [1, 3] {
        let all = squares(threads, Order::OfTasks, 601);
        assert!(all.iter().copied().eq((0..300).map(|number| 4 * number * number)));
        let mut sorted = squares(threads, Order::AsFinished, 601);
        sorted.sort_unstable();
        assert_eq!(sorted, all);
    }
}

#[test]
fn a_missing_result_ends_the_work() {
    for threads in [1, 3] {
        let before = squares(threads, Order::OfTasks, 100);
        assert!(before.iter().copied().eq((0..50).map(|number| 4 * number * number)));
    }
}

#[test]
fn a_stop_and_a_break_end_endless_work() {
    let workers = Workers::new(2).expect("two threads");
    let stop = AtomicBool::new(false);
    let work = |number, halt: &AtomicBool| (!halt.load(Ordering::Relaxed)).then_some(number);
    let take = |_| {
        stop.store(true, Ordering::Relaxed);
        ControlFlow::<()>::Continue(())
    };
    assert_eq!(workers.run(0.., Order::AsFinished, 10, &stop, work, take), None);
    let never = AtomicBool::new(false);
    let seven = |number| if number == Some(7) { ControlFlow::Break(7) } else { ControlFlow::Continue(()) };
    assert_eq!(workers.run(0.., Order::OfTasks, 10, &never, work, seven), Some(7));
}
