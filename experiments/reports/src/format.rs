//! Numbers in a report, as text.

use hinterhand_matches::ratings::Moments;
use hinterhand_matches::tournament::LEVEL;

/// A whole number with commas.
pub(super) fn whole(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with this many digits after the point and a typographic minus.
pub(super) fn number(number: f64, digits: usize) -> String {
    // Adding 0 turns -0 into 0.
    let text = format!("{:.digits$}", number + 0.0);
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| "0.".contains(c)) => rest.to_owned(),
        Some(rest) => format!("\u{2212}{rest}"),
        None => text,
    }
}

/// A number with its sign.
pub(super) fn signed(value: f64, digits: usize) -> String {
    let text = number(value, digits);
    if value > 0.0 && text.chars().any(|c| ('1'..='9').contains(&c)) { format!("+{text}") } else { text }
}

/// A number with six decimals, or in scientific notation where those would not show it.
pub(super) fn exact(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        1e-3..1e6 => number(value, 6).trim_end_matches('0').trim_end_matches('.').to_owned(),
        _ => format!("{value:.3e}").replace('-', "\u{2212}"),
    }
}

/// A mean times `scale` with half of its interval.
pub(super) fn mean(moments: &Moments, scale: f64, digits: usize, with_sign: bool) -> String {
    let Some(mean) = moments.mean() else { return "\u{2013}".to_owned() };
    let text = if with_sign { signed(scale * mean, digits) } else { number(scale * mean, digits) };
    match moments.student(LEVEL) {
        Some([low, high]) => format!("{text} \u{b1} {}", number(scale * (high - low) / 2.0, digits)),
        None => text,
    }
}

/// A share in percent.
pub(super) fn percent(share: f64) -> String {
    format!("{} %", number(100.0 * share, 1))
}

/// A time with its unit.
pub(super) fn seconds(seconds: f64) -> String {
    match seconds {
        0.0 => "0".to_owned(),
        ..1e-3 => format!("{} \u{b5}s", number(1e6 * seconds, 1)),
        ..1.0 => format!("{} ms", number(1e3 * seconds, 2)),
        ..120.0 => format!("{} s", number(seconds, 2)),
        ..7200.0 => format!("{} min", number(seconds / 60.0, 1)),
        _ => format!("{} h", number(seconds / 3600.0, 1)),
    }
}

/// A count with its noun in the singular or the plural.
pub(super) fn counted(count: u64, one: &str, several: &str) -> String {
    format!("{} {}", whole(count), if count == 1 { one } else { several })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_as_people_write_them() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(whole), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([number(-0.0001, 2), number(-1.5, 1), number(2.0, 0)], ["0.00", "\u{2212}1.5", "2"]);
        assert_eq!([signed(0.001, 2), signed(0.5, 1), signed(-0.5, 1)], ["0.00", "+0.5", "\u{2212}0.5"]);
        let exacts = [0.0, 0.25, -0.055_555_55, 3.25e-7].map(exact);
        assert_eq!(exacts, ["0", "0.25", "\u{2212}0.055556", "3.250e\u{2212}7"]);
        let times = [0.0, 2e-6, 0.25, 3.0, 150.0, 9_000.0].map(seconds);
        assert_eq!(times, ["0", "2.0 \u{b5}s", "250.00 ms", "3.00 s", "2.5 min", "2.5 h"]);
        assert_eq!([counted(1, "deal", "deals"), counted(0, "deal", "deals")], ["1 deal", "0 deals"]);
        let moments: Moments = [1.0, 2.0, 3.0].into_iter().collect();
        // Student's t with 2 degrees at 97.5 % is 4.3027, and the standard error 0.57735.
        assert_eq!(mean(&moments, 1.0, 2, true), "+2.00 \u{b1} 2.48");
        assert_eq!(mean(&Moments::default(), 1.0, 2, false), "\u{2013}");
    }
}
