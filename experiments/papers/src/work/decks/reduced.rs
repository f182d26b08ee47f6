//! The full deck by the solver of Kinderschnapsen: what its reduced form of the game costs.
//!
//! That form keeps no histories: hands that are equal now share their numbers, mirror images are solved once,
//! and dominated actions are left out. So its memory and time are no points of the laws of written-out trees,
//! but show what is gained.

use std::time::Instant;

use anyhow::{Context as _, bail};
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_kinderschnapsen::{HandSolver, Payoff};
use hinterhand_solvers::cfr::Variant;
use hinterhand_training::memory::peak_bytes;

use crate::{Measure, Outcome, WorkContext};

/// Solves the hand until it is exploitable by at most `target`; `None` if stopped. With automatic check-out,
/// as all decks have it.
pub(super) fn solve(target: f64, most: u64, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
    if context.is_stopped() {
        return Ok(None);
    }
    forget_peak();
    let began = Instant::now();
    let game = Kinderschnapsen { auto_checkout: true, ..Kinderschnapsen::default() };
    let mut solver = HandSolver::new(game, &Payoff::POINTS, Variant::DCFR);
    let compiling = began.elapsed().as_secs_f64();
    let mut seconds = Vec::new();
    let exploitability = loop {
        if context.is_stopped() {
            return Ok(None);
        }
        let began = Instant::now();
        solver.step();
        seconds.push(began.elapsed().as_secs_f64());
        let exploitability = solver.exploitability();
        if exploitability <= target {
            break exploitability;
        }
        if seconds.len() as u64 >= most {
            bail!("after {most} iterations the exploitability is still {exploitability}, not {target}");
        }
    };
    let peak = peak_bytes().context("the system does not tell how much memory is in use")?;
    let mut outcome = Outcome::default()
        .measure(format!("iterations to {target:e}"), Measure::exact(seconds.len() as f64))
        .measure(format!("seconds to {target:e}"), Measure::exact(seconds.iter().sum()));
    seconds.sort_unstable_by(f64::total_cmp);
    let size = solver.reduced();
    for (name, figure) in [
        ("decisions of the reduced form", size.decisions as f64),
        ("actions of the reduced form", size.actions as f64),
        ("seconds to compile", compiling),
        ("seconds an iteration", seconds[seconds.len() / 2]),
        ("exploitability", exploitability),
        ("megabytes at most", peak as f64 / 1e6),
    ] {
        outcome = outcome.measure(name, Measure::exact(figure));
    }
    Ok(Some(outcome))
}

/// Forgets how large this process has been, so that the peak is that of what follows and of what it keeps
/// from before. Where the system does not allow it, the peak is that of the whole process.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}
