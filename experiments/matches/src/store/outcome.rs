//! The outcome of a piece of work: figures with their intervals, and curves.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The outcome of a piece of work, under names of its own.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Outcome {
    /// The figures.
    pub measures: BTreeMap<String, Measure>,
    /// The curves, each a list of points with rising x.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub curves: BTreeMap<String, Vec<[f64; 2]>>,
}

/// A figure.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Measure {
    /// The figure itself.
    pub value: f64,
    /// Its 95 % interval; none for exact figures, or if it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval_95: Option<[f64; 2]>,
    /// Whether it depends on chance to an unknown extent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uncertain: bool,
}

impl Measure {
    /// A figure without chance.
    pub fn exact(value: f64) -> Measure {
        Measure { value, interval_95: None, uncertain: false }
    }

    /// A figure that was estimated; uncertain without an interval.
    pub fn estimated(value: f64, interval_95: Option<[f64; 2]>) -> Measure {
        Measure { value, interval_95, uncertain: interval_95.is_none() }
    }

    /// The figure multiplied by `times`.
    pub fn times(&self, times: f64) -> Measure {
        let interval_95 = self.interval_95.map(|bounds| bounds.map(|bound| times * bound));
        Measure { value: times * self.value, interval_95, ..*self }
    }

    /// The half-width of its interval towards another figure: 0 if it is exact, and `None` if it is
    /// uncertain.
    pub fn reach(&self, towards: f64) -> Option<f64> {
        match self.interval_95 {
            Some([_, high]) if towards > self.value => Some(high - self.value),
            Some([low, _]) => Some(self.value - low),
            None => (!self.uncertain).then_some(0.0),
        }
    }
}

/// Whether a figure of this name is a time.
fn is_time(name: &str) -> bool {
    name.split(' ').any(|word| matches!(word, "seconds" | "ms"))
}

impl Outcome {
    /// With one more figure.
    pub fn measure(mut self, name: impl Into<String>, measure: Measure) -> Outcome {
        self.measures.insert(name.into(), measure);
        self
    }

    /// The first of its figures that is no finite number.
    pub fn senseless(&self) -> Option<&str> {
        let finite = |measure: &Measure| {
            let ends = measure.interval_95.into_iter().flatten();
            ends.chain([measure.value]).all(f64::is_finite)
        };
        let of_curves = |points: &[[f64; 2]]| points.iter().flatten().all(|number| number.is_finite());
        let measure = self.measures.iter().find(|(_, measure)| !finite(measure)).map(|(name, _)| name);
        let curve = || self.curves.iter().find(|(_, points)| !of_curves(points)).map(|(name, _)| name);
        measure.or_else(curve).map(String::as_str)
    }

    /// Without the figures and curves that are times, which differ from run to run: those in whose names one of the words
    /// is `seconds` or `ms`.
    pub fn without_times(mut self) -> Outcome {
        self.measures.retain(|name, _| !is_time(name));
        self.curves.retain(|name, _| !is_time(name));
        self
    }

    /// With one more curve.
    pub fn curve(mut self, name: impl Into<String>, points: Vec<[f64; 2]>) -> Outcome {
        self.curves.insert(name.into(), points);
        self
    }
}
