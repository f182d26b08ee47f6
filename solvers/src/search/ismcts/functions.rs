//! Roots of logarithms and inverse roots of counts, looked up where they can be, with the same bits on every
//! machine: the logarithm of the standard library differs in its last digits, and with it every search.

use std::f64::consts::LN_2;

/// The natural logarithm of a count from 1, to nine digits. There is no division in it, which would take
/// longer than all the rest.
#[inline]
const fn ln(count: u32) -> f64 {
    let bits = (count as f64).to_bits();
    let exponent = (bits >> 52) as i32 - 1023;
    let mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    let Part { inverse, ln } = PARTS[(bits >> (52 - PART_BITS)) as usize & (PARTS.len() - 1)];
    // At most 2^-7 in size: four terms of the series are enough.
    let rest = mantissa * inverse - 1.0;
    let series = rest * (1.0 + rest * (-1.0 / 2.0 + rest * (1.0 / 3.0 + rest * (-1.0 / 4.0))));
    series + (ln + exponent as f64 * LN_2)
}

/// `sqrt(ln(count))`: looked up for most counts that there are in a tree.
#[inline]
pub(super) fn sqrt_ln(count: u32) -> f32 {
    SQRT_LN.get(count as usize).copied().unwrap_or_else(|| ln(count).sqrt() as f32)
}

/// The size of the lookup table of counts. Counts mostly grow by one, so that lookups are mostly in the
/// cache.
const LOOKED_UP: usize = 1 << 12;

/// 0 counts as 1.
static SQRT_LN: [f32; LOOKED_UP] = {
    let mut roots = [0.0; LOOKED_UP];
    let mut count = 2;
    while count < roots.len() {
        // Newton's method, since no square root can be taken here: from 3, which is above all of them, as
        // long as it falls.
        let (square, mut root) = (ln(count as u32), 3.0);
        loop {
            let next = 0.5 * (root + square / root);
            if next >= root {
                break;
            }
            root = next;
        }
        roots[count] = root as f32;
        count += 1;
    }
    roots
};

/// `1 / sqrt(count)`: looked up as well.
#[inline]
pub(super) fn inverse_sqrt(count: u32) -> f64 {
    INVERSE_SQRT.get(count as usize).copied().unwrap_or_else(|| 1.0 / f64::from(count).sqrt())
}

static INVERSE_SQRT: [f64; LOOKED_UP] = {
    let mut inverses = [f64::INFINITY; LOOKED_UP];
    let mut count = 1;
    while count < inverses.len() {
        // The root in whole numbers, with 55 bits behind the point, and a bit for whatever comes after them:
        // so it is rounded only once, as a square root must be.
        let square = (count as u128) << 110;
        let root = square.isqrt();
        let root = 2 * root + (root * root < square) as u128;
        inverses[count] = 1.0 / (root as f64 / (1_u64 << 56) as f64);
        count += 1;
    }
    inverses
};

const PART_BITS: u32 = 6;

/// The numbers from 1 to 2 are divided into parts, each with the inverse and the logarithm of its middle.
#[derive(Clone, Copy)]
struct Part {
    inverse: f64,
    ln: f64,
}

static PARTS: [Part; 1 << PART_BITS] = parts();

const fn parts() -> [Part; 1 << PART_BITS] {
    let mut parts = [Part { inverse: 1.0, ln: 0.0 }; 1 << PART_BITS];
    // The first part begins with 1, whose logarithm must be exact.
    let mut n = 1;
    while n < parts.len() {
        let middle = 1.0 + (n as f64 + 0.5) / (1 << PART_BITS) as f64;
        // The series of the inverse hyperbolic tangent; its argument is at most 1/3.
        let s = (middle - 1.0) / (middle + 1.0);
        let (mut sum, mut power, mut odd) = (0.0, s, 1.0);
        while odd < 40.0 {
            sum += power / odd;
            power *= s * s;
            odd += 2.0;
        }
        parts[n] = Part { inverse: 1.0 / middle, ln: 2.0 * sum };
        n += 1;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_agree_with_those_of_the_standard_library() {
        for count in (1..2_000).chain([4_095, 4_097, 65_537, 1 << 24, u32::MAX]) {
            assert!((ln(count) - f64::from(count).ln()).abs() < 2e-9, "ln {count}");
        }
        for (count, inverse) in (0..).zip(&INVERSE_SQRT) {
            assert_eq!(*inverse, 1.0 / f64::from(count).sqrt(), "1 / sqrt {count}");
        }
        for (count, root) in (1..).zip(&SQRT_LN[1..]) {
            assert_eq!(*root, ln(count).sqrt() as f32, "sqrt of ln {count}");
        }
    }
}
