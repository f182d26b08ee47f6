//! The pace of this machine in an experiment, and from it the number of items of a unit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Work;

/// The time of an item, as some of them took it here.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// The seconds of an item.
    pub item_seconds: f64,
}

impl Pace {
    /// The number of items that take about this time: at least one.
    pub fn items(self, seconds: f64) -> u64 {
        // Casting stops at the largest number.
        ((seconds / self.item_seconds.max(1e-9)).round() as u64).max(1)
    }
}

/// Does the first items, twice as many each time, until they have taken some time, and throws their results away. `None`
/// if it is stopped.
pub fn calibrate(work: &dyn Work, stop: &AtomicBool) -> anyhow::Result<Option<Pace>> {
    /// Long enough to be no accident, and short beside a unit.
    const ENOUGH: Duration = Duration::from_millis(500);
    let all = work.items(u64::MAX);
    let mut count = 1;
    loop {
        let count_now = count.min(all.max(1));
        let began = Instant::now();
        if work.work(0..count_now, stop)?.is_none() || stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let took = began.elapsed();
        if took >= ENOUGH || count_now >= all {
            return Ok(Some(Pace { item_seconds: took.as_secs_f64() / count_now as f64 }));
        }
        count *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_has_at_least_one_item() {
        let pace = |item_seconds| Pace { item_seconds };
        assert_eq!(pace(0.5).items(60.0), 120);
        assert_eq!(pace(100.0).items(60.0), 1);
        assert_eq!(pace(0.0).items(60.0), 60_000_000_000);
    }
}
