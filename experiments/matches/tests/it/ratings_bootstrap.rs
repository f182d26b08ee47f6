//! Intervals of any figure by drawing the results again (Efron 1979).

use hinterhand_engine::Rng;
use hinterhand_matches::ratings::bootstrap::{percentile, replicates};

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
    // `scipy.stats.bootstrap` 1.16, given all 3,125 draws, at 90 %, by numpy's `inverted_cdf`.
    type Known = (fn(&[f64]) -> f64, [f64; 2]);
    let known: [Known; 2] = [(mean, [2.4, 7.2]), (variance, [1.36, 13.04])];
    for (statistic, expected) in known {
        let ours = percentile(every(statistic), 0.9);
        assert!(ours.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{ours:?}");
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
}
