//! Intervals of a share, such as that of hands won.

use hinterhand_matches::ratings::intervals::wilson;

/// Successes, trials, and the ends as `binomtest` of scipy 1.16 has them. 81 of 263 and 15 of 148 are the
/// examples of Newcombe, "Two-sided confidence intervals for the single proportion" (1998), who prints 0.2553
/// to 0.3662 and 0.0624 to 0.1605.
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
