//! Ctrl-C and termination signals: the first one asks the work to stop, the second one ends the process at
//! once.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;

/// The exit status of interrupted work, as in shells.
pub(super) const STATUS: u8 = 130;

static ASKED: AtomicBool = AtomicBool::new(false);

/// Returns a flag that Ctrl-C, SIGTERM and SIGHUP set from now on. To be called once.
pub(super) fn flag() -> anyhow::Result<&'static AtomicBool> {
    ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(STATUS));
        }
    })
    .context("cannot listen to Ctrl-C")?;
    Ok(&ASKED)
}
