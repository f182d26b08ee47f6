//! Alpha-Rank: how long evolution stays with each strategy (Omidshafiei et al., "Alpha-Rank: Multi-agent evaluation by
//! evolution", 2019).
//!
//! A population plays one strategy; now and then one of its members mutates, and the mutant's strategy takes over or
//! dies out, more likely the former the better it does. The share of time spent with each strategy is its mass.
//! Cycles do no harm. All rates are kept as logarithms and the masses found by the elimination of Grassmann, Taksar
//! and Heyman (1985), which never subtracts: so alpha may be as large as one likes, where the paper takes a limit.

use ndarray::Array2;

use super::elementary::{exp, exp_minus_1, ln, ln_sum_of_exps};

/// How strongly selection works.
///
/// ```
/// use hinterhand_experiments::ratings::AlphaRank;
/// use ndarray::array;
///
/// let rock_paper_scissors = array![[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]];
/// let masses = AlphaRank::default().of_one(&rock_paper_scissors);
/// assert!(masses.iter().all(|mass| (mass - 1.0 / 3.0).abs() < 1e-12));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AlphaRank {
    /// The ranking intensity, by which payoffs are multiplied.
    pub alpha: f64,
    /// The size of a population.
    pub population: u32,
}

impl Default for AlphaRank {
    /// Populations of 50, as in the paper, and an alpha at which all but ties is decided if payoffs are about 1.
    fn default() -> AlphaRank {
        AlphaRank { alpha: 100.0, population: 50 }
    }
}

impl AlphaRank {
    /// The mass of each strategy in one population: `payoffs` has at row i and column j what i wins against j.
    pub fn of_one(&self, payoffs: &Array2<f64>) -> Vec<f64> {
        let count = payoffs.nrows();
        assert_eq!(count, payoffs.ncols(), "one population needs a square table");
        let ln_choice = -ln(count.saturating_sub(1).max(1) as f64);
        let rate = |(from, to): (usize, usize)| {
            if from == to {
                return f64::NEG_INFINITY;
            }
            ln_choice + self.ln_fixation(payoffs[[to, from]] - payoffs[[from, to]])
        };
        stationary(Array2::from_shape_fn((count, count), rate))
    }

    /// The mass of each profile in two populations: the tables have at row i and column j what the first and what
    /// the second wins if they play i and j.
    pub fn of_two(&self, payoffs: [&Array2<f64>; 2]) -> Array2<f64> {
        let (rows, columns) = payoffs[0].dim();
        assert_eq!(payoffs[1].dim(), (rows, columns), "both tables are of the same strategies");
        let ln_choice = -ln((rows + columns).saturating_sub(2).max(1) as f64);
        let profiles = rows * columns;
        let rate = |(from, to): (usize, usize)| {
            let (before, after) = ([from / columns, from % columns], [to / columns, to % columns]);
            // One population changes, the other stays.
            let who = match (before[0] == after[0], before[1] == after[1]) {
                (false, true) => 0,
                (true, false) => 1,
                _ => return f64::NEG_INFINITY,
            };
            ln_choice + self.ln_fixation(payoffs[who][after] - payoffs[who][before])
        };
        let masses = stationary(Array2::from_shape_fn((profiles, profiles), rate));
        Array2::from_shape_vec((rows, columns), masses).expect("a mass for each profile")
    }

    /// The logarithm of the probability that one mutant who wins `gain` more takes over the population.
    fn ln_fixation(&self, gain: f64) -> f64 {
        let (x, size) = (self.alpha * gain.abs(), f64::from(self.population));
        if x == 0.0 {
            return -ln(size);
        }
        // (1 - exp(-x)) / (1 - exp(-size x)); with a loss both exponents have the other sign.
        let ratio = ln(-exp_minus_1(-x)) - ln(-exp_minus_1(-size * x));
        if gain > 0.0 { ratio } else { ratio - (size - 1.0) * x }
    }
}

/// The shares of time that a Markov chain spends in its states, from the logarithms of its rates; those of staying
/// do not matter. From every state the first one must be reached.
fn stationary(mut ln_rates: Array2<f64>) -> Vec<f64> {
    let count = ln_rates.nrows();
    for last in (1..count).rev() {
        let leave = (0..last).map(|to| ln_rates[[last, to]]).fold(f64::NEG_INFINITY, ln_sum_of_exps);
        for from in 0..last {
            ln_rates[[from, last]] -= leave;
            let enter = ln_rates[[from, last]];
            for to in (0..last).filter(|&to| to != from) {
                ln_rates[[from, to]] = ln_sum_of_exps(ln_rates[[from, to]], enter + ln_rates[[last, to]]);
            }
        }
    }
    let mut ln_masses = vec![0.0; count];
    for state in 1..count {
        let into = (0..state).map(|from| ln_masses[from] + ln_rates[[from, state]]);
        ln_masses[state] = into.fold(f64::NEG_INFINITY, ln_sum_of_exps);
    }
    let total = ln_masses.iter().copied().fold(f64::NEG_INFINITY, ln_sum_of_exps);
    ln_masses.iter().map(|mass| exp(mass - total)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    fn near<'a>(ours: impl IntoIterator<Item = &'a f64>, expected: &[f64], relative: f64) {
        let ours: Vec<f64> = ours.into_iter().copied().collect();
        let close = ours.iter().zip(expected).all(|(a, b)| (a - b).abs() <= relative * b.abs());
        assert!(close && ours.len() == expected.len(), "{ours:?}, not {expected:?}");
    }

    #[test]
    fn cycles_are_even() {
        // All rates of rock, paper, scissors are the same around the cycle, whatever they are.
        for alpha in [0.01, 1.0, 1e6] {
            let rank = AlphaRank { alpha, population: 50 };
            near(
                &rank.of_one(&array![[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]),
                &[1.0 / 3.0; 3],
                1e-12,
            );
            // So are those of matching pennies around its four profiles.
            let pennies = array![[1.0, -1.0], [-1.0, 1.0]];
            near(&rank.of_two([&pennies, &-&pennies]), &[0.25; 4], 1e-12);
        }
    }

    #[test]
    fn two_strategies_are_as_by_hand() {
        // The rates to and fro are as e^((m - 1) alpha gain) to 1.
        let rank = AlphaRank { alpha: 0.1, population: 11 };
        let odds = 0.7f64.exp();
        near(
            &rank.of_one(&array![[0.0, 0.3], [-0.4, 5.0]]),
            &[odds / (1.0 + odds), 1.0 / (1.0 + odds)],
            1e-12,
        );
        let even = rank.of_one(&array![[3.0, 1.0], [1.0, 0.0]]);
        near(&even, &[0.5; 2], 1e-12);
        assert_eq!(rank.of_one(&array![[7.0]]), [1.0]);
    }

    const FOUR: [[f64; 4]; 4] =
        [[0.0, 0.4, -0.9, 0.2], [-0.4, 0.0, 0.5, 0.3], [0.9, -0.5, 0.0, -0.1], [-0.2, -0.3, 0.1, 0.0]];
    const FIRST: [[f64; 3]; 2] = [[1.0, -0.5, 0.2], [0.0, 0.7, -0.3]];
    const SECOND: [[f64; 3]; 2] = [[-0.2, 0.6, 0.1], [0.9, -0.4, 0.3]];

    #[test]
    fn tables_without_symmetry() {
        // By the Markov chain tree theorem, summing over all spanning trees with 60 digits in mpmath.
        for (alpha, one, two) in KNOWN {
            let rank = AlphaRank { alpha, population: 20 };
            near(&rank.of_one(&Array2::from_shape_fn((4, 4), |(i, j)| FOUR[i][j])), &one, 1e-11);
            let [first, second] =
                [FIRST, SECOND].map(|table| Array2::from_shape_fn((2, 3), |(i, j)| table[i][j]));
            near(&rank.of_two([&first, &second]), &two, 1e-11);
        }
    }
    /// An alpha, and the masses in one population of FOUR and in two of FIRST and SECOND.
    const KNOWN: [(f64, [f64; 4], [f64; 6]); 3] = [
        (
            0.1,
            [0.21003333630111048, 0.3482634974876593, 0.27428161885430136, 0.16742154735692882],
            [
                0.1829926688972724,
                0.1916166625611291,
                0.18650239403304603,
                0.1969991387457156,
                0.1231797519106426,
                0.11870938385219428,
            ],
        ),
        (
            2.0,
            [0.3226098036381963, 0.345337239852044, 0.26271920364914264, 0.06933375286061702],
            [
                0.14449746896458654,
                0.2522936256162258,
                0.18047527519209536,
                0.20877340681891565,
                0.13662202351389727,
                0.07733819989427938,
            ],
        ),
        (
            100.0,
            [0.39999999991755386, 0.30000000004122307, 0.20000000016489228, 0.09999999987633078],
            [
                0.10714285714286216,
                0.2857142857142857,
                0.17857142857142355,
                0.2142857142857143,
                0.14285714285714285,
                0.07142857142857142,
            ],
        ),
    ];
}
