//! Intervals of a share, such as that of hands won.
//!
//! They are for hands that are independent of each other. The hands of one deal played from every seat are not:
//! those go into [`Moments`](super::Moments), one number for each deal.

use super::distributions::normal_point;
use super::moments::upper;

/// The interval of a share of which `successes` of `trials` were seen, by Wilson (1927): narrow, and right on
/// average over shares. Of no trials it is everything.
///
/// ```
/// use hinterhand_matches::ratings::intervals::wilson;
/// let [low, high] = wilson(3, 10, 0.95);
/// assert!((low - 0.1078).abs() < 1e-4 && (high - 0.6032).abs() < 1e-4);
/// ```
pub fn wilson(successes: u64, trials: u64, level: f64) -> [f64; 2] {
    assert!(successes <= trials, "{successes} successes of {trials} trials");
    if trials == 0 {
        return [0.0, 1.0];
    }
    let z = normal_point(upper(level));
    let (n, share) = (trials as f64, successes as f64 / trials as f64);
    let wide = 1.0 + z * z / n;
    let middle = (share + z * z / (2.0 * n)) / wide;
    let half = z / wide * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    // At the ends the formula gives the end itself, but for rounding.
    let low = if successes == 0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if successes == trials { 1.0 } else { (middle + half).min(1.0) };
    [low, high]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Successes, trials, and the ends as `binomtest` of scipy 1.16 has them. 81 of 263 and 15 of 148 are the examples of
    /// Newcombe, "Two-sided confidence intervals for the single proportion" (1998), who prints 0.2553 to 0.3662 and
    /// 0.0624 to 0.1605.
    const KNOWN: [(u64, u64, [f64; 2]); 7] = [
        (0, 10, [0.0, 0.27753279986288926]),
        (3, 10, [0.10779126740630102, 0.6032218525388546]),
        (10, 10, [0.7224672001371109, 1.0]),
        (1, 1, [0.20654931437723745, 1.0]),
        (81, 263, [0.2552885198782742, 0.36620957698280004]),
        (15, 148, [0.06238639953073629, 0.16048724172330803]),
        (500_000, 1_000_000, [0.4990200198900048, 0.5009799801099952]),
    ];

    #[test]
    fn they_are_the_published_ones() {
        for (successes, trials, expected) in KNOWN {
            let ours = wilson(successes, trials, 0.95);
            let close = ours.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-11);
            assert!(close, "{successes} of {trials}: {ours:?}, not {expected:?}");
        }
        assert_eq!(wilson(0, 0, 0.95), [0.0, 1.0]);
    }
}
