//! Nash averaging: what each bot wins on average against the equilibrium of the bots (Balduzzi et al., "Re-evaluating
//! evaluation", 2018).
//!
//! Two people choose a bot each and let them play; the bots' masses are the symmetric equilibrium of this game, and
//! where there are many, the most even one, of maximum entropy. A bot entered twice shares its mass with itself, and
//! nobody else's figures change. Equilibria come in a polytope of any dimension, often a single point; so its face is
//! found first, by linear programming, and the entropy is only maximized within it.

mod entropy;
mod support;

use ndarray::Array2;

/// The most even equilibrium among bots.
///
/// ```
/// use hinterhand_experiments::ratings::NashAverage;
/// use ndarray::array;
///
/// // A beats B beats C beats A, and D is as C but a little worse.
/// let payoffs =
///     array![[0.0, 1.0, -1.0, -0.9], [-1.0, 0.0, 1.0, 1.0], [1.0, -1.0, 0.0, 0.1], [0.9, -1.0, -0.1, 0.0]];
/// let average = NashAverage::of(&payoffs);
/// assert!((average.masses[0] - 1.0 / 3.0).abs() < 1e-9 && average.masses[3] == 0.0);
/// assert!(average.scores[0].abs() < 1e-9 && average.scores[3] < 0.0);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct NashAverage {
    /// How likely each bot is chosen.
    pub masses: Vec<f64>,
    /// What each bot wins on average against one so chosen: 0 if it has mass, otherwise at most 0.
    pub scores: Vec<f64>,
}

impl NashAverage {
    /// From what each bot of a row wins on average against each bot of a column, which is what the latter loses. A
    /// larger scale changes nothing but the scale of the scores; differences below a billionth of the largest payoff
    /// are taken for rounding.
    pub fn of(payoffs: &Array2<f64>) -> NashAverage {
        let count = payoffs.nrows();
        assert_eq!(count, payoffs.ncols(), "a table of bots against each other is square");
        let largest = payoffs.iter().fold(0.0, |largest: f64, payoff| largest.max(payoff.abs()));
        assert!(largest.is_finite(), "a payoff is not finite");
        let skew = payoffs
            .indexed_iter()
            .all(|((row, column), payoff)| (payoff + payoffs[[column, row]]).abs() <= 1e-9 * largest);
        assert!(skew, "what one bot wins the other must lose");
        if largest == 0.0 {
            return NashAverage { masses: vec![1.0 / count as f64; count], scores: vec![0.0; count] };
        }
        let scaled = Array2::from_shape_fn((count, count), |(row, column)| {
            (payoffs[[row, column]] - payoffs[[column, row]]) / (2.0 * largest)
        });
        let masses = entropy::maximize(&scaled, &support::widest(&scaled));
        let score = |row: usize| {
            let won: f64 = masses.iter().enumerate().map(|(column, mass)| mass * scaled[[row, column]]).sum();
            largest * won
        };
        let scores = (0..count).map(score).collect();
        NashAverage { masses, scores }
    }
}

#[cfg(test)]
mod tests;
