//! The full deck by the solver of Kinderschnapsen: what its reduced form of the game costs.
//!
//! That form keeps no histories: hands that are equal now share their numbers, mirror images are solved once,
//! and dominated actions are left out. So its memory and time are no points of the laws of written-out trees,
//! but show what is gained.

use std::time::Instant;

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_kinderschnapsen::{HandSolver, Payoff};
use hinterhand_solvers::cfr::Variant;

use super::{Goal, Learner, forget_peak, peak_megabytes};
use crate::{Measure, Outcome, WorkContext};

impl Learner for HandSolver {
    fn step(&mut self) {
        HandSolver::step(self);
    }

    fn exploitability(&mut self) -> f64 {
        HandSolver::exploitability(self)
    }
}

/// Solves the hand; `None` if stopped. With automatic check-out, as all decks have it.
pub(super) fn solve(goal: &Goal, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
    forget_peak();
    let began = Instant::now();
    let game = Kinderschnapsen { auto_checkout: true, ..Kinderschnapsen::default() };
    let mut solver = HandSolver::new(game, &Payoff::POINTS, Variant::DCFR);
    let compiling = began.elapsed().as_secs_f64();
    let Some(mut outcome) = goal.reach(&mut solver, context)? else { return Ok(None) };
    let size = solver.reduced();
    let bounds = solver.bounds();
    let value = bounds.iter().map(|(low, high)| low + high).sum::<f64>() / (2 * bounds.len()) as f64;
    for (name, figure) in [
        ("decisions of the reduced form", size.decisions as f64),
        ("actions of the reduced form", size.actions as f64),
        ("seconds to compile", compiling),
        ("value", value),
        ("megabytes at most", peak_megabytes()?),
    ] {
        outcome = outcome.measure(name, Measure::exact(figure));
    }
    Ok(Some(outcome))
}
