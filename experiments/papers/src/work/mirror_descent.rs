//! Magnetic mirror descent on a game: how fast it comes to a quantal response equilibrium.

use std::num::NonZeroU32;

use anyhow::{Context as _, ensure};
use hinterhand_solvers::oracle::{self, PayoffMatrix};
use serde::Deserialize;

use crate::{GameSpec, Measure, Outcome, WorkContext};

/// The maximum number of nodes of a written-out game.
const MOST_NODES: usize = 10_000_000;

/// A game and the weight of the entropy in it.
///
/// It is learned until the gap has fallen to the part `to` of the first one, or to the last iteration. The step size is
/// `step` times the weight, divided by the square of the largest payoff of a pair of sequences.
///
/// The measures: `iterations`; `gap`, the sum of what both would gain by soft best responses; the `exploitability` of the
/// last policies and the `value` for player 0; and the orders of magnitude by which the gap falls in each iteration of
/// the `third quarter` and of the `last quarter`. The curve is the `gap` by iterations.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MirrorDescent {
    game: GameSpec,
    weight: f64,
    #[serde(default = "one")]
    step: f64,
    to: f64,
    iterations: NonZeroU32,
}

fn one() -> f64 {
    1.0
}

impl MirrorDescent {
    /// Learns and judges; `None` if stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        for (name, number) in [("weight", self.weight), ("step", self.step)] {
            ensure!(number > 0.0 && number.is_finite(), "`{name}` is {number}; allowed: a number above 0");
        }
        ensure!(self.to > 0.0 && self.to < 1.0, "`to` is {}; allowed: a number between 0 and 1", self.to);
        let game = self.game.load()?;
        let compiled = game.methods().tree(MOST_NODES).with_context(|| format!("game `{}`", self.game))?;
        ensure!(
            compiled.tree().is_zero_sum_of_two(),
            "game `{}`: it is not one of two players, zero-sum",
            self.game
        );
        let matrix = PayoffMatrix::new(compiled.tree());
        ensure!(matrix.largest() > 0.0, "game `{}`: it always pays the same", self.game);
        let step_size = self.step * self.weight / matrix.largest().powi(2);
        let mut solver = oracle::MirrorDescent::new(matrix, self.weight, step_size);
        let mut gaps = vec![solver.gap()];
        while gaps.len() <= self.iterations.get() as usize && gaps[gaps.len() - 1] > self.to * gaps[0] {
            if context.is_stopped() {
                return Ok(None);
            }
            solver.step();
            gaps.push(solver.gap());
        }
        let last = solver.judge();
        // Quarters of a number of iterations need not have the same length.
        let orders = |quarter: usize| {
            let [from, to] = [quarter - 1, quarter].map(|end| end * (gaps.len() - 1) / 4);
            Measure::exact((gaps[from] / gaps[to]).log10() / (to - from).max(1) as f64)
        };
        Ok(Some(
            Outcome::default()
                .measure("iterations", Measure::exact(solver.iterations() as f64))
                .measure("gap", Measure::exact(gaps[gaps.len() - 1]))
                .measure("exploitability", Measure::exact(last.exploitability()))
                .measure("value", Measure::exact(last.value))
                .measure("third quarter", orders(3))
                .measure("last quarter", orders(4))
                .curve("gap", curve(&gaps)),
        ))
    }
}

/// The gap at a hundred evenly spaced iterations, or at all.
fn curve(gaps: &[f64]) -> Vec<[f64; 2]> {
    let last = gaps.len() - 1;
    let parts = last.clamp(1, 100);
    (0..=parts).map(|part| part * last / parts).map(|place| [place as f64, gaps[place]]).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn run(text: &str, stop: bool) -> anyhow::Result<Option<Outcome>> {
        toml::from_str::<MirrorDescent>(text).expect("work").run(&WorkContext::new(1, &AtomicBool::new(stop)))
    }

    #[test]
    fn kuhn_converges_linearly() {
        let text = "game = 'kuhn'\nweight = 0.1\nto = 1e-8\niterations = 5000";
        let found = run(text, false).expect("it can be done").expect("not stopped");
        let measure = |name: &str| found.measures[name].value;
        assert!(measure("iterations") < 5000.0, "{found:?}");
        assert!(measure("last quarter") > 0.9 * measure("third quarter"), "{found:?}");
        let curve = &found.curves["gap"];
        assert!(
            curve.is_sorted_by(|one, next| one[0] < next[0]) && curve[curve.len() - 1][1] == measure("gap")
        );
        assert!(run(text, true).expect("it can be done").is_none());
    }

    #[test]
    fn what_cannot_be_done_is_refused() {
        for (text, expected) in [
            (
                "game = 'kuhn'\nweight = 0.0\nto = 0.1\niterations = 1",
                "`weight` is 0; allowed: a number above 0",
            ),
            (
                "game = 'kuhn'\nweight = 1.0\nto = 1.0\niterations = 1",
                "`to` is 1; allowed: a number between 0 and 1",
            ),
            ("game = 'sixty-six'\nweight = 1.0\nto = 0.1\niterations = 1", "game `sixty-six`"),
        ] {
            let error = run(text, false).expect_err(text).to_string();
            assert_eq!(error, expected);
        }
    }
}
