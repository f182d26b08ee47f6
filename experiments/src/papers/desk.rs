//! Where a piece of work is done: what it is handed from outside.

use std::sync::atomic::{AtomicBool, Ordering};

/// What a piece of work may use besides its own description. Its result depends on that and on the seed alone.
#[derive(Clone, Copy, Debug)]
pub struct Desk<'a> {
    /// What decides about all chance.
    pub seed: u64,
    /// Set when the work is to be left as it is.
    pub stop: &'a AtomicBool,
}

impl Desk<'_> {
    /// Whether the work is to be left.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
