//! The claim that one figure is less than another, and by how much.

use std::fmt;

use serde::Deserialize;
use toml::Table as Toml;

use super::over::{choices, filled, word};
use super::{Because, Measure};

/// The difference in per cent that a claim without a size must show between exact figures.
const MARGIN: f64 = 10.0;

/// The claim that one figure is less than another.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The claim in words.
    pub text: String,
    /// The smaller figure: a cell and its measure with a colon between them, or a number.
    pub less: String,
    /// The larger figure.
    pub than: String,
    /// Lists of words: there is one claim for each combination of their entries, as of cells.
    #[serde(default)]
    pub(super) over: Toml,
    /// The size that the publication states: the ratio of the larger figure to the smaller one.
    times: Option<f64>,
    /// The difference in per cent of the larger figure that we ask for where the publication states no size.
    margin: Option<f64>,
    /// The publication of the claim, and how we know it.
    pub known: String,
    /// Whether the claim was published; otherwise it is an expectation.
    #[serde(default = "yes")]
    pub published: bool,
    /// The reasons if it is not reproduced.
    #[serde(default)]
    pub(super) because: Vec<Because>,
    /// The words of the combination that the claim is about.
    #[serde(skip)]
    words: Vec<String>,
}

/// The size of a difference that a claim asks for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Effect {
    /// The ratio of the two figures, as the publication states it.
    Times(f64),
    /// The difference in per cent of the larger figure. The publication states no size.
    Percent(f64),
    /// More than chance. The publication states no size.
    Any,
}

fn yes() -> bool {
    true
}

impl Claim {
    /// One claim for each combination of words.
    pub(super) fn each(&self) -> Vec<Claim> {
        let one = |choice: Vec<(String, toml::Value)>| {
            let [text, less, than, known] =
                [&self.text, &self.less, &self.than, &self.known].map(|text| filled(text, &choice));
            let words = choice.iter().map(|(_, value)| word(value)).collect();
            Claim { text, less, than, known, words, over: Toml::new(), ..self.clone() }
        };
        choices(&self.over).into_iter().map(one).collect()
    }

    /// Why it is not reproduced, if that is told.
    pub(crate) fn because(&self) -> Option<&Because> {
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        Because::first(&self.because, &words)
    }

    /// The size of the difference between these figures.
    pub(crate) fn effect(&self, figures: [&Measure; 2]) -> Effect {
        let exact = |measure: &Measure| measure.interval_95.is_none() && !measure.uncertain;
        // Any difference between exact figures is more than chance, however small it is.
        let otherwise = if figures.into_iter().all(exact) { Effect::Percent(MARGIN) } else { Effect::Any };
        self.stated().unwrap_or(otherwise)
    }

    /// The size that the experiment states; without one it depends on whether the figures are exact.
    pub fn stated(&self) -> Option<Effect> {
        self.times.map(Effect::Times).or(self.margin.map(Effect::Percent))
    }

    /// Checks the figures of one combination. `known` tells whether a cell exists that may have a measure.
    pub(super) fn check_sides(&self, known: impl Fn(&str, &str) -> Result<(), String>) -> Result<(), String> {
        for side in [&self.less, &self.than] {
            match (side.parse::<f64>(), side.rsplit_once(": ")) {
                (Ok(number), _) if number.is_finite() => {}
                (_, Some((cell, measure))) => known(cell, measure)?,
                _ => {
                    return Err(format!(
                        "claim `{}`: `{side}` is neither `cell: measure` nor a number",
                        self.text
                    ));
                }
            }
        }
        Ok(())
    }

    /// Checks what all combinations share.
    pub(super) fn check(&self) -> Result<(), String> {
        let wrong = |what: String| Err(format!("claim `{}`: {what}", self.text));
        let words: Vec<String> = choices(&self.over).iter().flatten().map(|(_, value)| word(value)).collect();
        if words.is_empty() && !self.over.is_empty() {
            return wrong("`over` has an empty list".to_owned());
        }
        if self.times.is_some() && self.margin.is_some() {
            return wrong(
                "`times` is the size that was published, `margin` is ours if there is none".to_owned(),
            );
        }
        if self.times.is_some_and(|times| !(times > 0.0 && times.is_finite())) {
            return wrong("`times` must be a number above 0".to_owned());
        }
        if self.margin.is_some_and(|percent| !(0.0..100.0).contains(&percent)) {
            return wrong("`margin` must be a number of per cent from 0 to below 100".to_owned());
        }
        match self.because.iter().flat_map(|because| &because.of).find(|of| !words.contains(of)) {
            Some(of) => wrong(format!("`because` is given for `{of}`, which is none of its words")),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effect::Times(1.0) => f.write_str("less"),
            Effect::Times(times) if *times < 1.0 => write!(f, "at most {:.3} times as much", 1.0 / times),
            Effect::Times(times) => write!(f, "{times} times less"),
            Effect::Percent(percent) => write!(f, "no size; ours: {percent} % less"),
            Effect::Any => f.write_str("no size; ours: the first is less, beyond chance"),
        }
    }
}
