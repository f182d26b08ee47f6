//! Logarithm and exponential in plain arithmetic: those of the standard library differ in their last digits from
//! machine to machine, and with them every search.

use std::f64::consts::{LN_2, LOG2_E, SQRT_2};

/// The natural logarithm of a count from 1, to nine digits.
#[inline]
pub(super) fn ln(count: u32) -> f64 {
    let bits = f64::from(count).to_bits();
    let exponent = (bits >> 52) as i32 - 1023;
    let mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    let (mantissa, exponent) =
        if mantissa > SQRT_2 { (mantissa * 0.5, exponent + 1) } else { (mantissa, exponent) };
    // The series of the inverse hyperbolic tangent; s is at most 0.172.
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let t = s * s;
    let series =
        1.0 + t * (1.0 / 3.0 + t * (1.0 / 5.0 + t * (1.0 / 7.0 + t * (1.0 / 9.0 + t * (1.0 / 11.0)))));
    2.0 * s * series + f64::from(exponent) * LN_2
}

/// The exponential of a number that is not positive, to nine digits.
#[inline]
pub(super) fn exp(x: f64) -> f64 {
    if x < -700.0 {
        return 0.0;
    }
    let power = (x * LOG2_E).round();
    // At most 0.35 in size: nine terms are enough.
    let rest = x - power * LN_2;
    let series = (1..=9).rev().fold(1.0, |sum, n| 1.0 + rest / f64::from(n) * sum);
    series * f64::from_bits(((power as i64 + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_agree_with_those_of_the_standard_library() {
        for count in (1..2_000).chain([4_095, 4_097, 65_537, 1 << 24, u32::MAX]) {
            assert!((ln(count) - f64::from(count).ln()).abs() < 2e-9, "ln {count}");
        }
        for n in 0..2_000 {
            let x = -f64::from(n) * 0.05;
            assert!((exp(x) / x.exp() - 1.0).abs() < 2e-9, "exp {x}");
        }
        assert_eq!(exp(-1e9), 0.0);
    }
}
