//! The judgement of the solution of Kinderschnapsen: its value with bounds.

use anyhow::Context as _;
use hinterhand_players::strategy::StrategyFile;
use serde::Deserialize;

use crate::{Measure, Outcome, WorkContext};

/// The judgement of the solution.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solved {}

impl Solved {
    /// Reads the judgement from the solution's file; `None` if stopped before there is one.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        let Some(path) = context.named("{solution}")? else { return Ok(None) };
        let about = StrategyFile::open(path.as_ref())?.about().clone();
        let mut outcome = Outcome::default()
            .measure("iterations", Measure::exact(about.iterations as f64))
            .measure("exploitability", Measure::exact(about.judged.exploitability()))
            .measure("value", Measure::exact(*about.judged.values.first().context("it was not judged")?));
        if let Some([low, high]) = about.judged.bounds() {
            outcome = outcome.measure("low", Measure::exact(low)).measure("high", Measure::exact(high));
        }
        for part in &about.judged.by_turnup {
            outcome = outcome
                .measure(format!("value with {}", part.name), Measure::exact(part.value))
                .measure(format!("low with {}", part.name), Measure::exact(part.value_low))
                .measure(format!("high with {}", part.name), Measure::exact(part.value_high));
        }
        Ok(Some(outcome))
    }
}
