//! Training on Kinderschnapsen, which has a solver of its own.

use std::path::Path;

use anyhow::{Context as _, bail};
use hinterhand_engine::Settings;
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_solvers::kinderschnapsen::{Hands, Learning, Payoff, Verdict};
use serde_json::Value as Json;

use super::{Algorithm, Precision, Training};
use crate::column_file::ColumnFile;
use crate::strategy::{About, Judgement, kinderschnapsen};

/// The solver of the hand.
pub(super) struct KinderschnapsenTraining {
    about: About,
    hands: Hands,
}

/// The variant of this name.
pub(super) fn learning(name: &str) -> anyhow::Result<Learning> {
    match name {
        "dcfr" => Ok(Learning::DCFR),
        "cfr+" => Ok(Learning::CFR_PLUS),
        "pcfr+" => Ok(Learning::PCFR_PLUS),
        _ => bail!("Kinderschnapsen is solved by dcfr, cfr+ or pcfr+, not by {name}"),
    }
}

impl KinderschnapsenTraining {
    /// A solver that has learned nothing yet.
    pub(super) fn new(
        game: Kinderschnapsen,
        settings: &Settings,
        algorithm: &Algorithm,
    ) -> anyhow::Result<KinderschnapsenTraining> {
        let Algorithm::Full { name, precision: Precision::F32, .. } = algorithm else {
            bail!("Kinderschnapsen is solved in full iterations with tables of f32, not by {algorithm}");
        };
        let learning = learning(name)?;
        let about = About::new(settings, kinderschnapsen::FORM, algorithm.to_string(), 0);
        Ok(KinderschnapsenTraining { about, hands: Hands::new(game, &Payoff::POINTS, learning) })
    }
}

impl Training for KinderschnapsenTraining {
    fn about(&self) -> About {
        About { iterations: self.iterations(), ..self.about.clone() }
    }

    fn iterations(&self) -> u64 {
        self.hands.iterations().into()
    }

    fn step(&mut self) {
        self.hands.step();
    }

    fn look(&mut self) -> anyhow::Result<Judgement> {
        // The reduced game has the same value, and its bounds are found in the time of an iteration; what
        // player 0 wins when both play by the strategy is not, so the middle stands for it.
        let bounds = self.hands.bounds();
        let verdicts = bounds.map(|(low, high)| Verdict { value: (low + high) / 2.0, best: [high, -low] });
        Ok(kinderschnapsen::judgement(&verdicts))
    }

    fn judge(&mut self) -> anyhow::Result<Judgement> {
        Ok(kinderschnapsen::judgement(&self.hands.solution().judge()))
    }

    fn patience(&self) -> f64 {
        1.25
    }

    fn bytes(&self) -> u64 {
        let reduced = self.hands.reduced();
        // Regrets and averages of each action, and the payments.
        (8 * reduced.actions + 8 * reduced.payments) as u64
    }

    fn write_strategy(&self, path: &Path, about: &About) -> anyhow::Result<()> {
        kinderschnapsen::write(path, about, &self.hands.solution())
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn write_checkpoint(&self, _: &Path, _: &Json) -> anyhow::Result<()> {
        bail!("not yet")
    }

    fn restore(&mut self, _: &ColumnFile) -> anyhow::Result<()> {
        bail!("not yet")
    }
}
