//! Work on the threads of the current pool, with results in order.
//!
//! What is done is handed in as an object, so that the code of the thread pool is compiled once, and not once
//! for each loop. Results do not depend on the number of threads.

use std::cell::Cell;

/// Parts for each thread: threads that are done early take from those that are not.
const PARTS: usize = 8;

type Task<'t> = Box<dyn FnOnce() + Send + 't>;

thread_local! {
    /// Whether this thread hands nothing out to others.
    static HERE: Cell<bool> = const { Cell::new(false) };
}

/// Does `work` on this thread, with all parts of it: what a pool of one thread would do, without the way there and
/// back.
pub fn on_this_thread<T>(work: impl FnOnce() -> T) -> T {
    /// Sets back what was the case before, also if the work panics.
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            HERE.set(self.0);
        }
    }
    let _before = Before(HERE.replace(true));
    work()
}

/// The number of threads that work is handed out to.
fn threads() -> usize {
    if HERE.get() { 1 } else { rayon::current_num_threads() }
}

/// Calls `work` for each item with its place.
pub fn for_each<T: Send>(items: &mut [T], work: &(dyn Fn(usize, &mut T) + Sync)) {
    for_parts(1, items, &|first, items| {
        items.iter_mut().enumerate().for_each(|(n, item)| work(first + n, item));
    });
}

/// Calls `work` for each item, which is handed out alone: for items that differ much in their work.
pub fn for_each_alone<T: Send>(items: &mut [T], work: &(dyn Fn(&mut T) + Sync)) {
    for_parts_of(1, items, &|_, items| items.iter_mut().for_each(work));
}

/// Returns the results of `work` for 0, 1, ... `count` - 1, in this order.
pub fn map<T: Send>(count: usize, work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    map_with(count, &|| (), &|(), n| work(n))
}

/// Returns the results of `work` for 0, 1, ... `count` - 1, in this order. `work` gets a helper that `init`
/// makes once for each part.
pub fn map_with<T: Send, H>(
    count: usize,
    init: &(dyn Fn() -> H + Sync),
    work: &(dyn Fn(&mut H, usize) -> T + Sync),
) -> Vec<T> {
    map_each_with(&mut vec![(); count], init, &|helper, n, ()| work(helper, n))
}

/// Returns the results of `work` for each item with its place, in their order.
pub fn map_each<I: Send, T: Send>(items: &mut [I], work: &(dyn Fn(usize, &mut I) -> T + Sync)) -> Vec<T> {
    map_each_with(items, &|| (), &|(), n, item| work(n, item))
}

/// Returns the results of `work` for each item with its place, in their order. `work` gets a helper that
/// `init` makes once for each part.
pub fn map_each_with<I: Send, T: Send, H>(
    items: &mut [I],
    init: &(dyn Fn() -> H + Sync),
    work: &(dyn Fn(&mut H, usize, &mut I) -> T + Sync),
) -> Vec<T> {
    let mut made: Vec<(&mut I, Option<T>)> = items.iter_mut().map(|item| (item, None)).collect();
    for_parts(1, &mut made, &|first, made| {
        let mut helper = init();
        for (n, (item, made)) in made.iter_mut().enumerate() {
            *made = Some(work(&mut helper, first + n, item));
        }
    });
    made.into_iter().map(|(_, made)| made.expect("every part was done")).collect()
}

/// Calls `work` for parts of `items` that have no fewer than `least`, with the place of the first item of each.
pub fn for_parts<T: Send>(least: usize, items: &mut [T], work: &(dyn Fn(usize, &mut [T]) + Sync)) {
    let size = items.len().div_ceil(PARTS * threads());
    for_parts_of(size.max(least), items, work);
}

/// Calls `work` for parts of `items` of this size, with the place of the first item of each; on one thread for all.
fn for_parts_of<T: Send>(size: usize, items: &mut [T], work: &(dyn Fn(usize, &mut [T]) + Sync)) {
    if items.len() <= size || threads() == 1 {
        return work(0, items);
    }
    let mut tasks: Vec<Task<'_>> = Vec::new();
    for (part, items) in items.chunks_mut(size).enumerate() {
        tasks.push(Box::new(move || work(part * size, items)));
    }
    run(tasks);
}

/// Runs all tasks, and returns when they are done. Not generic: the thread pool is entered here alone.
fn run(tasks: Vec<Task<'_>>) {
    rayon::scope(|scope| tasks.into_iter().for_each(|task| scope.spawn(move |_| task())));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_done_once_and_in_its_place() {
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
            for count in [0, 1, 2, 7, 100, 1000] {
                let mut items = vec![0; count];
                pool.install(|| for_each(&mut items, &|n, item| *item += n + 1));
                assert!(items.iter().copied().eq(1..=count));
                let squares = pool.install(|| map(count, &|n| n * n));
                assert!(squares.into_iter().eq((0..count).map(|n| n * n)));
                let sums = pool.install(|| map_each(&mut items, &|n, item| n + *item));
                assert!(sums.into_iter().eq((0..count).map(|n| 2 * n + 1)));
            }
        }
    }

    #[test]
    fn nothing_is_handed_out_from_this_thread() {
        let here = std::thread::current().id();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("a few threads");
        let on = |_: usize| std::thread::current().id();
        assert!(on_this_thread(|| map(1000, &on)).into_iter().all(|thread| thread == here));
        assert!(pool.install(|| map(1000, &on)).into_iter().all(|thread| thread != here));
        let panicked = std::panic::catch_unwind(|| on_this_thread(|| panic!("threads are used again")));
        assert!(panicked.is_err() && !HERE.get());
    }
}
