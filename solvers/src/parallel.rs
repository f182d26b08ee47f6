//! Work on the threads of the current pool, with results in order.
//!
//! Searches are compiled for each game. Their work on several threads is started here, so that the code of
//! the thread pool is compiled once and not once for each of them.

/// Parts for each thread: threads that are done early take from those that are not.
const PARTS: usize = 8;

type Task<'t> = Box<dyn FnOnce() + Send + 't>;

/// Calls `work` for each item with its place.
pub(crate) fn for_each<T: Send>(items: &mut [T], work: &(dyn Fn(usize, &mut T) + Sync)) {
    if is_serial(items.len()) {
        return items.iter_mut().enumerate().for_each(|(n, item)| work(n, item));
    }
    let size = part(items.len());
    let mut tasks: Vec<Task<'_>> = Vec::new();
    for (part, items) in items.chunks_mut(size).enumerate() {
        tasks.push(Box::new(move || {
            for (n, item) in items.iter_mut().enumerate() {
                work(part * size + n, item);
            }
        }));
    }
    run(tasks);
}

/// Returns the results of `work` for 0, 1, ... `count` - 1, in this order. `work` gets a helper that `init`
/// makes once for each part.
pub(crate) fn map_with<T: Send, H>(
    count: usize,
    init: &(dyn Fn() -> H + Sync),
    work: &(dyn Fn(&mut H, usize) -> T + Sync),
) -> Vec<T> {
    let mut made: Vec<Option<T>> = Vec::new();
    made.resize_with(count, || None);
    let size = part(count);
    let mut tasks: Vec<Task<'_>> = Vec::new();
    for (part, made) in made.chunks_mut(size).enumerate() {
        tasks.push(Box::new(move || {
            let mut helper = init();
            for (n, made) in made.iter_mut().enumerate() {
                *made = Some(work(&mut helper, part * size + n));
            }
        }));
    }
    run(tasks);
    made.into_iter().map(|made| made.expect("every part was done")).collect()
}

/// Returns the results of `work` for 0, 1, ... `count` - 1, in this order.
pub(crate) fn map<T: Send>(count: usize, work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    map_with(count, &|| (), &|(), n| work(n))
}

/// Whether there is nothing to share among threads.
fn is_serial(count: usize) -> bool {
    count <= 1 || rayon::current_num_threads() == 1
}

/// The number of items of a part, at least one.
fn part(count: usize) -> usize {
    count.div_ceil(PARTS * rayon::current_num_threads()).max(1)
}

/// Runs all tasks, and returns when they are done.
fn run(tasks: Vec<Task<'_>>) {
    if is_serial(tasks.len()) {
        return tasks.into_iter().for_each(|task| task());
    }
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
            }
        }
    }
}
