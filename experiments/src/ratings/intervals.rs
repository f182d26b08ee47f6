//! Intervals of a share, such as that of hands won.
//!
//! They are for hands that are independent of each other. The hands of one deal played from every seat are not:
//! those go into [`Moments`](super::Moments), one number for each deal.

use super::distributions::{beta_point, normal_point};
use super::moments::upper;

/// The interval of a share of which `successes` of `trials` were seen, by Wilson (1927): narrow, and right on
/// average over shares. Of no trials it is everything.
///
/// ```
/// use hinterhand_experiments::ratings::intervals::wilson;
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

/// The interval by Clopper and Pearson (1934): it contains the share with the probability `level` or more,
/// whatever the share is, and is wider for it. Of no trials it is everything.
pub fn clopper_pearson(successes: u64, trials: u64, level: f64) -> [f64; 2] {
    assert!(successes <= trials, "{successes} successes of {trials} trials");
    let (tail, hits, misses) = (1.0 - upper(level), successes as f64, (trials - successes) as f64);
    let low = if successes == 0 { 0.0 } else { beta_point(hits, misses + 1.0, tail) };
    // The upper end is the lower end of the misses: so no digit of a small tail is lost.
    let high = if successes == trials { 1.0 } else { 1.0 - beta_point(misses, hits + 1.0, tail) };
    [low, high]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Successes, trials, and the ends by Wilson and by Clopper and Pearson as `binomtest` of scipy 1.16 has them.
    /// 81 of 263 and 15 of 148 are the examples of Newcombe, "Two-sided confidence intervals for the single
    /// proportion" (1998), who prints 0.2553 to 0.3662 and 0.0624 to 0.1605, and 0.2527 to 0.3676 and 0.0578 to
    /// 0.1617.
    const KNOWN: [(u64, u64, [f64; 2], [f64; 2]); 7] = [
        (0, 10, [0.0, 0.27753279986288926], [0.0, 0.30849710781876294]),
        (3, 10, [0.10779126740630102, 0.6032218525388546], [0.06673951117773447, 0.652452850060008]),
        (10, 10, [0.7224672001371109, 1.0], [0.6915028921812371, 1.0]),
        (1, 1, [0.20654931437723745, 1.0], [0.025, 1.0]),
        (81, 263, [0.2552885198782742, 0.36620957698280004], [0.25273674558504267, 0.36762192260134746]),
        (15, 148, [0.06238639953073629, 0.16048724172330803], [0.05784401008344801, 0.16165049034947895]),
        (
            500_000,
            1_000_000,
            [0.4990200198900048, 0.5009799801099952],
            [0.4990195191953118, 0.5009804808046883],
        ),
    ];

    #[test]
    fn they_are_the_published_ones() {
        for (successes, trials, by_wilson, exact) in KNOWN {
            for (ours, expected) in [
                (wilson(successes, trials, 0.95), by_wilson),
                (clopper_pearson(successes, trials, 0.95), exact),
            ] {
                let close = ours.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-11);
                assert!(close, "{successes} of {trials}: {ours:?}, not {expected:?}");
            }
        }
        assert_eq!((wilson(0, 0, 0.95), clopper_pearson(0, 0, 0.95)), ([0.0, 1.0], [0.0, 1.0]));
    }

    #[test]
    fn the_exact_interval_holds_its_level_for_every_share() {
        // All outcomes of 12 trials are listed, so what is tested is no sample.
        const TRIALS: u64 = 12;
        let intervals: Vec<[f64; 2]> = (0..=TRIALS).map(|hits| clopper_pearson(hits, TRIALS, 0.9)).collect();
        let mut least: f64 = 1.0;
        for share in (1..200).map(|n| f64::from(n) / 200.0) {
            let mut ways = 1.0;
            let mut covered = 0.0;
            for hits in 0..=TRIALS {
                let [low, high] = intervals[hits as usize];
                if low <= share && share <= high {
                    covered += ways * share.powi(hits as i32) * (1.0 - share).powi((TRIALS - hits) as i32);
                }
                ways *= (TRIALS - hits) as f64 / (hits + 1) as f64;
            }
            least = least.min(covered);
        }
        assert!((0.9..0.95).contains(&least), "{least}");
    }
}
