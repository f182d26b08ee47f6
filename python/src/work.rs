//! Long work: without the interpreter's lock, with progress, stopped by Ctrl-C and by an exception of a bot.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use hinterhand_players::bots::Bot;
use pyo3::prelude::*;

use crate::detached::LOOK;
use crate::own_bot::{Faults, Watched};

/// What work can say and must ask.
pub(crate) struct Desk<'d> {
    /// Set when the work is to stop.
    pub(crate) stop: &'d AtomicBool,
    done: &'d AtomicU64,
    faults: &'d Faults,
}

impl Desk<'_> {
    /// Says how much has been done.
    pub(crate) fn reached(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }

    /// Whether a bot has raised an exception: from then on nothing counts.
    pub(crate) fn is_in_vain(&self) -> bool {
        self.faults.any()
    }
}

/// Does `work` in a thread of its own, with `bots` that no other work uses. `progress` is called now and then with what is
/// done and the whole; `None` shows it where a person looks, `False` does not.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    bots: &[Bot],
    total: Option<u64>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Desk<'_>) -> T + Send,
) -> PyResult<T> {
    let shown = match progress {
        Some(progress) if progress.is_callable() => Some(progress.clone()),
        Some(progress) if !progress.is_truthy()? => None,
        _ => Some(py.import("hinterhand._progress")?.call_method0("automatic")?),
    };
    let watched = Watched::new(bots);
    let faults = watched.faults();
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let (over, changed) = (Mutex::new(false), Condvar::new());
    let result = thread::scope(|scope| {
        let desk = Desk { stop: &stop, done: &done, faults };
        let (over, changed) = (&over, &changed);
        let worker = thread::Builder::new().spawn_scoped(scope, move || {
            let _told = AtTheEnd { over, changed };
            work(&desk)
        })?;
        let mut fault = None;
        while !py.detach(|| waited(over, changed)) {
            if fault.is_none() {
                fault = look(py, shown.as_ref(), done.load(Ordering::Relaxed), total).err();
                if fault.is_some() || faults.any() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
        let result = py.detach(|| worker.join()).unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        fault.or_else(|| faults.take()).map_or(Ok(result), Err)
    })?;
    if let Some(shown) = shown {
        shown.call1((done.load(Ordering::Relaxed), total))?;
        if let Some(close) = shown.getattr_opt("close")? {
            close.call0()?;
        }
    }
    Ok(result)
}

/// Looks at signals and shows progress.
fn look(py: Python<'_>, shown: Option<&Bound<'_, PyAny>>, done: u64, total: Option<u64>) -> PyResult<()> {
    py.check_signals()?;
    shown.map_or(Ok(()), |shown| shown.call1((done, total)).map(drop))
}

/// Waits for the end of the work, or until it is time to look.
fn waited(over: &Mutex<bool>, changed: &Condvar) -> bool {
    let over = over.lock().unwrap_or_else(PoisonError::into_inner);
    let waited = changed.wait_timeout_while(over, LOOK, |over| !*over);
    *waited.unwrap_or_else(PoisonError::into_inner).0
}

/// Says that the work is over, also when it panics.
struct AtTheEnd<'w> {
    over: &'w Mutex<bool>,
    changed: &'w Condvar,
}

impl Drop for AtTheEnd<'_> {
    fn drop(&mut self) {
        *self.over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }
}
