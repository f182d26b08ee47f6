//! A figure as a paper prints it: `8.2e-3`, `-1/18`, `49.3(2.7)` with half the width of its interval, or
//! empty.

use std::fmt;

use serde::Deserialize;

use crate::Measure;

/// A figure that a paper prints.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct PublishedFigure {
    text: String,
    value: f64,
    half_width: f64,
    /// Half a unit of the last digit.
    rounding: f64,
}

impl PublishedFigure {
    /// Whether the paper has no figure there.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The figure.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Half the width of its 95 % interval; 0 if the paper prints none.
    pub(crate) fn half_width(&self) -> f64 {
        self.half_width
    }

    /// Whether an interval of `ours` is more than twice as wide as the printed one, so that it says little
    /// that both agree. Not where one of them is missing.
    pub(crate) fn is_narrower_than(&self, ours: &Measure) -> bool {
        let half = ours.interval_95.map_or(0.0, |[low, high]| (high - low) / 2.0);
        self.half_width > 0.0 && half > 2.0 * self.half_width
    }

    /// The largest difference by rounding between the printed and the computed figure.
    pub fn rounding(&self) -> f64 {
        self.rounding
    }
}

impl TryFrom<String> for PublishedFigure {
    type Error = String;

    fn try_from(text: String) -> Result<PublishedFigure, String> {
        let wrong = || format!("`{text}`: expected a number such as 8.2e-3, 49.3(2.7) or -1/18, or nothing");
        if text.is_empty() {
            return Ok(PublishedFigure { text, value: f64::NAN, half_width: 0.0, rounding: 0.0 });
        }
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        if let Some((above, below)) = text.split_once('/') {
            let value = number(above).zip(number(below)).map(|(above, below)| above / below);
            let value = value.filter(|value| value.is_finite()).ok_or_else(wrong)?;
            return Ok(PublishedFigure { text, value, half_width: 0.0, rounding: 0.0 });
        }
        let (printed, half_width) = match text.split_once('(') {
            None => (text.as_str(), 0.0),
            Some((value, half)) => {
                let half = half.strip_suffix(')').and_then(number).filter(|half| *half >= 0.0);
                (value, half.ok_or_else(wrong)?)
            }
        };
        let value = number(printed).ok_or_else(wrong)?;
        let (digits, exponent) = printed.split_once(['e', 'E']).unwrap_or((printed, "0"));
        let behind = digits.split_once('.').map_or(0, |(_, behind)| behind.len());
        let exponent: i32 = exponent.parse().map_err(|_| wrong())?;
        let rounding = format!("0.5e{}", exponent - behind as i32).parse().map_err(|_| wrong())?;
        Ok(PublishedFigure { text, value, half_width, rounding })
    }
}

impl fmt::Display for PublishedFigure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text.split_once('(') {
            Some((value, half)) => write!(f, "{} ± {}", value, half.trim_end_matches(')')),
            None => f.write_str(&self.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_as_they_are_printed() {
        let read = |text: &str| {
            let figure = PublishedFigure::try_from(text.to_owned())?;
            Ok::<_, String>((figure.value(), figure.half_width(), figure.rounding()))
        };
        assert_eq!(read("8.2e-3"), Ok((8.2e-3, 0.0, 0.5e-4)));
        assert_eq!(read("49.3(2.7)"), Ok((49.3, 2.7, 0.05)));
        assert_eq!(read("-0.056"), Ok((-0.056, 0.0, 0.0005)));
        assert_eq!(read("12"), Ok((12.0, 0.0, 0.5)));
        assert_eq!(read("-1/16"), Ok((-0.0625, 0.0, 0.0)));
        for wrong in ["x", "1(-2)", "1/0", "1(2", "1(x)", "inf", "e5", "1e5.5"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert!(PublishedFigure::try_from(String::new()).is_ok_and(|figure| figure.is_empty()));
    }
}
