//! The tables of Monte Carlo solvers, a cell for each action; and the updates from walks, in the order of the
//! walks.

use hinterhand_engine::Player;

use super::log::Results;
use super::options::{Options, Weights};

/// The tables. They are frozen while a batch walks.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub(super) cells: Vec<Cell>,
    /// For each slot, for each player, the value of the action to the player; empty if there are no
    /// baselines.
    baselines: Vec<f64>,
    pub(super) players: usize,
    rate: Option<f64>,
    /// The least regret: 0 for the updates of CFR+.
    pub(super) least: f64,
}

/// The numbers of one action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Cell {
    pub(super) regret: f64,
    /// The sum of the average policy.
    pub(super) average: f64,
    /// The policy to be played next, which follows from the regrets.
    pub(super) current: f64,
}

/// The numbers of the tables: regrets, sums of the average policy, baselines.
pub(super) type Numbers = [Vec<f64>; 3];

/// A snapshot belongs to another game or to a solver with other options.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a snapshot with {count} {table} where {wanted} belong")]
pub struct SnapshotError {
    /// The table whose length is wrong.
    pub table: &'static str,
    /// The number of entries found.
    pub count: usize,
    /// The number of entries expected.
    pub wanted: usize,
}

impl SnapshotError {
    /// Checks the number of entries of a table.
    pub(super) fn check(table: &'static str, count: usize, wanted: usize) -> Result<(), SnapshotError> {
        if count == wanted { Ok(()) } else { Err(SnapshotError { table, count, wanted }) }
    }
}

impl Tables {
    pub(super) fn new(players: usize, options: &Options) -> Tables {
        let least = if options.plus { 0.0 } else { f64::NEG_INFINITY };
        Tables { cells: Vec::new(), baselines: Vec::new(), players, rate: options.baselines, least }
    }

    /// Makes room for an information set and returns its first slot. The strategy is uniform.
    pub(super) fn add(&mut self, actions: usize) -> usize {
        let first = self.cells.len();
        let even = Cell { regret: 0.0, average: 0.0, current: 1.0 / actions as f64 };
        self.cells.resize(first + actions, even);
        if self.rate.is_some() {
            self.baselines.resize(self.cells.len() * self.players, 0.0);
        }
        first
    }

    /// The number of bytes for `slots` slots.
    pub(super) fn bytes(&self, slots: usize) -> usize {
        let baselines = if self.rate.is_some() { self.players * size_of::<f64>() } else { 0 };
        slots * (size_of::<Cell>() + baselines)
    }

    #[inline]
    pub(super) fn has_baselines(&self) -> bool {
        self.rate.is_some()
    }

    /// The baseline of a slot for the player, 0 without a slot; none if there are no baselines.
    #[inline]
    pub(super) fn baseline(&self, slot: Option<usize>, player: Player) -> Option<f64> {
        self.rate?;
        Some(slot.map_or(0.0, |slot| self.baselines[slot * self.players + player.index()]))
    }

    /// Adds the policies that walks have met to the average. All walks against these policies must be added before
    /// any is learned.
    pub(super) fn average_in(&mut self, results: &Results, weights: Weights) {
        for averaged in &results.averaged {
            let cells = self.cells[averaged.first as usize..][..averaged.actions as usize].iter_mut();
            cells.for_each(|cell| cell.average += weights.averages * averaged.weight * cell.current);
        }
    }

    /// Learns what walks of `player` have found, with these weights.
    pub(super) fn learn(&mut self, results: &Results, player: Player, weights: Weights) {
        let mut regrets = results.regrets.iter();
        for learned in &results.learned {
            let cells = &mut self.cells[learned.first as usize..][..learned.actions as usize];
            // Cells first: a zip takes from its first part before it finds the second at its end.
            for (cell, regret) in cells.iter_mut().zip(&mut regrets) {
                cell.regret = (cell.regret + weights.regrets * regret).max(self.least);
            }
            match_regrets(cells);
        }
        let rate = self.rate.unwrap_or(0.0);
        for found in &results.found {
            let baseline = &mut self.baselines[found.slot as usize * self.players + player.index()];
            *baseline += rate * (found.value - *baseline);
        }
    }

    /// The average policy of some slots, or an even one before there is any.
    pub(super) fn average(&self, first: usize, actions: usize, out: &mut Vec<f64>) {
        out.clear();
        out.extend(self.cells[first..first + actions].iter().map(|cell| cell.average));
        let sum: f64 = out.iter().sum();
        let even = 1.0 / actions as f64;
        out.iter_mut().for_each(|share| *share = if sum > 0.0 { *share / sum } else { even });
    }

    pub(super) fn numbers(&self) -> Numbers {
        [
            self.cells.iter().map(|cell| cell.regret).collect(),
            self.cells.iter().map(|cell| cell.average).collect(),
            self.baselines.clone(),
        ]
    }

    /// Takes numbers over, for information sets with these slots.
    pub(super) fn put(
        &mut self,
        [regrets, averages, baselines]: [&[f64]; 3],
        sets: impl Iterator<Item = std::ops::Range<usize>>,
    ) -> Result<(), SnapshotError> {
        let slots = self.cells.len();
        let wanted = [("regrets", regrets, slots), ("averages", averages, slots)];
        for (table, numbers, wanted) in
            wanted.into_iter().chain([("baselines", baselines, self.baselines.len())])
        {
            SnapshotError::check(table, numbers.len(), wanted)?;
        }
        for (cell, (&regret, &average)) in self.cells.iter_mut().zip(regrets.iter().zip(averages)) {
            (cell.regret, cell.average) = (regret, average);
        }
        sets.for_each(|slots| match_regrets(&mut self.cells[slots]));
        self.baselines.copy_from_slice(baselines);
        Ok(())
    }
}

/// Regret matching: every action as likely as it is regretted, if any is.
#[inline]
fn match_regrets(cells: &mut [Cell]) {
    follow_regrets(cells, cells.iter().map(|cell| cell.regret.max(0.0)).sum());
}

/// The same with the sum of the regrets above 0.
#[inline]
pub(super) fn follow_regrets(cells: &mut [Cell], sum: f64) {
    if sum > 0.0 {
        cells.iter_mut().for_each(|cell| cell.current = cell.regret.max(0.0) / sum);
    } else {
        let even = 1.0 / cells.len() as f64;
        cells.iter_mut().for_each(|cell| cell.current = even);
    }
}
