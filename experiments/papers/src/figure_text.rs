//! A figure as the pages show it: half the width of its interval beside it, in the same digits.

use super::Measure;
use super::experiment::Show;

/// A figure with half the width of its interval, in the same digits.
pub(super) fn number(measure: &Measure, show: Show) -> String {
    // Sums that cancel each other leave rounding errors.
    let rounding = measure.interval_95.map_or(0.0, |[low, high]| 1e-9 * (high - low));
    let value = if measure.value.abs() < rounding { 0.0 } else { measure.value };
    let size = value.abs();
    let is_exact = measure.interval_95.is_none() && !measure.uncertain;
    let digits = |number: f64| match show {
        Show::Count if size < if is_exact { 1e12 } else { 1e4 } => format!("{number:.0}"),
        Show::Count => format!("{number:.3e}"),
        Show::Plain if size >= 1e5 || size < 1e-3 && size > 0.0 => format!("{number:.2e}"),
        Show::Plain => {
            let whole = (1..5).take_while(|&power| size >= 10_f64.powi(power)).count();
            format!("{number:.*}", 4 - whole)
        }
        Show::Power => format!("{number:.1e}"),
        Show::Percent => format!("{number:.1}"),
        Show::Exact if number.fract() == 0.0 => format!("{number}"),
        Show::Exact if number.abs() < 1e-6 => format!("{number:.1e}"),
        Show::Exact => format!("{number:.10}"),
    };
    let unsigned_zero = |number: f64| {
        let text = digits(number);
        // A zero has no sign.
        let is_zero = text.parse::<f64>().is_ok_and(|number| number == 0.0);
        text.strip_prefix('-').filter(|_| is_zero).map(str::to_owned).unwrap_or(text)
    };
    match measure.interval_95 {
        Some([low, high]) => {
            let (below, above) = (value - low, high - value);
            let even = (above - below).abs() <= 0.02 * (above + below);
            if even {
                format!("{} \u{b1} {}", unsigned_zero(value), unsigned_zero(above))
            } else {
                format!("{} ({} to {})", unsigned_zero(value), unsigned_zero(low), unsigned_zero(high))
            }
        }
        None if measure.uncertain => format!("{} (?)", unsigned_zero(value)),
        None => unsigned_zero(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_has_the_digits_of_its_figure() {
        for (value, half, show, expected) in [
            (0.25112, 0.0123456, Show::Plain, "0.2511 \u{b1} 0.0123"),
            (123.456, 0.51, Show::Plain, "123.46 \u{b1} 0.51"),
            (0.0, 0.0, Show::Plain, "0.0000 \u{b1} 0.0000"),
            (2.5e-4, 1e-5, Show::Plain, "2.50e-4 \u{b1} 1.00e-5"),
            (-3e-18, 0.0724, Show::Plain, "0.0000 \u{b1} 0.0724"),
            (49.27, 2.68, Show::Percent, "49.3 \u{b1} 2.7"),
            (0.0012, 0.0001, Show::Power, "1.2e-3 \u{b1} 1.0e-4"),
        ] {
            let measure = Measure::estimated(value, Some([value - half, value + half]));
            assert_eq!(number(&measure, show), expected);
        }
        assert_eq!(number(&Measure::exact(6_182_427_252.0), Show::Exact), "6182427252");
        assert_eq!(number(&Measure::exact(-1.0 / 18.0), Show::Exact), "-0.0555555556");
        assert_eq!(number(&Measure::exact(90_720.0), Show::Count), "90720");
        assert_eq!(number(&Measure::exact(3.6324288e14), Show::Count), "3.632e14");
        let estimated = Measure::estimated(8.306e10, Some([8.3e10, 8.312e10]));
        assert_eq!(number(&estimated, Show::Count), "8.306e10 \u{b1} 6.000e7");
    }
}
