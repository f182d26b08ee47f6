//! Training on Kinderschnapsen by sampled deals, for comparison with its own solver.

use std::path::Path;

use anyhow::{Context as _, bail};
use hinterhand_engine::Settings;
use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_kinderschnapsen::{Payoff, Root, Sampled, SampledNumbers};
use hinterhand_players::files::column_file::{Column, ColumnFile};
use hinterhand_players::strategy::{About, FileStrategy, Judgement, kinderschnapsen};
use hinterhand_solvers::mccfr::{Options, Sampling};
use hinterhand_solvers::strategy::Strategy;
use serde_json::Value as Json;

use super::Training;
use super::files::{cannot_write, single, write_checkpoint};

/// The solver that samples one deal of each turnup in an iteration.
pub(super) struct SampledTraining {
    about: About,
    sampled: Sampled,
}

impl SampledTraining {
    /// A solver before its first iteration; `algorithm` is the text of the options.
    pub(super) fn new(
        game: Kinderschnapsen,
        settings: &Settings,
        options: &Options,
        algorithm: String,
    ) -> anyhow::Result<SampledTraining> {
        if options.sampling != Sampling::EXTERNAL
            || options.batch != 1
            || options.baselines.is_some()
            || options.plus
        {
            bail!(
                "Kinderschnapsen is sampled by external sampling without batches, baselines and updates of CFR+ only, not by \
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
    fn header(&self) -> &About {
        &self.about
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

    fn strategy(&self) -> Box<dyn Strategy<AnyGame> + '_> {
        Box::new(FileStrategy::Kinderschnapsen(Box::new(self.sampled.solution())))
    }

    fn write_strategy(&self, path: &Path, about: &About) -> anyhow::Result<()> {
        kinderschnapsen::write(path, about, &self.sampled.solution()).with_context(|| cannot_write(path))
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
        write_checkpoint(path, about, &columns)
    }

    fn restore(&mut self, file: &ColumnFile) -> anyhow::Result<()> {
        let iterations = single(file, "iterations")?;
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

/// The names of the columns of a turnup.
fn names(turnup: usize) -> [String; 2] {
    [format!("regrets {turnup}"), format!("sums {turnup}")]
}
