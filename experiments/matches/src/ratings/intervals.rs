//! Intervals of a share, such as that of hands won.
//!
//! They are for hands that are independent of each other. The hands of one deal played from every seat are
//! not: those go into [`Moments`](super::Moments), one number for each deal.

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
