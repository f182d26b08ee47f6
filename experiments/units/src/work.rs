//! The face of an experiment at work: its items are done in parts, and the parts are put together.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::Payload;

/// An experiment that is ready to be worked on here: its game is loaded, its files are those of the plan.
pub trait Work: Sync {
    /// The number of its items, such as deals, if a unit has this number of them.
    fn items(&self, per_unit: u64) -> u64;

    /// The number of items of a unit, where the experiment does not leave it to the pace of this machine.
    fn per_unit(&self) -> Option<u64> {
        None
    }

    /// Does some items; `None` if it is stopped before the end.
    fn work(&self, items: Range<u64>, stop: &AtomicBool) -> anyhow::Result<Option<Payload>>;

    /// Whether the results of some units are kept before the others are there.
    fn keeps_parts(&self) -> bool;

    /// Makes at `out` what one machine would have made, of units of this number of items. Parts that are in it already are left as they are, so that this
    /// can be repeated. Returns a line about the result.
    fn merge(&self, parts: Parts<'_>, per_unit: u64, out: &Path) -> anyhow::Result<String>;
}

/// The results of units, in the order of their items.
pub type Parts<'p> = &'p mut dyn Iterator<Item = anyhow::Result<Part>>;

/// The result of a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its items.
    pub items: Range<u64>,
    /// What it has found.
    pub payload: Payload,
}
