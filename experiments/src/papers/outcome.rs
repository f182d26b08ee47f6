//! What a piece of work comes to: figures with their intervals, and curves.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What came of a piece of work, under names of its own.
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
    /// Its 95 % interval; none of what was computed exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval_95: Option<[f64; 2]>,
}

impl Measure {
    /// A figure without chance.
    pub fn exact(value: f64) -> Measure {
        Measure { value, interval_95: None }
    }

    /// A figure that was estimated.
    pub fn estimated(value: f64, interval_95: Option<[f64; 2]>) -> Measure {
        Measure { value, interval_95 }
    }

    /// So many times the figure.
    pub fn times(&self, times: f64) -> Measure {
        let interval_95 = self.interval_95.map(|bounds| bounds.map(|bound| times * bound));
        Measure { value: times * self.value, interval_95 }
    }

    /// Half the width of its interval.
    pub fn half_width(&self) -> Option<f64> {
        self.interval_95.map(|[low, high]| (high - low) / 2.0)
    }
}

impl Outcome {
    /// With one more figure.
    pub fn measure(mut self, name: impl Into<String>, measure: Measure) -> Outcome {
        self.measures.insert(name.into(), measure);
        self
    }

    /// With one more curve.
    pub fn curve(mut self, name: impl Into<String>, points: Vec<[f64; 2]>) -> Outcome {
        self.curves.insert(name.into(), points);
        self
    }
}
