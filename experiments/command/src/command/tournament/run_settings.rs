//! The settings of a run on which the results of a tournament do not depend.

use std::path::PathBuf;
use std::time::Duration;

use hinterhand_matches::store::Durability;

use super::super::{threads, time};

/// The settings of a run on which its results do not depend.
#[derive(Debug)]
pub(super) struct How {
    pub(super) store: Option<PathBuf>,
    pub(super) threads: usize,
    pub(super) durability: Durability,
    pub(super) report: Option<Duration>,
    pub(super) json: bool,
    pub(super) dry_run: bool,
}

/// The settings of a run on which results do not depend.
#[derive(Debug, clap::Args)]
pub(super) struct HowArgs {
    /// The number of games at a time; by default the number of cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) concurrency: Option<u16>,
    /// The time between two prints of the standings; by default 10s, on a terminal 1s
    #[arg(long, value_name = "TIME", value_parser = time::read)]
    pub(super) report: Option<Duration>,
    /// Wait for the disk at every write, so that a loss of power cannot undo it
    #[arg(long)]
    pub(super) power_safe: bool,
}

impl HowArgs {
    pub(super) fn durability(&self) -> Durability {
        if self.power_safe { Durability::Power } else { Durability::Process }
    }

    /// The number of threads that was given here or in the file, by default that of the cores.
    pub(super) fn threads(&self, there: Option<u16>) -> usize {
        threads(self.concurrency.or(there))
    }
}
