//! An estimate of the time and the space that a tournament takes, from a few deals.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hinterhand_matches::store::About;
use hinterhand_matches::tournament::{Course, Play};
use serde_json::json;

use super::super::{Done, interrupt, memory, output, time, written};
use super::run_settings::How;

/// The minimum time for which deals are played. It goes on until each pairing has played one deal, or until
/// `MOST`.
const SAMPLE: Duration = Duration::from_secs(1);
/// The maximum time for which deals are played.
const MOST: Duration = Duration::from_secs(30);

/// The size of the other columns of a row, its key, and its share of the unused part of a page.
const ROW_BYTES: usize = 60;

/// Plays some deals and prints the estimate for all.
pub(super) fn run(about: &About, play: Play<'_>, how: &How) -> Done {
    let course = Course::new(about.plan.clone(), about.players);
    let round = course.next_round().expect("nothing is played yet");
    let stop: &AtomicBool = interrupt::flag()?;
    let began = Instant::now();
    let (mut deals, mut hands, mut bytes) = (0u64, 0u64, 0usize);
    while deals < round.len() && !stop.load(Ordering::Relaxed) {
        let spent = began.elapsed();
        if spent >= MOST || (spent >= SAMPLE && deals >= round.pairings.len() as u64) {
            break;
        }
        let (deal, pairing) = round.nth(deals);
        let Some(played) = play(deal, pairing, stop) else { break };
        deals += 1;
        hands += played.hands.len() as u64;
        let of_hand = |hand: &hinterhand_matches::tournament::Hand| {
            hand.actions.len() + hand.decisions.bytes().len() + ROW_BYTES
        };
        bytes += played.hands.iter().map(of_hand).sum::<usize>();
    }
    if deals == 0 {
        return Err(super::Failure::Stopped("stopped before the first deal was played"));
    }
    let spent = began.elapsed().as_secs_f64();
    let all = course.all_deals();
    let times = all as f64 / deals as f64;
    let seconds = spent * times / how.threads as f64;
    let (all_hands, all_bytes) = (hands as f64 * times, bytes as f64 * times);
    // Besides the memory of the bots, unwritten deals and pages of the store are held.
    let memory = memory::peak_bytes().map(|bytes| bytes + 60_000_000);
    let mut out = output();
    if how.json {
        let figures = json!({
            "sample_deals": deals, "deals": all, "hands": all_hands.round(), "seconds": seconds,
            "threads": how.threads, "store_bytes": all_bytes.round(), "memory_bytes": memory,
        });
        writeln!(out, "{figures}")?;
    } else {
        let at_most = if course.test().is_some() { "at most " } else { "" };
        writeln!(out, "deals     {at_most}{all}, about {all_hands:.0} hands")?;
        writeln!(out, "time      about {} on {} threads", time::format(seconds), how.threads)?;
        writeln!(out, "store     about {:.0} MB", all_bytes / 1e6)?;
        if let Some(bytes) = memory {
            writeln!(out, "memory    about {} MB", bytes / 1_000_000)?;
        }
        writeln!(out, "estimated on {deals} deals, played in {spent:.1} s on one thread")?;
    }
    written(out)
}
