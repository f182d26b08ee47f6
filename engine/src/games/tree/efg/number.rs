//! Numbers as they stand in files: whole, decimal, with an exponent, or a fraction.

/// Reads `3`, `-0.5`, `.25`, `1e-3`, `1/3`, `-2/3`; nothing for any other text, and for numbers that are not
/// finite.
///
/// ```
/// use hinterhand_engine::games::tree::efg::read_number;
/// assert_eq!(read_number("1/3"), Some(1.0 / 3.0));
/// assert_eq!(read_number("1/0"), None);
/// ```
pub fn read_number(text: &str) -> Option<f64> {
    let number = match text.split_once('/') {
        Some((above, below)) if is_whole(below) => read_decimal(above)? / read_decimal(below)?,
        Some(_) => return None,
        None => read_decimal(text)?,
    };
    number.is_finite().then_some(number)
}

fn read_decimal(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let exponent_fits =
        exponent.is_none_or(|exponent| is_whole(exponent.strip_prefix(['-', '+']).unwrap_or(exponent)));
    // Rust itself would also take `inf` and `nan`.
    let fits = digits(whole) && digits(part) && !(whole.is_empty() && part.is_empty()) && exponent_fits;
    if fits { text.parse().ok() } else { None }
}

fn is_whole(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Fractions with a larger denominator are written as decimals.
const DENOMINATOR: i64 = 1_000_000;

/// A number as [`read_number`] reads it back to the last bit: a whole number, the fraction with the smallest
/// denominator if that is small, or a decimal. Fractions matter since other programs ask for probabilities
/// that sum to exactly one.
///
/// ```
/// use hinterhand_engine::games::tree::efg::number_text;
/// assert_eq!(number_text(1.0 / 3.0), "1/3");
/// assert_eq!(number_text(0.99), "99/100");
/// assert_eq!(number_text(-2.0), "-2");
/// assert_eq!(number_text(1e-12), "1e-12");
/// ```
pub fn number_text(number: f64) -> String {
    match fraction(number.abs()) {
        Some((above, below)) => {
            let sign = if number < 0.0 { "-" } else { "" };
            if below == 1 { format!("{sign}{above}") } else { format!("{sign}{above}/{below}") }
        }
        None => format!("{number:?}"),
    }
}

/// The continued fraction of `number`, as far as it takes to be equal.
fn fraction(number: f64) -> Option<(i64, i64)> {
    let (mut above, mut above_before) = (1i64, 0i64);
    let (mut below, mut below_before) = (0i64, 1i64);
    let mut rest = number;
    loop {
        let whole = rest.floor();
        // Beyond this the products below could overflow, and no small fraction is near.
        if whole >= 1e9 {
            return None;
        }
        let term = whole as i64;
        (above, above_before) = (term.checked_mul(above)?.checked_add(above_before)?, above);
        (below, below_before) = (term.checked_mul(below)?.checked_add(below_before)?, below);
        if below > DENOMINATOR || above > 1 << 53 {
            return None;
        }
        if above as f64 / below as f64 == number {
            return Some((above, below));
        }
        rest = 1.0 / (rest - whole);
    }
}
