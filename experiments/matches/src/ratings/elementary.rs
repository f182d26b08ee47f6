//! Exponentials and logarithms with the same bits on every machine.
//!
//! `f64::exp` and `f64::ln` ask the library of the platform, whose last bits differ, and a test that stops at
//! a bound may go by the last bit. Those of `libm` are compiled from Rust.

pub(crate) use libm::{exp, log as ln, log1p as ln_1_plus};

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
    fn the_ends_of_the_range_do_no_harm() {
        let endless = f64::NEG_INFINITY;
        assert_eq!((exp(endless), exp(f64::INFINITY), ln(0.0)), (0.0, f64::INFINITY, endless));
        assert_eq!((ln_sum_of_exps(endless, endless), ln_sum_of_exps(endless, 2.0)), (endless, 2.0));
        assert_eq!(ln_sum_of_exps(1e5, 1e5), 1e5 + 2f64.ln());
        assert_eq!((logistic(0.0), logistic(1e3), logistic(-1e3)), (0.5, 1.0, 0.0));
    }
}
