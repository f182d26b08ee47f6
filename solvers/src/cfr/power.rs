//! Powers with the same bits on every machine.
//!
//! `f64::powf` asks the library of the platform, whose last bits differ. Here a power is made of products,
//! quotients and square roots, which IEEE 754 rounds in one way only. It is exact enough for discounts, a few
//! ulps off, and no faster than it has to be: a few powers are taken in an iteration.

/// `base` to the power of `exponent`; `base` must not be negative.
pub(super) fn power(base: f64, exponent: f64) -> f64 {
    debug_assert!(base >= 0.0 && exponent.is_finite());
    if exponent < 0.0 {
        return 1.0 / power(base, -exponent);
    }
    let whole = exponent.floor();
    let mut result = 1.0;
    let (mut square, mut left) = (base, whole as u64);
    while left > 0 {
        if left & 1 == 1 {
            result *= square;
        }
        square *= square;
        left >>= 1;
    }
    // The fraction in binary digits: the n-th of them stands for the n-th square root.
    let (mut root, mut rest) = (base, exponent - whole);
    while rest > 0.0 {
        root = root.sqrt();
        rest *= 2.0;
        if rest >= 1.0 {
            result *= root;
            rest -= 1.0;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::power;

    #[test]
    fn powers_are_those_of_the_library_up_to_a_few_last_digits() {
        for base in [0.0, 0.001, 0.5, 0.999, 1.0, 2.0, 7.0, 1e6] {
            for exponent in [0.0, 0.5, 1.0, 1.5, 2.3, 4.0, 29.9, -1.0, -2.7] {
                let (ours, other) = (power(base, exponent), f64::powf(base, exponent));
                let close = ours == other || (ours - other).abs() <= 1e-14 * other;
                assert!(close, "{base} to the power of {exponent}: {ours}, not {other}");
            }
        }
    }
}
