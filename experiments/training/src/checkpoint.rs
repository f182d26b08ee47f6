//! The checkpoints of a training: the kind of their files, and when they are written.

use std::path::PathBuf;
use std::time::Duration;

/// The file of the checkpoints, and how often they are written.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// The file.
    pub path: PathBuf,
    /// The time between two checkpoints.
    pub every: Duration,
}

/// The kind of checkpoint files, written in their header.
pub(super) const KIND: &str = "checkpoint";
