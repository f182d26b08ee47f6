//! Wald's sequential test between two bots, on results of any finite set: games, pairs of games, deals with
//! points.
//!
//! The generalised test of Van den Bergh, "A practical introduction to the GSPRT" (2020), as Fishtest runs
//! it: the likelihoods of the two hypotheses are the largest that distributions of these results with the two
//! means have. There it takes three or five results, here any. One deal played from every seat is one result;
//! with game points and the two seats of a deal that is the mean of two points.

use std::fmt;

use super::elementary::{exp, ln};

/// A result that never came up counts as if it had this often (Fishtest's number); so a test that has seen
/// only wins has finite likelihoods.
const UNSEEN: f64 = 1e-3;

/// The parameters of a test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtOptions {
    /// The first bot is no better than this: the hypothesis that is given up if the test passes.
    pub elo0: f64,
    /// The first bot is at least so good: the hypothesis that is given up if the test fails.
    pub elo1: f64,
    /// The maximum probability that the test passes a bot of `elo0`.
    pub alpha: f64,
    /// The maximum probability that it fails a bot of `elo1`.
    pub beta: f64,
    /// The likelihood of a mean.
    pub likelihood: Likelihood,
}

impl Default for SprtOptions {
    fn default() -> SprtOptions {
        SprtOptions { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, likelihood: Likelihood::Exact }
    }
}

/// The likelihood of a mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Likelihood {
    /// The largest of all distributions with this mean.
    #[default]
    Exact,
    /// That of normal results with the variance seen: an approximation for many results and near hypotheses.
    Normal,
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// More results are needed.
    Open,
    /// The hypothesis `elo1` is taken.
    Passed,
    /// The hypothesis `elo0` is taken.
    Failed,
}

impl Verdict {
    /// The verdict in a word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Open => "open",
            Verdict::Passed => "passed",
            Verdict::Failed => "failed",
        }
    }
}

/// Why there is no such test.
#[derive(Clone, PartialEq, Debug)]
pub enum SprtError {
    /// The results are fewer than two, not finite or not increasing.
    Results,
    /// The hypotheses are not in order.
    Elo(f64, f64),
    /// Such error rates cannot be had.
    Errors(f64, f64),
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SprtError::Results => write!(f, "a test needs two results or more, in increasing order"),
            SprtError::Elo(elo0, elo1) => {
                write!(f, "elo0 must be less than elo1, but {elo0} is not less than {elo1}")
            }
            SprtError::Errors(alpha, beta) => {
                write!(f, "alpha {alpha} and beta {beta} must be above 0 and their sum below 1")
            }
        }
    }
}

impl std::error::Error for SprtError {}

/// A running test.
///
/// ```
/// use hinterhand_matches::ratings::{Sprt, SprtOptions, Verdict};
///
/// // Hands for 1 to 3 points, each deal from both seats: the mean goes by halves of a point.
/// let means: Vec<f64> = (-6..=6).map(|halves| f64::from(halves) / 2.0).collect();
/// let mut sprt = Sprt::new(&means, SprtOptions { elo1: 50.0, ..SprtOptions::default() })?;
/// while sprt.verdict() == Verdict::Open {
///     [1.0, 0.5, -0.5, 2.0, 0.0].into_iter().for_each(|result| sprt.record(result));
/// }
/// assert_eq!(sprt.verdict(), Verdict::Passed);
/// # Ok::<(), hinterhand_matches::ratings::SprtError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Sprt {
    results: Vec<f64>,
    counts: Vec<u64>,
    means: [f64; 2],
    bounds: [f64; 2],
    likelihood: Likelihood,
}

impl Sprt {
    /// A test in which a deal may bring the first bot one of `results`, in increasing order. Elo differences
    /// stand for expected scores, and these for means between the lowest result and the highest: so 0 is the
    /// middle.
    pub fn new(results: &[f64], options: SprtOptions) -> Result<Sprt, SprtError> {
        let SprtOptions { elo0, elo1, alpha, beta, likelihood } = options;
        let increase = results.windows(2).all(|pair| pair[0] < pair[1]);
        if results.len() < 2 || !increase || !results.iter().all(|result| result.is_finite()) {
            return Err(SprtError::Results);
        }
        // Written so that what is not a number is an error too.
        if !(elo0 < elo1 && elo0.is_finite() && elo1.is_finite()) {
            return Err(SprtError::Elo(elo0, elo1));
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Errors(alpha, beta));
        }
        let (low, high) = (results[0], results[results.len() - 1]);
        Ok(Sprt {
            results: results.to_vec(),
            counts: vec![0; results.len()],
            means: [elo0, elo1].map(|elo| low + (high - low) * expected_score(elo)),
            bounds: [ln(beta / (1.0 - alpha)), ln((1.0 - beta) / alpha)],
            likelihood,
        })
    }

    /// Enters a result; it must be one of those that the test was made for.
    pub fn record(&mut self, result: f64) {
        let place = self.results.iter().position(|known| *known == result);
        self.counts[place.unwrap_or_else(|| panic!("{result} is none of the results of this test"))] += 1;
    }

    /// The count of each result.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The bounds of the logarithm of the likelihood ratio at which the test fails and passes.
    pub fn bounds(&self) -> [f64; 2] {
        self.bounds
    }

    /// The mean results of the two hypotheses.
    pub fn means(&self) -> [f64; 2] {
        self.means
    }

    /// The logarithm of how much likelier the results are under `elo1` than under `elo0`.
    pub fn log_likelihood_ratio(&self) -> f64 {
        if self.counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts: Vec<f64> =
            self.counts.iter().map(|&count| if count == 0 { UNSEEN } else { count as f64 }).collect();
        let total: f64 = counts.iter().sum();
        match self.likelihood {
            Likelihood::Exact => {
                let tilts = self.means.map(|mean| self.tilt(&counts, mean));
                let term = |(result, count): (&f64, &f64)| {
                    let [p0, p1] = [0, 1].map(|n| ln(1.0 + tilts[n] * (result - self.means[n])));
                    count * (p0 - p1)
                };
                self.results.iter().zip(&counts).map(term).sum()
            }
            Likelihood::Normal => {
                let pairs = || self.results.iter().zip(&counts);
                let mean = pairs().map(|(result, count)| result * count).sum::<f64>() / total;
                let away = |(result, count): (&f64, &f64)| (result - mean) * (result - mean) * count;
                let variance = pairs().map(away).sum::<f64>() / total;
                let [low, high] = self.means;
                total * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
            }
        }
    }

    /// The state of the test. Once it is decided, its error rates do not hold for further results.
    pub fn verdict(&self) -> Verdict {
        let ratio = self.log_likelihood_ratio();
        match self.bounds {
            [_, passed] if ratio >= passed => Verdict::Passed,
            [failed, _] if ratio <= failed => Verdict::Failed,
            _ => Verdict::Open,
        }
    }

    /// The likeliest distribution with this mean has each result as often as it came up over 1 + tilt (result
    /// - mean); this is the tilt that gives the mean.
    fn tilt(&self, counts: &[f64], mean: f64) -> f64 {
        let away = |at: usize| self.results[at] - mean;
        // Beyond these, probabilities are negative; the sum falls from endless to endless between them.
        let (mut low, mut high) = (-1.0 / away(self.results.len() - 1), -1.0 / away(0));
        loop {
            let middle = f64::midpoint(low, high);
            if middle <= low || middle >= high {
                return middle;
            }
            let term = |(at, count): (usize, &f64)| count * away(at) / (1.0 + middle * away(at));
            if counts.iter().enumerate().map(term).sum::<f64>() > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
    }
}

/// The expected score, from 0 to 1, of a player that is better by `elo` points.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + exp(-elo * std::f64::consts::LN_10 / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test with these counts, one for each result.
    fn with_counts(sprt: Sprt, counts: &[u64]) -> Sprt {
        assert_eq!(counts.len(), sprt.results.len(), "a count for each result");
        Sprt { counts: counts.to_vec(), ..sprt }
    }
    use hinterhand_engine::Rng;

    const TRINOMIAL: [f64; 3] = [0.0, 0.5, 1.0];
    const PENTANOMIAL: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
    const POINTS: [f64; 9] = [-3.0, -2.0, -1.5, -1.0, 0.0, 1.0, 1.5, 2.0, 3.0];

    fn options(elo0: f64, elo1: f64) -> SprtOptions {
        SprtOptions { elo0, elo1, ..SprtOptions::default() }
    }

    /// Results, counts, hypotheses, and the logarithms by the exact and the normal likelihood.
    type Known = (&'static [f64], &'static [u64], [f64; 2], [f64; 2]);

    // Solved with mpmath from the equations of Lagrange, from where SLSQP of scipy 1.16 led.
    const KNOWN: [Known; 6] = [
        (&TRINOMIAL, &[120, 200, 140], [0.0, 5.0], [0.425106058983593, 0.426351994356442]),
        (&TRINOMIAL, &[0, 10, 12], [0.0, 10.0], [0.624019690329018, 1.35529588619921]),
        (&PENTANOMIAL, &[10, 150, 320, 170, 14], [0.0, 5.0], [0.848747033004426, 0.849731889387391]),
        (&PENTANOMIAL, &[54, 1250, 2790, 1302, 61], [-3.0, 1.0], [4.06254867356436, 4.06474550760059]),
        (&POINTS, &[14, 30, 22, 41, 150, 49, 30, 37, 20], [0.0, 20.0], [1.57428228926252, 1.58538484707387]),
        (&POINTS, &[0, 0, 3, 5, 9, 8, 0, 6, 2], [0.0, 100.0], [1.49788520024697, 1.36232439073792]),
    ];

    #[test]
    fn ratios_are_those_of_a_second_way() {
        for (results, counts, [elo0, elo1], [exact, normal]) in KNOWN {
            for (likelihood, expected) in [(Likelihood::Exact, exact), (Likelihood::Normal, normal)] {
                let sprt = Sprt::new(results, SprtOptions { likelihood, ..options(elo0, elo1) }).unwrap();
                let ratio = with_counts(sprt, counts).log_likelihood_ratio();
                let close = (ratio - expected).abs() < 1e-8 * expected.abs().max(1.0);
                assert!(close, "{counts:?}, {likelihood:?}: {ratio}, not {expected}");
            }
        }
    }

    #[test]
    fn likelihoods_are_the_largest() {
        // Three results with a given mean leave one probability free: it is searched on a fine grid.
        let counts = [30u64, 45, 40];
        let most = |mean: f64| {
            (1..200_000)
                .map(|step| f64::from(step) / 200_000.0)
                .map(|draw| (1.0 - mean - draw / 2.0, draw, mean - draw / 2.0))
                .filter(|p| p.0 > 0.0 && p.2 > 0.0)
                .map(|p| 30.0 * p.0.ln() + 45.0 * p.1.ln() + 40.0 * p.2.ln())
                .fold(f64::NEG_INFINITY, f64::max)
        };
        let sprt = with_counts(Sprt::new(&TRINOMIAL, options(-10.0, 30.0)).unwrap(), &counts);
        let [low, high] = sprt.means();
        let expected = most(high) - most(low);
        assert!((sprt.log_likelihood_ratio() - expected).abs() < 1e-6, "{expected}");
    }

    #[test]
    fn errors_are_as_rare_as_promised() {
        // Pairs of hands for points; the truth is one of the two hypotheses. Of 400 tests each, 5 % may go
        // wrong, and with four standard errors of that share at most 9.4 %.
        let mut rng = Rng::new(11, 0);
        let sprt = Sprt::new(&POINTS, options(0.0, 60.0)).unwrap();
        let shape = [4.0, 6.0, 5.0, 10.0, 30.0, 10.0, 5.0, 6.0, 4.0];
        for (truth, wrong) in [(0, Verdict::Passed), (1, Verdict::Failed)] {
            // Symmetric at mean 0, so half of the difference moved from each loss to the win across.
            let mut weights = shape;
            for at in 0..4 {
                let moved = weights[at] * sprt.means()[truth] / MEAN_MOVED;
                weights[at] -= moved;
                weights[8 - at] += moved;
            }
            let total: f64 = weights.iter().sum();
            let mean =
                POINTS.iter().zip(weights).map(|(result, weight)| result * weight).sum::<f64>() / total;
            assert!((mean - sprt.means()[truth]).abs() < 1e-12, "{mean}");
            let mut errors = 0;
            for _ in 0..400 {
                let mut sprt = sprt.clone();
                let verdict = loop {
                    sprt.record(POINTS[rng.weighted(weights.iter().copied())]);
                    // Few results do not determine the distribution, so the test is not evaluated after two
                    // of them.
                    if sprt.counts().iter().sum::<u64>() >= 16 && sprt.verdict() != Verdict::Open {
                        break sprt.verdict();
                    }
                };
                errors += u32::from(verdict == wrong);
            }
            assert!(errors <= 37, "{errors} of 400");
        }
    }

    /// By how much the mean rises if all losses become wins: twice (3*4 + 2*6 + 1.5*5 + 1*10) of 80.
    const MEAN_MOVED: f64 = 2.0 * 41.5 / 80.0;

    #[test]
    fn bounds_are_those_of_wald() {
        let sprt = Sprt::new(&PENTANOMIAL, SprtOptions::default()).unwrap();
        assert!(
            sprt.bounds()
                .iter()
                .zip([-2.9444389791664403, 2.9444389791664403])
                .all(|(a, b)| (a - b).abs() < 1e-12)
        );
        assert_eq!((sprt.log_likelihood_ratio(), sprt.verdict()), (0.0, Verdict::Open));
        assert_eq!(with_counts(sprt, &[0, 0, 0, 0, 3_000]).verdict(), Verdict::Passed);
    }

    #[test]
    fn senseless_tests_are_refused() {
        let refused = |results: &[f64], options| Sprt::new(results, options).unwrap_err().to_string();
        assert_eq!(refused(&[1.0], options(0.0, 5.0)), SprtError::Results.to_string());
        assert_eq!(refused(&[1.0, 1.0], options(0.0, 5.0)), SprtError::Results.to_string());
        let elo = "elo0 must be less than elo1, but 5 is not less than 5";
        assert_eq!(refused(&TRINOMIAL, options(5.0, 5.0)), elo);
        assert!(refused(&TRINOMIAL, options(0.0, f64::NAN)).contains("elo0"));
        let errors = SprtOptions { alpha: 0.6, beta: 0.5, ..SprtOptions::default() };
        assert_eq!(
            refused(&TRINOMIAL, errors),
            "alpha 0.6 and beta 0.5 must be above 0 and their sum below 1"
        );
    }
}
