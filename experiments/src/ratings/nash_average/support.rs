//! An equilibrium with mass on every bot that has some in any.
//!
//! Tucker (1956): a skew-symmetric matrix A has a p >= 0 with -A p >= 0 and p - A p > 0. In it every bot has either
//! mass or a loss, and those with mass are those that have some in any equilibrium. Asking for p - A p >= 1 is no
//! more, since p may be scaled, and sets the two kinds apart by 1. The cheapest such p is a linear program, whose
//! dual can be started at 0; its dual values are p.

use ndarray::Array2;

/// Smaller entries of the tableau are taken for the rounding of a zero.
const ZERO: f64 = 1e-10;

/// An equilibrium, not scaled to 1, in which every bot has mass that has some in any, and every other loses;
/// `payoffs` is skew-symmetric, its largest entry 1.
pub(super) fn widest(payoffs: &Array2<f64>) -> Vec<f64> {
    let count = payoffs.nrows();
    // Maximize the sum of z where A y + (I + A) z + slack = 1 and nothing is negative; the last column is the right
    // side, the last row the objective, which ends with p under the slacks.
    let width = 3 * count + 1;
    let mut tableau = Array2::zeros((count + 1, width));
    for row in 0..count {
        for column in 0..count {
            let unit = f64::from(u8::from(row == column));
            tableau[[row, column]] = payoffs[[row, column]];
            tableau[[row, count + column]] = unit + payoffs[[row, column]];
            tableau[[row, 2 * count + column]] = unit;
        }
        tableau[[row, width - 1]] = 1.0;
        tableau[[count, count + row]] = -1.0;
    }
    let mut basis: Vec<usize> = (2 * count..3 * count).collect();
    // Bland's rule, which cannot cycle: the first column that gains, and among the rows that bound it equally the one
    // whose variable comes first.
    while let Some(column) = (0..width - 1).find(|&column| tableau[[count, column]] < -ZERO) {
        let bound = |row: usize| tableau[[row, width - 1]] / tableau[[row, column]];
        let rows = (0..count).filter(|&row| tableau[[row, column]] > ZERO);
        let row = rows.min_by(|&a, &b| bound(a).total_cmp(&bound(b)).then(basis[a].cmp(&basis[b])));
        let row = row.expect("the program is bounded, by Tucker's theorem");
        pivot(&mut tableau, row, column);
        basis[row] = column;
    }
    let mass = |bot: usize| tableau[[count, 2 * count + bot]];
    (0..count).map(|bot| if mass(bot) >= 0.5 { mass(bot) } else { 0.0 }).collect()
}

/// Makes the column one of the unit matrix, with its 1 in this row.
fn pivot(tableau: &mut Array2<f64>, row: usize, column: usize) {
    let pivot = tableau[[row, column]];
    tableau.row_mut(row).mapv_inplace(|entry| entry / pivot);
    let own = tableau.row(row).to_owned();
    for (other, mut entries) in tableau.rows_mut().into_iter().enumerate() {
        let factor = entries[column];
        if other != row && factor != 0.0 {
            entries.scaled_add(-factor, &own);
            entries[column] = 0.0;
        }
    }
}
