//! The simplex method on a dense dictionary (Chvátal, "Linear Programming", 1983).
//!
//! At a pure plan nearly all reaches are 0, and the method would take thousands of steps that lead nowhere,
//! by ever smaller pivots. So it goes by constants that are shifted a little, each by another amount (Charnes
//! 1952), and carries the true ones along: the corner at which it ends does not depend on them.

/// Smaller numbers are taken for the rounding of a zero.
const ZERO: f64 = 1e-9;

/// By how much the constants are shifted.
const SHIFT: f64 = 1e-6;

/// A linear program: each row is a variable that is a constant plus a sum over the columns, which are
/// variables that are 0 at the current corner; so is the objective. All variables must not be negative,
/// except those that are free.
#[derive(Clone, Debug)]
pub(super) struct Dictionary {
    columns: usize,
    entries: Vec<f64>,
    constants: Vec<f64>,
    shifted: Vec<f64>,
    objective: Vec<f64>,
    value: f64,
    /// The variable of each row and of each column. Those that are rows at first come after those that are
    /// columns.
    row_variables: Vec<usize>,
    column_variables: Vec<usize>,
    free: Vec<bool>,
    forbidden: Vec<bool>,
}

impl Dictionary {
    /// A program of zeros.
    pub(super) fn new(rows: usize, columns: usize) -> Dictionary {
        Dictionary {
            columns,
            entries: vec![0.0; rows * columns],
            constants: vec![0.0; rows],
            shifted: vec![0.0; rows],
            objective: vec![0.0; columns],
            value: 0.0,
            row_variables: (columns..columns + rows).collect(),
            column_variables: (0..columns).collect(),
            free: vec![false; rows],
            forbidden: vec![false; columns],
        }
    }

    pub(super) fn rows(&self) -> usize {
        self.constants.len()
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    pub(super) fn add(&mut self, row: usize, column: usize, number: f64) {
        self.entries[row * self.columns + column] += number;
    }

    pub(super) fn add_constant(&mut self, row: usize, number: f64) {
        self.constants[row] += number;
    }

    pub(super) fn add_objective(&mut self, column: usize, number: f64) {
        self.objective[column] += number;
    }

    pub(super) fn add_value(&mut self, number: f64) {
        self.value += number;
    }

    pub(super) fn constant(&self, row: usize) -> f64 {
        self.constants[row]
    }

    /// The objective at the current corner.
    pub(super) fn value(&self) -> f64 {
        self.value
    }

    /// The variable that is in this column now stays 0.
    pub(super) fn forbid_column(&mut self, column: usize) {
        self.forbidden[column] = true;
    }

    /// The variable that is in this row now may be negative.
    pub(super) fn free_row(&mut self, row: usize) {
        self.free[row] = true;
    }

    /// The variable that was in this column at first.
    pub(super) fn primal(&self, column: usize) -> f64 {
        self.row_variables.iter().position(|&v| v == column).map_or(0.0, |row| self.constants[row])
    }

    /// The cost of one more of the variable that was in this row at first.
    pub(super) fn dual(&self, row: usize) -> f64 {
        let variable = self.columns + row;
        self.column_variables
            .iter()
            .position(|&v| v == variable)
            .map_or(0.0, |column| -self.objective[column])
    }

    /// Shifts the constants of all rows, and lets them be from then on.
    pub(super) fn shift(&mut self) {
        // Multiples of the golden ratio: no two rows get the same.
        let parts = (1..).map(|row| f64::from(row) * 0.618_033_988_749_894_9 % 1.0);
        let shifts = self.constants.iter().zip(parts).map(|(constant, part)| constant + SHIFT * (1.0 + part));
        self.shifted = shifts.collect();
    }

    /// Goes from corner to corner until the objective is largest; whether that took no more pivots than
    /// `most`. The program must have a largest objective: only rounding can hide it.
    pub(super) fn maximize(&mut self, most: usize) -> bool {
        for _ in 0..most {
            let Some(column) = self.entering() else { return true };
            let Some(row) = self.leaving(column) else { return false };
            self.exchange(row, column);
        }
        false
    }

    /// The column that gains most.
    fn entering(&self) -> Option<usize> {
        let gains =
            (0..self.columns).filter(|&column| !self.forbidden[column] && self.objective[column] > ZERO);
        gains.max_by(|&one, &other| self.objective[one].total_cmp(&self.objective[other]))
    }

    /// The row that gives out first when the variable of `column` grows; of several that do so nearly at once
    /// the one with the largest entry, for the sake of the digits (Harris 1973).
    fn leaving(&self, column: usize) -> Option<usize> {
        let rows = (0..self.rows()).filter(|&row| !self.free[row]);
        let entries = rows.map(|row| (row, -self.entries[row * self.columns + column]));
        let entries = entries.filter(|&(_, entry)| entry > ZERO);
        let limit = entries.clone().map(|(row, entry)| (self.shifted[row] + ZERO) / entry);
        let limit = limit.fold(f64::INFINITY, f64::min);
        let first = entries.filter(|&(row, entry)| self.shifted[row] / entry <= limit);
        first.max_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(row, _)| row)
    }

    /// The variables of `row` and `column` change places.
    pub(super) fn exchange(&mut self, row: usize, column: usize) {
        let columns = self.columns;
        let factor = -1.0 / self.entries[row * columns + column];
        let mut pivot = self.entries[row * columns..][..columns].to_vec();
        pivot.iter_mut().for_each(|entry| *entry *= factor);
        pivot[column] = -factor;
        for constants in [&mut self.constants, &mut self.shifted] {
            let constant = constants[row] * factor;
            for (number, own) in constants.iter_mut().enumerate() {
                let share = self.entries[number * columns + column];
                *own = if number == row { constant } else { *own + share * constant };
            }
        }
        self.value += self.objective[column] * self.constants[row];
        for (number, entries) in self.entries.chunks_exact_mut(columns).enumerate() {
            if number != row {
                substitute(entries, column, &pivot);
            }
        }
        substitute(&mut self.objective, column, &pivot);
        self.entries[row * columns..][..columns].copy_from_slice(&pivot);
        std::mem::swap(&mut self.row_variables[row], &mut self.column_variables[column]);
    }
}

/// Puts what the variable of `column` is now in its place.
fn substitute(entries: &mut [f64], column: usize, pivot: &[f64]) {
    let share = std::mem::take(&mut entries[column]);
    if share != 0.0 {
        entries.iter_mut().zip(pivot).for_each(|(entry, pivot)| *entry += share * pivot);
    }
}
