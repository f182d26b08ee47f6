//! The number of games after which a sampling solver overtakes a tree search in self-play for good.

use anyhow::ensure;
use hinterhand_matches::ratings::Moments;
use serde::Deserialize;

use super::{Convergence, SelfPlay};
use crate::{Measure, Outcome, WorkContext};

/// A search in self-play and a solver on the same game, run by run with different random numbers.
///
/// The measures, with Student's interval over the runs: the `games` after which the solver is less
/// exploitable than the search and stays so, and the `exploitability` of both there; these two are geometric
/// means, and there only if it happens in all runs. The solver plays one game for each player in an
/// iteration, or one for both if they learn simultaneously. Further `exploitability of the search`, `exploitability of the solver`, after the last game.
/// Two curves by games: `search` and `solver`, the means of the runs.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crossing {
    search: SelfPlay,
    solver: Convergence,
}

/// The games and the exploitability at each judgement of a run.
type Curve = Vec<[f64; 2]>;

impl Crossing {
    /// Runs both and compares them; `None` if stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        let Some(searches) = self.search.curves(context)? else { return Ok(None) };
        let Some(mut solvers) = self.solver.curves(context)? else { return Ok(None) };
        ensure!(
            searches.len() == solvers.len(),
            "`runs` is {} for the search and {} for the solver; they must be the same",
            searches.len(),
            solvers.len()
        );
        let games = self.solver.games_an_iteration()?;
        solvers.iter_mut().flatten().for_each(|point| point[0] *= games);
        let measure = |moments: Moments| {
            Measure::estimated(moments.mean().expect("there is a run"), moments.student(0.95))
        };
        let last = |curves: &[Curve]| curves.iter().map(|curve| curve[curve.len() - 1][1]).collect();
        let mut outcome = Outcome::default()
            .measure("exploitability of the search", measure(last(&searches)))
            .measure("exploitability of the solver", measure(last(&solvers)))
            .curve("search", mean(&searches))
            .curve("solver", mean(&solvers));
        let crossings: Option<Vec<[f64; 2]>> =
            searches.iter().zip(&solvers).map(|(search, solver)| crossing(search, solver)).collect();
        if let Some(crossings) = crossings {
            let of = |coordinate: usize| geometric(crossings.iter().map(|point| point[coordinate]));
            outcome = outcome.measure("games", of(0)).measure("exploitability", of(1));
        }
        Ok(Some(outcome))
    }
}

/// The geometric mean of numbers above 0 with Student's interval of their logarithms, since they may differ
/// by orders of magnitude.
fn geometric(numbers: impl Iterator<Item = f64>) -> Measure {
    let logs: Moments = numbers.map(f64::ln).collect();
    let mean = logs.mean().expect("there is a run");
    Measure::estimated(mean.exp(), logs.student(0.95).map(|bounds| bounds.map(f64::exp)))
}

/// The mean of curves with the same x.
fn mean(curves: &[Curve]) -> Curve {
    let runs = curves.len() as f64;
    let point = |number: usize| {
        [curves[0][number][0], curves.iter().map(|curve| curve[number][1]).sum::<f64>() / runs]
    };
    (0..curves[0].len()).map(point).collect()
}

/// The point where the solver falls below the search for the last time; `None` if it is not below at the end,
/// or if it is so from the first point that both have. Between their points both are lines on logarithmic
/// scales.
fn crossing(search: &[[f64; 2]], solver: &[[f64; 2]]) -> Option<[f64; 2]> {
    let from = search.first()?[0].max(solver.first()?[0]);
    let to = search.last()?[0].min(solver.last()?[0]);
    let mut places: Vec<f64> =
        search.iter().chain(solver).map(|point| point[0]).filter(|x| (from..=to).contains(x)).collect();
    places.sort_unstable_by(f64::total_cmp);
    places.dedup();
    // How far the solver is behind, on a logarithmic scale.
    let behind = |x: f64| (at(solver, x) / at(search, x)).ln();
    let last = places.iter().rposition(|&x| behind(x) >= 0.0)?;
    let (before, after) = (places[last], *places.get(last + 1)?);
    let part = behind(before) / (behind(before) - behind(after));
    let games = before * (after / before).powf(part);
    Some([games, at(search, games)])
}

/// The value of a curve at a place within it.
fn at(curve: &[[f64; 2]], x: f64) -> f64 {
    let next = curve.partition_point(|point| point[0] < x).clamp(1, curve.len() - 1);
    let ([x0, y0], [x1, y1]) = (curve[next - 1], curve[next]);
    y0 * (y1 / y0).powf((x / x0).ln() / (x1 / x0).ln())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn curves_cross_where_they_should() {
        // y = 1 / x falls below y = 1 / sqrt(100 x) at x = 100, where both are 0.01.
        let search: Curve = [1.0, 10.0, 1e3, 1e4].map(|x: f64| [x, 0.1 / x.sqrt()]).to_vec();
        let solver: Curve = [2.0, 50.0, 200.0, 1e4].map(|x: f64| [x, 1.0 / x]).to_vec();
        let [games, exploitability] = crossing(&search, &solver).expect("it overtakes");
        assert!((games - 100.0).abs() < 1e-9 && (exploitability - 0.01).abs() < 1e-12, "{games}");
        assert_eq!(crossing(&solver, &search), None, "it falls behind");
        assert_eq!(crossing(&search, &[[1.0, 0.01], [1e4, 1e-4]]), None, "it is ahead all the time");
        // Of several crossings the last one counts.
        let wild: Curve = vec![[1.0, 0.01], [10.0, 1.0], [100.0, 1e-3], [400.0, 1.0], [1e4, 1e-5]];
        assert!(crossing(&search, &wild).is_some_and(|[games, _]| games > 400.0));
    }

    #[test]
    fn orders_of_magnitude_have_a_mean_in_their_middle() {
        let found = geometric([1.0, 10.0, 100.0].into_iter());
        let [low, high] = found.interval_95.expect("three numbers");
        // Student's point at two degrees of freedom is 4.3027; the standard error of the logarithms to base ten
        // is 1 / sqrt 3.
        let half = 4.3027 / 3.0_f64.sqrt();
        assert!((found.value - 10.0).abs() < 1e-9, "{found:?}");
        assert!((high.log10() - 1.0 - half).abs() < 1e-3 && (1.0 - low.log10() - half).abs() < 1e-3);
    }

    #[test]
    fn both_are_run_and_judged_by_games() {
        let text = |runs: u32| {
            format!(
                "search = {{ game = 'kuhn', select = 'smooth', c = 1.75, eta = 0.9, gamma = 0.1, decay = 0.001, episodes = 4000, \
                 points = 6, runs = 2 }}\nsolver = {{ game = 'kuhn', algorithm = 'outcome', iterations = 2000, runs = {runs} }}"
            )
        };
        let run = |text: &str, stop| {
            toml::from_str::<Crossing>(text).expect("work").run(&WorkContext::new(1, &AtomicBool::new(stop)))
        };
        let found = run(&text(2), false).expect("it can be done").expect("not stopped");
        for name in ["search", "solver"] {
            let curve = &found.curves[name];
            assert_eq!(curve[curve.len() - 1][0], 4000.0);
            let last = found.measures[&format!("exploitability of the {name}")];
            assert!((last.value - curve[curve.len() - 1][1]).abs() < 1e-12 && last.interval_95.is_some());
        }
        assert!(run(&text(2), true).expect("it can be done").is_none());
        let error = run(&text(3), false).expect_err("other runs").to_string();
        assert!(error.starts_with("`runs` is 2 for the search and 3 for the solver"), "{error}");
    }
}
