//! Threads that work through numbered tasks, and the one loop that hands out the tasks and hands on the
//! results.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Threads, each a pool of its own: a bot that uses several threads runs on the one of its task. In a larger
/// pool a bot that waited for its helpers would meanwhile begin another task.
#[derive(Debug)]
pub struct Workers(Vec<ThreadPool>);

/// The order in which results are handed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The order of the tasks.
    OfTasks,
    /// The order in which they are finished.
    AsFinished,
}

/// The longest time without a look at the flag that stops the work.
const TICK: Duration = Duration::from_millis(50);
/// The time for which a thread collects results before it sends them. To wake the receiver for each of many
/// short tasks would take longer than the tasks. A result that comes sooner after the last sending waits until
/// the next task is done.
const HELD: Duration = Duration::from_millis(2);

impl Workers {
    /// Starts this number of threads, at least one.
    pub fn new(threads: usize) -> Result<Workers, ThreadPoolBuildError> {
        assert!(threads > 0, "there must be a thread");
        let pool = || ThreadPoolBuilder::new().num_threads(1).build();
        (0..threads).map(|_| pool()).collect::<Result<_, _>>().map(Workers)
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.0.len()
    }

    /// Does one task on the first of the threads.
    pub fn install<T: Send>(&self, task: impl FnOnce() -> T + Send) -> T {
        self.0[0].install(task)
    }

    /// Does `tasks` by `work`, and hands the results to `take`, on the calling thread.
    ///
    /// `take` is also called with nothing when no result has come for some time; when it breaks, that is the
    /// end. Once `stop` is set, or a task has no result, no task is begun any more, and the flag that `work`
    /// is given is set as well; the results that still come are handed on, in the [order of the
    /// tasks](Order::OfTasks) those before the first missing one.
    ///
    /// At most `ahead` tasks are begun before the first of them is handed on. A panic of `work` is one of
    /// this function.
    pub fn run<T: Send, B>(
        &self,
        tasks: impl Iterator<Item = u64> + Send,
        order: Order,
        ahead: usize,
        stop: &AtomicBool,
        work: impl Fn(u64, &AtomicBool) -> Option<T> + Sync,
        mut take: impl FnMut(Option<T>) -> ControlFlow<B>,
    ) -> Option<B> {
        let queue = Queue::new(tasks, ahead);
        std::thread::scope(|scope| {
            // However this ends, no thread waits for a task that will not come.
            let _halt = HaltOnDrop(&queue);
            let (sender, receiver) = mpsc::channel();
            for pool in &self.0 {
                let (queue, work) = (&queue, &work);
                let mut results =
                    Results { ready: Vec::new(), since: Instant::now(), sender: sender.clone() };
                let tasks = move || {
                    while let Some((place, task)) = queue.next(|| results.send()) {
                        // A panic is passed on as well, so that the other threads do not continue in vain.
                        let done = panic::catch_unwind(AssertUnwindSafe(|| work(task, &queue.halt)));
                        match done.transpose() {
                            None => queue.halt(),
                            Some(done) => results.add(place, done),
                        }
                    }
                    results.send();
                };
                scope.spawn(move || pool.install(tasks));
            }
            drop(sender);
            let (mut next, mut early) = (0, BTreeMap::new());
            loop {
                let received = receiver.recv_timeout(TICK);
                if stop.load(Ordering::Relaxed) {
                    queue.halt();
                }
                let mut ready = Vec::new();
                match received {
                    Ok(results) => {
                        for (place, done) in results {
                            match done {
                                Err(panicked) => panic::resume_unwind(panicked),
                                Ok(done) if order == Order::AsFinished => ready.push(done),
                                Ok(done) => drop(early.insert(place, done)),
                            }
                        }
                        while let Some(done) = early.remove(&next) {
                            ready.push(done);
                            next += 1;
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) => {
                        if let ControlFlow::Break(end) = take(None) {
                            return Some(end);
                        }
                    }
                }
                let handed_on = ready.len();
                for done in ready {
                    if let ControlFlow::Break(end) = take(Some(done)) {
                        return Some(end);
                    }
                }
                queue.handed_on(handed_on);
            }
        })
    }
}

/// The results of a thread that have not been sent.
struct Results<T> {
    ready: Vec<(u64, std::thread::Result<T>)>,
    /// The time of the last sending.
    since: Instant,
    sender: Sender<Vec<(u64, std::thread::Result<T>)>>,
}

impl<T> Results<T> {
    /// Adds the result of the task at `place`, and sends all when it is time to.
    fn add(&mut self, place: u64, done: std::thread::Result<T>) {
        let panicked = done.is_err();
        self.ready.push((place, done));
        if panicked || self.since.elapsed() >= HELD {
            self.send();
        }
    }

    fn send(&mut self) {
        if !self.ready.is_empty() {
            // Without a listener the work is at its end.
            drop(self.sender.send(std::mem::take(&mut self.ready)));
        }
        self.since = Instant::now();
    }
}

/// The tasks that are left.
struct Queue<I> {
    tasks: Mutex<Tasks<I>>,
    /// A thread that waits may go on.
    free: Condvar,
    /// No task is to be begun any more, and those that are begun may be given up.
    halt: AtomicBool,
}

struct Tasks<I> {
    left: I,
    /// The place of the next task among all.
    next: u64,
    /// The number of tasks that may be begun now.
    free: usize,
}

impl<I: Iterator<Item = u64>> Queue<I> {
    fn new(left: I, ahead: usize) -> Queue<I> {
        let tasks = Tasks { left, next: 0, free: ahead };
        Queue { tasks: Mutex::new(tasks), free: Condvar::new(), halt: AtomicBool::new(false) }
    }

    fn tasks(&self) -> MutexGuard<'_, Tasks<I>> {
        self.tasks.lock().expect("no thread panics while it holds it")
    }

    /// The next task with its place among all, once it may be begun. Calls `before_waiting` if that is not
    /// now.
    fn next(&self, before_waiting: impl FnOnce()) -> Option<(u64, u64)> {
        let blocked = |tasks: &mut Tasks<I>| tasks.free == 0 && !self.halt.load(Ordering::Relaxed);
        let mut tasks = self.tasks();
        if blocked(&mut tasks) {
            drop(tasks);
            before_waiting();
            tasks = self.tasks();
        }
        let mut tasks = self.free.wait_while(tasks, blocked).expect("no thread panics while it holds it");
        if self.halt.load(Ordering::Relaxed) {
            return None;
        }
        let (place, task) = (tasks.next, tasks.left.next()?);
        tasks.next += 1;
        tasks.free -= 1;
        Some((place, task))
    }

    fn handed_on(&self, tasks: usize) {
        self.tasks().free += tasks;
        self.free.notify_all();
    }

    fn halt(&self) {
        // Under the lock, so that no thread begins to wait after it was woken.
        let tasks = self.tasks();
        self.halt.store(true, Ordering::Relaxed);
        drop(tasks);
        self.free.notify_all();
    }
}

/// Halts a queue when it goes out of scope.
struct HaltOnDrop<'q, I: Iterator<Item = u64>>(&'q Queue<I>);

impl<I: Iterator<Item = u64>> Drop for HaltOnDrop<'_, I> {
    fn drop(&mut self) {
        self.0.halt();
    }
}
