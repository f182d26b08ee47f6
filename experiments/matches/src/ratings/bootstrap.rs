//! Intervals of any figure by drawing the results again (Efron 1979).
//!
//! What is drawn are independent units: whole deals, not the hands of a deal. An end of an interval is always
//! a value that came up, never one between two, so figures may be infinite. For few units the intervals are
//! too narrow.

use hinterhand_engine::Rng;

use super::moments::upper;

/// The `statistic` of `resamples` draws of as many units as there are, with replacement.
///
/// ```
/// use hinterhand_engine::Rng;
/// use hinterhand_matches::ratings::bootstrap;
///
/// let deals = [1.0, 0.0, 2.0, -1.0, 3.0, 0.5];
/// let mean = |deals: &[f64]| deals.iter().sum::<f64>() / deals.len() as f64;
/// let replicates = bootstrap::replicates(&deals, 2_000, &mut Rng::new(1, 0), mean);
/// let [low, high] = bootstrap::percentile(replicates, 0.9);
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

/// The interval between which the middle `level` of the replicates lie. One that is not a number could be
/// anything: it counts as low at the lower end and as high at the upper end.
pub fn percentile(replicates: Vec<f64>, level: f64) -> [f64; 2] {
    let high = upper(level);
    between(replicates, [1.0 - high, high])
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
