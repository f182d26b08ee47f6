//! Intervals of any figure by drawing the results again (Efron 1979, 1987).
//!
//! What is drawn are independent units: whole deals, not the hands of a deal. An end of an interval is always a value
//! that came up, never one between two, so figures may be infinite. For few units the intervals are too narrow; BCa
//! corrects for skewness and bias, not for that.

use hinterhand_engine::Rng;

use super::distributions::{normal_point, normal_share};
use super::moments::upper;

/// The `statistic` of `resamples` draws of as many units as there are, with replacement.
///
/// ```
/// use hinterhand_engine::Rng;
/// use hinterhand_experiments::ratings::bootstrap;
///
/// let deals = [1.0, 0.0, 2.0, -1.0, 3.0, 0.5];
/// let mean = |deals: &[f64]| deals.iter().sum::<f64>() / deals.len() as f64;
/// let replicates = bootstrap::replicates(&deals, 2_000, &mut Rng::new(1, 0), mean);
/// let [low, high] = bootstrap::percentile(replicates.clone(), 0.9);
/// assert!(low < mean(&deals) && mean(&deals) < high);
/// let left_out = bootstrap::leave_one_out(&deals, mean);
/// let [low, high] = bootstrap::bca(replicates, mean(&deals), &left_out, 0.9).expect("it lies among them");
/// assert!(low < mean(&deals) && mean(&deals) < high);
/// ```
pub fn replicates<T: Clone, V>(
    units: &[T],
    resamples: usize,
    rng: &mut Rng,
    mut statistic: impl FnMut(&[T]) -> V,
) -> Vec<V> {
    assert!(!units.is_empty() && units.len() <= u32::MAX as usize, "{} units to draw from", units.len());
    let mut drawn = Vec::with_capacity(units.len());
    let draw = |_| {
        drawn.clear();
        drawn.extend(units.iter().map(|_| units[rng.below(units.len() as u32) as usize].clone()));
        statistic(&drawn)
    };
    (0..resamples).map(draw).collect()
}

/// The `statistic` of all units but one, for each of them.
pub fn leave_one_out<T: Clone, V>(units: &[T], mut statistic: impl FnMut(&[T]) -> V) -> Vec<V> {
    let without = |left_out| statistic(&[&units[..left_out], &units[left_out + 1..]].concat());
    (0..units.len()).map(without).collect()
}

/// The interval between which the middle `level` of the replicates lie. One that is not a number could be
/// anything: it counts as low at the lower end and as high at the upper end.
pub fn percentile(replicates: Vec<f64>, level: f64) -> [f64; 2] {
    let high = upper(level);
    between(replicates, [1.0 - high, high])
}

/// The bias-corrected and accelerated interval (Efron 1987) of the figure `observed`, whose values with one unit
/// left out are those of [`leave_one_out`]. Half of the replicates that equal it count as below. None if `observed`
/// lies outside of all replicates or a value is not finite: then there is nothing to correct by.
pub fn bca(replicates: Vec<f64>, observed: f64, left_out: &[f64], level: f64) -> Option<[f64; 2]> {
    let mut halves = 0;
    for replicate in &replicates {
        halves += usize::from(*replicate < observed) + usize::from(*replicate <= observed);
    }
    let share = halves as f64 / (2 * replicates.len()) as f64;
    let bias = normal_point(share);
    if !bias.is_finite() || left_out.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let mean = left_out.iter().sum::<f64>() / left_out.len() as f64;
    let (mut squares, mut cubes) = (0.0, 0.0);
    for value in left_out {
        let away = mean - value;
        squares += away * away;
        cubes += away * away * away;
    }
    let acceleration = if squares > 0.0 { cubes / (6.0 * squares * squares.sqrt()) } else { 0.0 };
    let corrected = |share: f64| {
        let z = bias + normal_point(share);
        normal_share(bias + z / (1.0 - acceleration * z))
    };
    let high = upper(level);
    Some(between(replicates, [corrected(1.0 - high), corrected(high)]))
}

/// The least value that at least this share of the replicates do not exceed, for each of two shares.
fn between(mut replicates: Vec<f64>, shares: [f64; 2]) -> [f64; 2] {
    assert!(!replicates.is_empty(), "an interval of no replicates");
    let mut end = |share: f64, unknown: f64| {
        let known = |value: &f64| if value.is_nan() { unknown } else { *value };
        let at = (share * replicates.len() as f64).ceil().max(1.0) as usize - 1;
        let at = at.min(replicates.len() - 1);
        let (_, value, _) = replicates.select_nth_unstable_by(at, |a, b| known(a).total_cmp(&known(b)));
        known(value)
    };
    [end(shares[0], f64::NEG_INFINITY), end(shares[1], f64::INFINITY)]
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNITS: [f64; 5] = [1.0, 2.0, 4.0, 8.0, 9.0];

    fn mean(units: &[f64]) -> f64 {
        units.iter().sum::<f64>() / units.len() as f64
    }

    fn variance(units: &[f64]) -> f64 {
        let mean = mean(units);
        units.iter().map(|unit| (unit - mean) * (unit - mean)).sum::<f64>() / units.len() as f64
    }

    /// The statistic of every one of the 5^5 draws, so that nothing depends on chance.
    fn every(statistic: impl Fn(&[f64]) -> f64) -> Vec<f64> {
        (0..5usize.pow(5))
            .map(|draw| statistic(&[1, 5, 25, 125, 625].map(|digit| UNITS[draw / digit % 5])))
            .collect()
    }

    #[test]
    fn the_intervals_are_those_of_scipy() {
        // `scipy.stats.bootstrap` 1.16, given all 3,125 draws, at 90 %; the percentiles by numpy's `inverted_cdf`.
        type Known = (fn(&[f64]) -> f64, [f64; 2], [f64; 2]);
        let known: [Known; 2] = [(mean, [2.4, 7.2], [2.6, 7.4]), (variance, [1.36, 13.04], [7.04, 15.36])];
        for (statistic, by_percentile, by_bca) in known {
            let left_out = leave_one_out(&UNITS, statistic);
            let bca = bca(every(statistic), statistic(&UNITS), &left_out, 0.9).expect("it lies among them");
            for (ours, expected) in [(percentile(every(statistic), 0.9), by_percentile), (bca, by_bca)] {
                assert!(ours.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{ours:?}");
            }
        }
    }

    #[test]
    fn draws_are_as_likely_as_they_should_be() {
        let replicates = replicates(&UNITS, 20_000, &mut Rng::new(4, 0), mean);
        let all = every(mean);
        for bound in [2.4, 4.0, 4.8, 6.6] {
            let share = |values: &[f64]| {
                values.iter().filter(|value| **value < bound + 1e-9).count() as f64 / values.len() as f64
            };
            // Four standard errors of a share of 20,000.
            assert!((share(&replicates) - share(&all)).abs() < 4.0 * 0.5 / 20_000f64.sqrt());
        }
    }

    #[test]
    fn what_cannot_be_known_is_said() {
        let endless = f64::INFINITY;
        assert_eq!(percentile(vec![1.0, f64::NAN, 2.0, endless], 0.4), [1.0, endless]);
        assert_eq!(percentile(vec![f64::NAN; 3], 0.9), [-endless, endless]);
        assert_eq!(bca(vec![1.0, 2.0], 3.0, &[1.0, 2.0], 0.9), None);
        assert_eq!(bca(vec![1.0, 2.0], 1.5, &[1.0, endless], 0.9), None);
        assert_eq!(bca(vec![1.0; 9], 1.0, &[1.0; 9], 0.9), Some([1.0, 1.0]));
    }
}
