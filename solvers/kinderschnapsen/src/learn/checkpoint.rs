//! The state of the fast solver, to be written and restored.

use hinterhand_solvers::cfr::Variant;

use crate::learn::hands::HandSolver;
use crate::reduced::sequences::Rows;

/// The complete state of a solver of the hand, bit for bit.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// The iterations so far.
    pub iterations: u32,
    /// The variant in use.
    pub variant: Variant,
    /// All numbers, in a fixed order that depends on the rules and the payoff.
    pub numbers: Vec<f32>,
}

/// A checkpoint of another game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckpointError {
    found: usize,
    wanted: usize,
}

impl std::fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "the checkpoint has {} numbers instead of {}: it is of another solver",
            self.found, self.wanted
        )
    }
}

impl std::error::Error for CheckpointError {}

impl HandSolver {
    /// The state of the solver.
    pub fn checkpoint(&self) -> Checkpoint {
        let mut numbers = Vec::new();
        for part in self.deals.iter().chain(&self.units) {
            for rows in part.subgames.rows().into_iter().chain([&part.rows]) {
                columns(rows).into_iter().for_each(|column| numbers.extend(column));
            }
        }
        Checkpoint { iterations: self.iterations(), variant: self.variant(), numbers }
    }

    /// Takes up what was learned before, under the same rules and for the same payoff.
    pub fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), CheckpointError> {
        let before = self.variant();
        self.learn_by(checkpoint.variant);
        let parts = self.deals.iter().chain(&self.units);
        let wanted: usize = parts
            .flat_map(|part| part.subgames.rows().into_iter().chain([&part.rows]))
            .map(|rows| columns(rows).map(Vec::len).iter().sum::<usize>())
            .sum();
        if checkpoint.numbers.len() != wanted {
            self.learn_by(before);
            return Err(CheckpointError { found: checkpoint.numbers.len(), wanted });
        }
        let mut numbers = checkpoint.numbers.as_slice();
        for part in self.deals.iter_mut().chain(&mut self.units) {
            for rows in part.subgames.rows_mut().chain([&mut part.rows]) {
                for column in [&mut rows.regrets, &mut rows.last, &mut rows.sums] {
                    let (own, rest) = numbers.split_at(column.len());
                    column.copy_from_slice(own);
                    numbers = rest;
                }
            }
        }
        self.set_iterations(checkpoint.iterations);
        Ok(())
    }
}

fn columns(rows: &Rows) -> [&Vec<f32>; 3] {
    [&rows.regrets, &rows.last, &rows.sums]
}
