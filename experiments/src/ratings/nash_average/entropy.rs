//! The most even equilibrium on a face of them.
//!
//! Masses of the support at which all of it wins 0 are the null space of its part of the table; the others must win
//! at most 0. In coordinates of the null space this is a smooth problem with an interior, solved by Newton's method
//! with a logarithmic barrier that is lowered step by step.

use ndarray::{Array1, Array2};

use crate::ratings::cholesky::Cholesky;
use crate::ratings::elementary::ln;

/// Smaller pivots are taken for the rounding of a zero.
const ZERO: f64 = 1e-9;

/// The barrier at which it ends: the entropy is lower by no more than this for each bot without mass. Below, what
/// such a bot loses drowns in rounding.
const LOWEST_BARRIER: f64 = 1e-11;

/// Steps at one barrier; a dozen are common, and more than this only rounding asks for.
const STEPS: usize = 60;

/// The masses of all bots in the most even equilibrium, from the `widest` one.
pub(super) fn maximize(payoffs: &Array2<f64>, widest: &[f64]) -> Vec<f64> {
    let count = payoffs.nrows();
    let (support, others): (Vec<usize>, Vec<usize>) = (0..count).partition(|&bot| widest[bot] > 0.0);
    let part = |rows: &[usize]| {
        Array2::from_shape_fn((rows.len(), support.len()), |(row, column)| {
            payoffs[[rows[row], support[column]]]
        })
    };
    let (space, free) = null_space(part(&support));
    let mut masses = widest.to_vec();
    // No direction at all can only come from rounding: then there is but the equilibrium that is known.
    if !free.is_empty() {
        let face = Face { outer: -part(&others).dot(&space), space };
        let start = free.iter().map(|&place| widest[support[place]]).collect();
        for (bot, mass) in support.iter().zip(face.most_even(start)) {
            masses[*bot] = mass;
        }
    }
    let total: f64 = masses.iter().sum();
    masses.iter().map(|mass| mass / total).collect()
}

/// The vectors that `matrix` turns into 0, a column each, and the places whose entries tell them apart: there the
/// columns are those of the unit matrix.
fn null_space(mut matrix: Array2<f64>) -> (Array2<f64>, Vec<usize>) {
    let size = matrix.nrows();
    let mut pivots: Vec<[usize; 2]> = Vec::new();
    loop {
        let open = |place: usize, at: usize| pivots.iter().all(|pivot| pivot[at] != place);
        let entries = matrix.indexed_iter().filter(|((row, column), _)| open(*row, 0) && open(*column, 1));
        let largest = entries.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
        let Some(((row, column), &pivot)) = largest.filter(|(_, entry)| entry.abs() > ZERO) else { break };
        let own = matrix.row(row).mapv(|entry| entry / pivot);
        for (other, mut entries) in matrix.rows_mut().into_iter().enumerate() {
            let factor = entries[column];
            if other != row {
                entries.scaled_add(-factor, &own);
            }
        }
        matrix.row_mut(row).assign(&own);
        pivots.push([row, column]);
    }
    let free: Vec<usize> =
        (0..size).filter(|column| pivots.iter().all(|pivot| pivot[1] != *column)).collect();
    let mut space = Array2::zeros((size, free.len()));
    for (at, &column) in free.iter().enumerate() {
        space[[column, at]] = 1.0;
        for [row, pivot] in &pivots {
            space[[*pivot, at]] = -matrix[[*row, column]];
        }
    }
    (space, free)
}

/// The equilibria with masses on the support, by their coordinates in the null space.
struct Face {
    /// The masses of each direction.
    space: Array2<f64>,
    /// What the other bots lose against each direction.
    outer: Array2<f64>,
}

impl Face {
    /// The masses of the support with the greatest entropy, from coordinates at which all of it has mass and all
    /// others lose.
    fn most_even(&self, start: Vec<f64>) -> Vec<f64> {
        let sums = self.space.sum_axis(ndarray::Axis(0));
        let mut point = Array1::from(start);
        point /= point.dot(&sums);
        let mut barrier = if self.outer.nrows() == 0 { 0.0 } else { 1.0 };
        loop {
            let mut steps = 0;
            while steps < STEPS && self.step(&mut point, &sums, barrier) {
                steps += 1;
            }
            if barrier <= LOWEST_BARRIER {
                return self.space.dot(&point).to_vec();
            }
            barrier /= 10.0;
        }
    }

    /// One step of Newton's method; whether another is worth it.
    fn step(&self, point: &mut Array1<f64>, sums: &Array1<f64>, barrier: f64) -> bool {
        let (masses, losses) = (self.space.dot(point), self.outer.dot(point));
        let slope = self.space.t().dot(&masses.mapv(|mass| ln(mass) + 1.0))
            - self.outer.t().dot(&losses.mapv(|loss| barrier / loss));
        let by_mass = &self.space / &masses.insert_axis(ndarray::Axis(1));
        let by_loss = &self.outer / &losses.mapv(|loss| loss * loss / barrier).insert_axis(ndarray::Axis(1));
        let curvature = self.space.t().dot(&by_mass) + self.outer.t().dot(&by_loss);
        // Only rounding at the very end takes the curvature away.
        let Some(cholesky) = Cholesky::of(&curvature) else { return false };
        let solve = |right: &Array1<f64>| Array1::from(cholesky.solve(&right.to_vec()));
        // The masses keep their sum: a multiple of what the sum alone would ask for is taken off.
        let (toward_slope, toward_sums) = (solve(&slope), solve(sums));
        let multiple = sums.dot(&toward_slope) / sums.dot(&toward_sums);
        let step = toward_sums * multiple - toward_slope;
        let gain = -slope.dot(&step);
        let before = self.height(point, barrier);
        let mut share = 1.0;
        while share > 1e-9 {
            let next = &*point + &(&step * share);
            // Near the top heights differ by rounding only, and a full step is as good as it gets.
            let enough = if gain < 1e-13 { f64::NEG_INFINITY } else { before };
            if self.inside(&next) && self.height(&next, barrier) > enough {
                *point = next;
                // Newton's steps double the digits, so this one was the last.
                return gain > if barrier > 0.0 { 1e-8 * barrier } else { 1e-13 };
            }
            share /= 2.0;
        }
        false
    }

    fn inside(&self, point: &Array1<f64>) -> bool {
        let positive = |numbers: Array1<f64>| numbers.iter().all(|number| *number > 0.0);
        positive(self.space.dot(point)) && positive(self.outer.dot(point))
    }

    /// The entropy and the barrier.
    fn height(&self, point: &Array1<f64>, barrier: f64) -> f64 {
        let entropy: f64 = self.space.dot(point).iter().map(|mass| -mass * ln(*mass)).sum();
        entropy + self.outer.dot(point).iter().map(|loss| barrier * ln(*loss)).sum::<f64>()
    }
}
