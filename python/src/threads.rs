//! The threads on which work is done, also in a process that was forked.

use std::num::NonZeroUsize;
use std::process;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use hinterhand_solvers::parallel;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::{error, message};

/// The largest number of threads that can be asked for.
const MOST: usize = 1024;

/// The number of threads that a call asks for: one for each core if it does not say.
pub(crate) fn count(threads: Option<NonZeroUsize>) -> PyResult<usize> {
    let threads = threads.map_or_else(rayon::current_num_threads, NonZeroUsize::get);
    if threads > MOST {
        return Err(message(format!("threads cannot be {threads}; allowed: 1 to {MOST}")));
    }
    Ok(threads)
}

/// The process that has imported the package.
static HOME: OnceLock<u32> = OnceLock::new();

/// The threads of a process that was forked after that.
static FORKED: Threads = Threads { count: 0, made: Mutex::new(None) };

/// Notes the process.
pub(crate) fn imported() {
    HOME.get_or_init(process::id);
}

/// Does work that may use all cores. It must not call Python, which could ask for the threads on which it is.
pub(crate) fn with_all<T>(work: impl FnOnce() -> T + Send) -> PyResult<T>
where
    T: Send,
{
    match HOME.get() {
        Some(&home) if home != process::id() => FORKED.install(work),
        _ => Ok(work()),
    }
}

/// Threads that are started when they are first needed, and once more in a process that was forked: none of the threads of
/// its parent is there, and what is given to them would never be done.
pub(crate) struct Threads {
    /// Their number; 0 for one on each core.
    count: usize,
    /// The process in which they are, and the threads.
    made: Mutex<Option<(u32, Arc<ThreadPool>)>>,
}

impl Threads {
    /// This number of threads.
    pub(crate) fn new(threads: NonZeroUsize) -> PyResult<Threads> {
        Ok(Threads { count: count(Some(threads))?, made: Mutex::new(None) })
    }

    /// Does work on these threads. One is the thread that asks.
    pub(crate) fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> PyResult<T> {
        if self.count == 1 { Ok(parallel::on_this_thread(work)) } else { Ok(self.get()?.install(work)) }
    }

    /// The threads.
    fn get(&self) -> PyResult<Arc<ThreadPool>> {
        let here = process::id();
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((process, pool)) = &*made
            && *process == here
        {
            return Ok(Arc::clone(pool));
        }
        let pool = Arc::new(ThreadPoolBuilder::new().num_threads(self.count).build().map_err(error)?);
        // The threads of the other process cannot be told that they are not needed any more.
        std::mem::forget(made.replace((here, Arc::clone(&pool))));
        Ok(pool)
    }
}
