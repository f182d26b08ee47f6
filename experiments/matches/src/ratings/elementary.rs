//! Exponentials and logarithms with the same bits on every machine.
//!
//! `f64::exp` and `f64::ln` ask the library of the platform, whose last bits differ, and a test that stops at a
//! bound may go by the last bit. Series of products and quotients are a few ulps off and the same everywhere.

/// The natural logarithm of 2 in two parts: so many bits that its products with small whole numbers are exact,
/// and the rest.
const LN_2_HIGH: f64 = 6.931_471_803_691_238e-1;
const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;

/// e to the power of `x`.
pub(crate) fn exp(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x > 709.79 {
        return f64::INFINITY;
    }
    if x < -745.14 {
        return 0.0;
    }
    let whole = (x * std::f64::consts::LOG2_E).round();
    let rest = (x - whole * LN_2_HIGH) - whole * LN_2_LOW;
    // Two factors: one alone would leave the range of normal numbers before the product does.
    let half = whole as i64 / 2;
    let power = |exponent: i64| f64::from_bits(((exponent + 1023) as u64) << 52);
    (1.0 + small_exp_minus_1(rest)) * power(half) * power(whole as i64 - half)
}

/// The series of the exponential without its first term: with 16 terms it is exact up to 0.4.
fn small_exp_minus_1(x: f64) -> f64 {
    let rest = (2..=16).rev().fold(1.0, |sum, term| 1.0 + sum * x / f64::from(term));
    x * rest
}

/// The natural logarithm of `x`, which must not be negative.
pub(crate) fn ln(x: f64) -> f64 {
    debug_assert!(x >= 0.0 || x.is_nan(), "{x} has no logarithm");
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if !x.is_finite() {
        return x;
    }
    // Numbers below the normal ones are brought up by 2^54 first.
    let (x, lift) = if x < f64::MIN_POSITIVE { (x * 18_014_398_509_481_984.0, -54) } else { (x, 0) };
    let bits = x.to_bits();
    let mut exponent = (bits >> 52) as i64 - 1023 + lift;
    let mut mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa /= 2.0;
        exponent += 1;
    }
    let exponent = exponent as f64;
    exponent * LN_2_HIGH + (exponent * LN_2_LOW + twice_artanh((mantissa - 1.0) / (mantissa + 1.0)))
}

/// `ln(1 + x)`, exact also where `x` is small.
pub(crate) fn ln_1_plus(x: f64) -> f64 {
    if x.abs() < 0.4 { twice_artanh(x / (2.0 + x)) } else { ln(1.0 + x) }
}

/// The logarithm of (1 + s) / (1 - s), for `s` up to 0.26 either way.
fn twice_artanh(s: f64) -> f64 {
    let square = s * s;
    let sum = (0..=13).rev().fold(0.0, |sum, term| sum * square + 1.0 / f64::from(2 * term + 1));
    2.0 * s * sum
}

/// `ln(exp(a) + exp(b))`, without leaving the range of numbers.
pub(crate) fn ln_sum_of_exps(a: f64, b: f64) -> f64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    if low == f64::NEG_INFINITY || high == f64::INFINITY { high } else { high + ln_1_plus(exp(low - high)) }
}

/// 1 / (1 + exp(-x)).
pub(crate) fn logistic(x: f64) -> f64 {
    if x < 0.0 { 1.0 - logistic(-x) } else { 1.0 / (1.0 + exp(-x)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_those_of_the_library_up_to_a_few_last_digits() {
        let close = |ours: f64, library: f64, what: &str, x: f64| {
            let near = ours == library || (ours - library).abs() <= 1e-15 * library.abs().max(1e-307);
            assert!(near, "{what} of {x}: {ours:e}, not {library:e}");
        };
        let xs =
            [0.0, 1e-300, 1e-9, 0.01, 0.3, 0.4, 0.7, 1.0, 1.5, 2.0, 9.9, 100.0, 700.0, 745.0, 800.0, 1e9];
        for x in xs {
            for x in [x, -x] {
                close(exp(x), x.exp(), "exponential", x);
            }
            for x in [x, 1.0 / x, x + 1.0, 5e-324] {
                close(ln(x), x.ln(), "logarithm", x);
            }
            for x in [x, -x / (x + 1.0)] {
                close(ln_1_plus(x), x.ln_1p(), "logarithm of one more", x);
            }
        }
    }

    #[test]
    fn the_ends_of_the_range_do_no_harm() {
        let endless = f64::NEG_INFINITY;
        assert_eq!((exp(endless), exp(f64::INFINITY), ln(0.0)), (0.0, f64::INFINITY, endless));
        assert_eq!((ln_sum_of_exps(endless, endless), ln_sum_of_exps(endless, 2.0)), (endless, 2.0));
        assert_eq!(ln_sum_of_exps(1e5, 1e5), 1e5 + 2f64.ln());
        assert_eq!((logistic(0.0), logistic(1e3), logistic(-1e3)), (0.5, 1.0, 0.0));
    }
}
