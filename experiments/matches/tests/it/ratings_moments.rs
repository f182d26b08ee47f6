//! Count, mean and variance of numbers that come one by one, and the intervals of their mean.

use hinterhand_matches::ratings::Moments;

fn near(ours: [f64; 2], expected: [f64; 2]) {
    assert!(ours.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{ours:?}, not {expected:?}");
}

#[test]
fn intervals_are_those_of_the_textbook() {
    // 1, 1, -1, -1: variance 4/3, standard error sqrt(1/3); t with 3 degrees at 97.5 % is 3.182446305284263.
    let moments: Moments = [1.0, 1.0, -1.0, -1.0].into_iter().collect();
    let error = (1f64 / 3.0).sqrt();
    assert_eq!(Moments::of_sums(4, 0.0, 4.0), moments);
    near(moments.normal(0.95).unwrap(), [-1.959963984540054 * error, 1.959963984540054 * error]);
    near(moments.student(0.95).unwrap(), [-3.182446305284263 * error, 3.182446305284263 * error]);
}

#[test]
fn few_numbers_say_little() {
    let none = Moments::default();
    assert_eq!((none.mean(), none.variance(), none.normal(0.9)), (None, None, None));
    let one: Moments = [2.5].into_iter().collect();
    assert_eq!((one.mean(), one.standard_error(), one.student(0.9)), (Some(2.5), None, None));
}

#[test]
fn parts_add_up_to_the_whole_also_far_from_zero() {
    let numbers = [3.0, 5.0, 8.0, 1.0, 4.0, 4.0].map(|number| number + 1e6);
    let whole: Moments = numbers.into_iter().collect();
    for cut in 0..=numbers.len() {
        let mut parts: Moments = numbers[..cut].iter().copied().collect();
        parts.merge(&numbers[cut..].iter().copied().collect());
        assert_eq!(parts.count(), 6);
        // Numbers of the size of a million have ten digits behind the point.
        assert!((parts.mean().unwrap() - 1e6 - 25.0 / 6.0).abs() < 1e-8);
        assert!((parts.variance().unwrap() - 161.0 / 30.0).abs() < 1e-8);
    }
    assert_eq!(whole.negated().mean(), whole.mean().map(|mean| -mean));
    assert_eq!(whole.negated().variance(), whole.variance());
}
