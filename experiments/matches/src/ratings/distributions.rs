//! The normal, Student's t and beta distributions: shares below a point, and points below which a share
//! lies.
//!
//! Tails of the beta distribution are continued fractions (Abramowitz and Stegun 26.5.8) before which stands
//! the probability of a point by Loader, "Fast and accurate computation of binomial probabilities" (2000): no
//! large logarithms are subtracted, so it is exact also for millions of games. Points are found by halving:
//! slower than Newton's method, and without cases in which it goes astray.

use std::f64::consts::TAU;

use super::elementary::{exp, ln};

/// The share of the standard normal distribution below `x`.
pub fn normal_share(x: f64) -> f64 {
    if x > 0.0 {
        return 1.0 - normal_share(-x);
    }
    let density = exp(-x * x / 2.0) / TAU.sqrt();
    if x > -3.0 {
        // Marsaglia's series around the middle; here it loses no more than three digits of the tail.
        let (mut term, mut sum, mut n) = (x, x, 1.0);
        while sum + term != sum {
            n += 2.0;
            term *= x * x / n;
            sum += term;
        }
        0.5 + density * sum
    } else if x == f64::NEG_INFINITY {
        0.0
    } else {
        // Laplace's continued fraction of Mills' ratio, from the far end.
        density / (1..=200).rev().fold(-x, |below, n| -x + f64::from(n) / below)
    }
}

/// The point below which `share` of the standard normal distribution lies.
pub fn normal_point(share: f64) -> f64 {
    assert!((0.0..=1.0).contains(&share), "{share} is no share");
    if share > 0.5 {
        return -normal_point(1.0 - share);
    }
    match share {
        0.0 => f64::NEG_INFINITY,
        0.5 => 0.0,
        _ => halve(-40.0, 0.0, |x| normal_share(x) < share),
    }
}

/// The point below which `share` of Student's t distribution with this many degrees of freedom lies.
pub fn student_point(degrees: f64, share: f64) -> f64 {
    assert!(share > 0.0 && share < 1.0, "{share} has no point");
    if share < 0.5 {
        return -student_point(degrees, 1.0 - share);
    }
    // The tail beyond t has the share of a beta distribution below degrees / (degrees + t^2).
    let below = beta_point(degrees / 2.0, 0.5, 2.0 * (1.0 - share));
    (degrees * (1.0 / below - 1.0)).sqrt()
}

/// The share of the beta distribution with the parameters `a` and `b` below `x`: the regularised incomplete
/// beta function.
pub fn beta_share(a: f64, b: f64, x: f64) -> f64 {
    assert!(a > 0.0 && b > 0.0, "a beta distribution has positive parameters, not {a} and {b}");
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_fraction(b, a, 1.0 - x);
    }
    beta_fraction(a, b, x)
}

/// The point below which `share` of the beta distribution lies.
pub fn beta_point(a: f64, b: f64, share: f64) -> f64 {
    halve(0.0, 1.0, |x| beta_share(a, b, x) < share)
}

/// The share below a point that is left of the middle.
fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    let n = a + b;
    // The probability of a successes in n trials, for any a and n.
    let error = stirling_error(n) - stirling_error(a) - stirling_error(b);
    let fit = deviance(a, n * x) + deviance(b, n * (1.0 - x));
    let point = exp(error - fit) * (n / (TAU * a * b)).sqrt();
    let fraction = lentz(1.0, |term| {
        let m = (term / 2.0).floor();
        let numerator = if term % 2.0 == 0.0 {
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        } else {
            -(a + m) * (n + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        };
        (numerator, 1.0)
    });
    point * b / n / fraction
}

/// The continued fraction that begins with `first` and whose n-th part, counted from 1, is a numerator over a
/// denominator plus what follows, by Lentz's method as Thompson and Barnett changed it.
fn lentz(first: f64, part: impl Fn(f64) -> (f64, f64)) -> f64 {
    const TINY: f64 = 1e-300;
    let not_zero = |x: f64| if x.abs() < TINY { TINY } else { x };
    let mut value = not_zero(first);
    let (mut c, mut d, mut n) = (value, 0.0, 1.0);
    loop {
        let (numerator, denominator) = part(n);
        d = 1.0 / not_zero(denominator + numerator * d);
        c = not_zero(denominator + numerator / c);
        value *= c * d;
        // About the square root of the parameters are needed, so the bound only guards against not-a-number.
        if (c * d - 1.0).abs() <= f64::EPSILON || n > 1e6 {
            return value;
        }
        n += 1.0;
    }
}

/// By how much the logarithm of the factorial of `n` exceeds Stirling's formula.
fn stirling_error(n: f64) -> f64 {
    // Below 16 the series is not exact enough; the factorial of n is that of n + k over a product of k
    // factors.
    if n < 16.0 {
        let (mut product, mut up) = (1.0, n);
        while up < 16.0 {
            up += 1.0;
            product *= up;
        }
        let stirling = |n: f64| (n + 0.5) * ln(n) - n;
        return stirling_error(up) + stirling(up) - ln(product) - stirling(n);
    }
    let square = 1.0 / (n * n);
    // The numbers of Bernoulli over their places.
    let terms = [1.0 / 12.0, -1.0 / 360.0, 1.0 / 1260.0, -1.0 / 1680.0, 1.0 / 1188.0, -691.0 / 360_360.0];
    terms.iter().rev().fold(0.0, |sum, term| sum * square + term) / n
}

/// `x ln(x / mean) + mean - x`, exact also where the two are near each other.
fn deviance(x: f64, mean: f64) -> f64 {
    let away = (x - mean) / mean;
    if away.abs() > 0.1 {
        return x * ln(x / mean) + mean - x;
    }
    // mean ((1 + d) ln(1 + d) - d), whose first terms cancel: what is left is the sum of d^k / (k (k - 1)).
    let (mut power, mut sum, mut k) = (away * away, 0.0, 2.0);
    loop {
        let next = sum + power / (k * (k - 1.0));
        if next == sum {
            return mean * sum;
        }
        sum = next;
        power *= -away;
        k += 1.0;
    }
}

/// The least number between `low` and `high` that `is_below` is false of, if it is true of all before.
fn halve(mut low: f64, mut high: f64, is_below: impl Fn(f64) -> bool) -> f64 {
    // 1,100 halvings get from 1 to the least positive number; near other numbers some 60 are enough.
    for _ in 0..1_100 {
        let middle = low + (high - low) / 2.0;
        if middle == low || middle == high {
            break;
        }
        if is_below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}
