//! Training on Kinderschnapsen by the solver that was made for it.

use std::path::Path;

use anyhow::{Context as _, bail};
use hinterhand_engine::Settings;
use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_kinderschnapsen::{Checkpoint, HandSolver, Payoff, Solution, Verdict};
use hinterhand_players::files::column_file::{Column, ColumnFile};
use hinterhand_players::strategy::{About, FileStrategy, Judgement, kinderschnapsen};
use hinterhand_solvers::cfr::Variant;
use hinterhand_solvers::strategy::Strategy;
use serde_json::Value as Json;

use super::Training;
use super::files::{cannot_write, single, write_checkpoint};
use crate::Algorithm;

/// The solver of the hand.
pub(super) struct KinderschnapsenTraining {
    about: About,
    hands: HandSolver,
    /// The last strategy that was refined, and after which iteration.
    refined: Option<(u32, Solution<'static>)>,
}

/// The variant of this name.
pub(super) fn variant(name: &str) -> anyhow::Result<Variant> {
    match name {
        "dcfr" => Ok(Variant::DCFR),
        "cfr+" => Ok(Variant::CFR_PLUS),
        "cfr+2" => Ok(Variant::CFR_PLUS_2),
        "pcfr+" => Ok(Variant::PCFR_PLUS),
        _ => bail!(
            "Kinderschnapsen is solved by dcfr, cfr+, cfr+2 or pcfr+, or by external sampling, not by {name}"
        ),
    }
}

impl KinderschnapsenTraining {
    /// A solver before its first iteration.
    pub(super) fn new(
        game: Kinderschnapsen,
        settings: &Settings,
        algorithm: &Algorithm,
    ) -> anyhow::Result<KinderschnapsenTraining> {
        algorithm.check_precision(settings.info().name)?;
        let Algorithm::Full { name, .. } = algorithm else {
            bail!("Kinderschnapsen is solved in full iterations here, not by {algorithm}");
        };
        let variant = variant(name)?;
        let about = About::new(settings, kinderschnapsen::FORM, algorithm.to_string(), 0);
        let hands = HandSolver::new(game, &Payoff::POINTS, variant);
        Ok(KinderschnapsenTraining { about, hands, refined: None })
    }

    /// The refined strategy, if no iteration was done since.
    fn refined(&self) -> Option<&Solution<'static>> {
        let (at, solution) = self.refined.as_ref()?;
        (*at == self.hands.iterations()).then_some(solution)
    }
}

impl Training for KinderschnapsenTraining {
    fn header(&self) -> &About {
        &self.about
    }

    fn iterations(&self) -> u64 {
        self.hands.iterations().into()
    }

    fn step(&mut self) {
        self.hands.step();
    }

    fn look(&mut self) -> anyhow::Result<Judgement> {
        // The reduced game has the same value, and its bounds take the time of one iteration. The value of
        // the strategy against itself takes longer, so the middle of the bounds is reported in its place.
        let bounds = self.hands.bounds();
        let verdict = |(low, high): (f64, f64)| Verdict { value: (low + high) / 2.0, best: [high, -low] };
        let verdicts: Vec<Verdict> = bounds.into_iter().map(verdict).collect();
        Ok(kinderschnapsen::judgement(&verdicts))
    }

    fn refine(&mut self) {
        if self.refined().is_none() {
            self.refined = Some((self.hands.iterations(), self.hands.refined_solution()));
        }
    }

    fn judge(&mut self) -> anyhow::Result<Judgement> {
        self.refine();
        let refined = self.refined().expect("it was refined above");
        Ok(kinderschnapsen::judgement(&refined.judge()))
    }

    fn patience(&self) -> f64 {
        1.25
    }

    fn exact_patience(&self) -> f64 {
        // An exact judgement takes the time of some hundred iterations.
        2.0
    }

    fn bytes(&self) -> u64 {
        let reduced = self.hands.reduced();
        // Regrets and averages of each action, and the payments.
        (8 * reduced.actions + 8 * reduced.payments) as u64
    }

    fn strategy(&self) -> Box<dyn Strategy<AnyGame> + '_> {
        let solution = self.refined().cloned().unwrap_or_else(|| self.hands.refined_solution());
        Box::new(FileStrategy::Kinderschnapsen(Box::new(solution)))
    }

    fn write_strategy(&self, path: &Path, about: &About) -> anyhow::Result<()> {
        match self.refined() {
            Some(solution) => kinderschnapsen::write(path, about, solution),
            None => kinderschnapsen::write(path, about, &self.hands.refined_solution()),
        }
        .with_context(|| cannot_write(path))
    }

    fn write_checkpoint(&self, path: &Path, about: &Json) -> anyhow::Result<()> {
        let Checkpoint { iterations, numbers, .. } = self.hands.checkpoint();
        let iterations = [u64::from(iterations)];
        let columns = [("iterations", Column::from(&iterations[..])), ("numbers", (&numbers).into())];
        write_checkpoint(path, about, &columns)
    }

    fn restore(&mut self, file: &ColumnFile) -> anyhow::Result<()> {
        let iterations = single(file, "iterations")?;
        let checkpoint = Checkpoint {
            iterations: u32::try_from(iterations).map_err(|error| file.senseless(&error))?,
            variant: self.hands.variant(),
            numbers: file.column::<f32>("numbers")?.to_vec(),
        };
        self.hands.restore(&checkpoint).map_err(|error| file.senseless(&error))?;
        Ok(())
    }
}
