//! Work that cannot be stopped, in a thread of its own.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::error::message;

/// How often signals are looked at while work is done.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// Does `work` that cannot be stopped, in a thread of its own. After Ctrl-C it is left alone, and what it finds is lost.
pub(crate) fn left_alone<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut found) = mpsc::channel();
    // There may be no one any more who waits for it.
    thread::Builder::new().spawn(move || drop(sender.send(work())))?;
    loop {
        let received;
        (received, found) = py.detach(move || (found.recv_timeout(LOOK), found));
        match received {
            Ok(result) => return Ok(result),
            Err(mpsc::RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(mpsc::RecvTimeoutError::Disconnected) => return Err(message("the work has failed")),
        }
    }
}
