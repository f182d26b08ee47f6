//! Verdicts: whether a figure of a paper is reproduced, by a test stated in advance.

use std::fmt;

use super::claim::Effect;
use super::experiment::Test;
use super::{Measure, PublishedFigure};

/// The result of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The test passes.
    Reproduced,
    /// The test fails.
    NotReproduced,
    /// The uncertainty is too large to decide.
    Open,
    /// There is no test, or the work is not done.
    Untested,
}

/// The ratio of the widths of a 99 % and a 95 % interval.
const WIDER: f64 = 2.575_829_303_548_901 / 1.959_963_984_540_054;

/// Half a unit of the tenth significant digit: what iterations in f64 are compared by if more is printed, or
/// a fraction.
const SIGNIFICANT: f64 = 0.5e-10;

/// Smaller numbers are rounding errors.
const ROUNDING: f64 = 1e-9;

impl Verdict {
    /// Whether `ours` reproduces `published`.
    pub fn of(ours: &Measure, published: &PublishedFigure, test: Option<Test>) -> Verdict {
        let Some(test) = test else { return Verdict::Untested };
        let difference = (ours.value - published.value()).abs();
        let passed = match test {
            Test::Digits => {
                let digits = published.rounding().max(SIGNIFICANT * published.value().abs());
                difference <= digits * (1.0 + 1e-9)
            }
            Test::Interval => {
                let Some(reach) = ours.reach(published.value()) else { return Verdict::Open };
                difference <= WIDER * reach.hypot(published.half_width()) + published.rounding()
            }
            Test::Within(most) => difference <= most,
            Test::Factor(most) => {
                let [ours, published] = [ours.value, published.value()];
                let [size, other] = [ours, published].map(|number| number.abs().max(ROUNDING));
                let opposed = ours * published < 0.0 && size.min(other) > ROUNDING;
                !opposed && size <= most * other && other <= most * size
            }
        };
        if passed { Verdict::Reproduced } else { Verdict::NotReproduced }
    }

    /// Whether `less` is less than `than` by this much, beyond their uncertainty.
    pub(crate) fn of_order(less: &Measure, than: &Measure, effect: Effect) -> Verdict {
        let less = match effect {
            Effect::Times(times) => less.times(times),
            Effect::Percent(percent) => moved(less, percent / 100.0 * less.value.abs().max(than.value.abs())),
            Effect::Any => *less,
        };
        let difference = than.value - less.value;
        let (Some(one), Some(other)) = (less.reach(than.value), than.reach(less.value)) else {
            return Verdict::Open;
        };
        let both = one.hypot(other);
        if difference > both {
            Verdict::Reproduced
        } else if difference < -both || both == 0.0 {
            Verdict::NotReproduced
        } else {
            Verdict::Open
        }
    }
}

/// A figure to which a number is added.
fn moved(measure: &Measure, by: f64) -> Measure {
    let interval_95 = measure.interval_95.map(|bounds| bounds.map(|bound| bound + by));
    Measure { value: measure.value + by, interval_95, ..*measure }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Reproduced => "reproduced",
            Verdict::NotReproduced => "not reproduced",
            Verdict::Open => "open",
            Verdict::Untested => "untested",
        })
    }
}

impl fmt::Display for Test {
    /// The test in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Test::Digits => f.write_str(
                "rounded to the digits that are printed, and to ten significant ones at most, it is the same \
                 number",
            ),
            Test::Interval => {
                f.write_str("the difference lies within its 99 % interval, by the intervals of both")
            }
            Test::Within(most) => write!(f, "the difference is at most {most}"),
            Test::Factor(most) => {
                write!(
                    f,
                    "neither is more than {most} times the other, all below {ROUNDING:e} being the same"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn published(text: &str) -> PublishedFigure {
        PublishedFigure::try_from(text.to_owned()).expect("a figure")
    }

    #[test]
    fn tests_say_yes_and_no() {
        use Verdict::{NotReproduced as No, Reproduced as Yes};
        let near = |value: f64, half: f64| Measure::estimated(value, Some([value - half, value + half]));
        for (ours, printed, test, expected) in [
            (Measure::exact(-0.0555555), "-0.056", Test::Digits, Yes),
            (Measure::exact(-0.0549), "-0.056", Test::Digits, No),
            (Measure::exact(-1.0 / 18.0 + 1e-13), "-1/18", Test::Digits, Yes),
            (Measure::exact(-1.0 / 18.0 + 1e-11), "-1/18", Test::Digits, No),
            (Measure::exact(0.11135308804), "0.11135308803867544", Test::Digits, Yes),
            (Measure::exact(0.11135308806), "0.11135308803867544", Test::Digits, No),
            (near(50.0, 3.0), "53.0(4.0)", Test::Interval, Yes),
            (near(50.0, 3.0), "58.0(4.0)", Test::Interval, No),
            (Measure::exact(0.1), "1/9", Test::Within(0.02), Yes),
            (Measure::exact(0.08), "1/9", Test::Within(0.02), No),
            (Measure::exact(1.1e-3), "1.0e-3", Test::Factor(1.2), Yes),
            (Measure::exact(1.3e-3), "1.0e-3", Test::Factor(1.2), No),
            (Measure::exact(1e-15), "1e-17", Test::Factor(1.2), Yes),
            (Measure::exact(-0.05), "0.05", Test::Factor(1.2), No),
            (Measure::exact(-0.05), "-100", Test::Factor(1.2), No),
        ] {
            assert_eq!(
                Verdict::of(&ours, &published(printed), Some(test)),
                expected,
                "{ours:?} {printed} {test:?}"
            );
        }
        let anything = Verdict::of(&Measure::exact(1.0), &published("1"), None);
        assert_eq!(anything, Verdict::Untested);
    }

    #[test]
    fn an_order_is_more_than_chance_or_open() {
        let near = |value: f64, half: f64| Measure::estimated(value, Some([value - half, value + half]));
        assert_eq!(Verdict::of_order(&near(1.0, 0.3), &near(2.0, 0.4), Effect::Any), Verdict::Reproduced);
        assert_eq!(Verdict::of_order(&near(2.0, 0.3), &near(1.0, 0.4), Effect::Any), Verdict::NotReproduced);
        assert_eq!(Verdict::of_order(&near(1.0, 0.8), &near(1.5, 0.6), Effect::Any), Verdict::Open);
        assert_eq!(
            Verdict::of_order(&Measure::exact(1.0), &Measure::exact(1.5), Effect::Any),
            Verdict::Reproduced
        );
        assert_eq!(
            Verdict::of_order(&Measure::exact(1.0), &Measure::exact(1.0), Effect::Any),
            Verdict::NotReproduced
        );
        // One sample gives no error estimate; and only the side that faces the other counts.
        let lone = Measure::estimated(1.0, None);
        assert_eq!(Verdict::of_order(&lone, &Measure::exact(9.0), Effect::Any), Verdict::Open);
        let lopsided = Measure::estimated(1.0, Some([0.0, 1.1]));
        assert_eq!(Verdict::of_order(&lopsided, &Measure::exact(1.2), Effect::Any), Verdict::Reproduced);
    }
    #[test]
    fn an_order_has_the_size_that_is_claimed() {
        use Verdict::{NotReproduced as No, Open, Reproduced as Yes};
        let exact = Measure::exact;
        let near = |value: f64, half: f64| Measure::estimated(value, Some([value - half, value + half]));
        for (less, than, effect, expected) in [
            (exact(1.0), exact(20.0), Effect::Times(10.0), Yes),
            (exact(1.0), exact(9.0), Effect::Times(10.0), No),
            (near(1.0, 0.1), near(10.5, 1.0), Effect::Times(10.0), Open),
            (near(1.0, 0.1), near(20.0, 1.0), Effect::Times(10.0), Yes),
            (exact(0.89), exact(1.0), Effect::Percent(10.0), Yes),
            (exact(0.91), exact(1.0), Effect::Percent(10.0), No),
            (exact(-1.2), exact(-1.0), Effect::Percent(10.0), Yes),
            (exact(-1.05), exact(-1.0), Effect::Percent(10.0), No),
            (near(0.95, 0.2), exact(1.0), Effect::Percent(10.0), Open),
        ] {
            assert_eq!(Verdict::of_order(&less, &than, effect), expected, "{less:?} {than:?} {effect:?}");
        }
    }
}
