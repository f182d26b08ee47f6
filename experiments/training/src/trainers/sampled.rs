//! Training on Kinderschnapsen by sampled deals, to be compared with its solver.

use std::path::Path;

use anyhow::{Context as _, bail};
use hinterhand_engine::Settings;
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_kinderschnapsen::{Payoff, Root, Sampled, SampledNumbers, Solution};
use hinterhand_players::files::column_file::{self, Column, ColumnFile};
use hinterhand_players::games::Playable;
use hinterhand_players::strategy::{About, FileStrategy, Judgement, kinderschnapsen};
use hinterhand_solvers::mccfr::{Options, Sampling};
use hinterhand_solvers::strategy::Strategy;
use serde_json::Value as Json;

use super::{Training, TrainingOf};

/// The solver that looks at one deal of each turnup at a time.
pub(super) struct SampledTraining {
    about: About,
    sampled: Sampled,
}

impl SampledTraining {
    /// A solver that has learned nothing yet; `algorithm` says in words what the options are.
    pub(super) fn new(
        game: Kinderschnapsen,
        settings: &Settings,
        options: &Options,
        algorithm: String,
    ) -> anyhow::Result<SampledTraining> {
        if options.sampling != Sampling::EXTERNAL || options.batch != 1 || options.baselines.is_some() {
            bail!(
                "Kinderschnapsen is sampled by external sampling without batches and baselines only, not by \
                 {algorithm}"
            );
        }
        let about = About::new(settings, kinderschnapsen::FORM, algorithm, 0);
        let turnups = [0, 1, 2, 3].map(Root::Turnup);
        let sampled = Sampled::new(game, &Payoff::POINTS, &turnups, options.seed, options.linear);
        Ok(SampledTraining { about, sampled })
    }
}

impl Training for SampledTraining {
    fn about(&self) -> About {
        About { iterations: self.iterations(), ..self.about.clone() }
    }

    fn iterations(&self) -> u64 {
        self.sampled.iterations()
    }

    fn step(&mut self) {
        self.sampled.steps(1);
    }

    fn judge(&mut self) -> anyhow::Result<Judgement> {
        Ok(kinderschnapsen::judgement(&self.sampled.judge()))
    }

    fn patience(&self) -> f64 {
        // A judgement takes the time of a hundred thousand iterations.
        8.0
    }

    fn bytes(&self) -> u64 {
        self.sampled.bytes() as u64
    }

    fn write_strategy(&self, path: &Path, about: &About) -> anyhow::Result<()> {
        kinderschnapsen::write(path, about, &self.sampled.solution())
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn write_checkpoint(&self, path: &Path, about: &Json) -> anyhow::Result<()> {
        let iterations = [self.iterations()];
        let numbers: Vec<SampledNumbers<'_>> = self.sampled.numbers().collect();
        let names: Vec<[String; 2]> = (0..numbers.len()).map(names).collect();
        let mut columns = vec![("iterations", Column::from(&iterations[..]))];
        for ([regrets, sums], numbers) in names.iter().zip(&numbers) {
            columns
                .extend([(regrets.as_str(), numbers.regrets.into()), (sums.as_str(), numbers.sums.into())]);
        }
        column_file::write(path, crate::run::KIND, about, &columns)
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn restore(&mut self, file: &ColumnFile) -> anyhow::Result<()> {
        let iterations = super::learner::single(file, "iterations")?;
        let numbers: Vec<SampledNumbers<'_>> = (0..self.sampled.numbers().count())
            .map(|at| {
                let [regrets, sums] = names(at);
                Ok(SampledNumbers { regrets: file.column(&regrets)?, sums: file.column(&sums)? })
            })
            .collect::<anyhow::Result<_>>()?;
        self.sampled.restore(iterations, &numbers).map_err(|error| file.senseless(&error))?;
        Ok(())
    }
}

/// What the columns of a turnup are called.
fn names(turnup: usize) -> [String; 2] {
    [format!("regrets {turnup}"), format!("sums {turnup}")]
}

impl<G: Playable> TrainingOf<G> for SampledTraining {
    fn strategy(&self) -> Box<dyn Strategy<G> + '_> {
        let solution: Solution<'static> = self.sampled.solution();
        Box::new(FileStrategy::Kinderschnapsen(Box::new(solution)))
    }
}
