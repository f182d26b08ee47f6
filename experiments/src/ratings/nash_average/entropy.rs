//! The most even equilibrium on a face of them.
//!
//! Masses of the support at which all of it wins 0 are the null space of its part of the table; the others must win
//! at most 0. In coordinates of the null space this is a smooth problem with an interior, solved by Newton's method
//! with a logarithmic barrier that is lowered step by step.

use ndarray::Array2;

use crate::ratings::cholesky::Cholesky;
use crate::ratings::elementary::ln;
use crate::ratings::product::{dot, product, product_with};

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
        let face = Face { outer: -product(&part(&others), &space), space };
        let start: Vec<f64> = free.iter().map(|&place| widest[support[place]]).collect();
        for (bot, mass) in support.iter().zip(face.most_even(&start)) {
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
    fn most_even(&self, start: &[f64]) -> Vec<f64> {
        let sums: Vec<f64> = self.space.columns().into_iter().map(|column| column.iter().sum()).collect();
        let total = dot(start, &sums);
        let mut point: Vec<f64> = start.iter().map(|part| part / total).collect();
        let mut barrier = if self.outer.nrows() == 0 { 0.0 } else { 1.0 };
        loop {
            let mut steps = 0;
            while steps < STEPS && self.step(&mut point, &sums, barrier) {
                steps += 1;
            }
            if barrier <= LOWEST_BARRIER {
                return product_with(&self.space, &point);
            }
            barrier /= 10.0;
        }
    }

    /// One step of Newton's method; whether another is worth it.
    fn step(&self, point: &mut Vec<f64>, sums: &[f64], barrier: f64) -> bool {
        let (slope, curvature) = self.derivatives(point, barrier);
        // Only rounding at the very end takes the curvature away.
        let Some(cholesky) = Cholesky::of(&curvature) else { return false };
        // The masses keep their sum: a multiple of what the sum alone would ask for is taken off.
        let (toward_slope, toward_sums) = (cholesky.solve(&slope), cholesky.solve(sums));
        let multiple = dot(sums, &toward_slope) / dot(sums, &toward_sums);
        let step: Vec<f64> =
            toward_sums.iter().zip(&toward_slope).map(|(sum, slope)| multiple * sum - slope).collect();
        let gain = -dot(&slope, &step);
        let before = self.height(point, barrier);
        let mut share = 1.0;
        while share > 1e-9 {
            let next: Vec<f64> = point.iter().zip(&step).map(|(part, step)| part + share * step).collect();
            // Near the top heights differ by rounding only, and a full step is as good as it gets.
            let enough = if gain < 1e-13 { f64::NEG_INFINITY } else { before };
            if self.inside(&next) && self.height(&next, barrier) > enough {
                *point = next;
                // Newton's steps double the digits, so a small one was the last.
                return gain > if barrier > 0.0 { 1e-8 * barrier } else { 1e-13 };
            }
            share /= 2.0;
        }
        false
    }

    /// The first and second derivatives of what is to be least, the height with the other sign.
    fn derivatives(&self, point: &[f64], barrier: f64) -> (Vec<f64>, Array2<f64>) {
        let size = point.len();
        let (mut slope, mut curvature) = (vec![0.0; size], Array2::zeros((size, size)));
        let masses = product_with(&self.space, point).into_iter().map(|mass| (ln(mass) + 1.0, 1.0 / mass));
        let losses = product_with(&self.outer, point);
        let losses = losses.into_iter().map(|loss| (-barrier / loss, barrier / (loss * loss)));
        let rows = self.space.rows().into_iter().chain(self.outer.rows());
        for (row, (first, second)) in rows.zip(masses.chain(losses)) {
            for one in 0..size {
                slope[one] += first * row[one];
                for other in 0..size {
                    curvature[[one, other]] += second * row[one] * row[other];
                }
            }
        }
        (slope, curvature)
    }

    /// Whether all of the support has mass and all others lose.
    fn inside(&self, point: &[f64]) -> bool {
        let positive = |part: &Array2<f64>| product_with(part, point).iter().all(|number| *number > 0.0);
        positive(&self.space) && positive(&self.outer)
    }

    /// The entropy and the barrier.
    fn height(&self, point: &[f64], barrier: f64) -> f64 {
        let entropy: f64 = product_with(&self.space, point).iter().map(|mass| -mass * ln(*mass)).sum();
        entropy + product_with(&self.outer, point).iter().map(|loss| barrier * ln(*loss)).sum::<f64>()
    }
}
