//! Systems of linear equations whose matrix is symmetric and positive definite.

use super::matrix::Matrix;

/// The lower triangle whose product with its transpose is the matrix.
pub(super) struct Cholesky(Matrix);

impl Cholesky {
    /// None if the matrix is not positive definite.
    pub(super) fn of(matrix: &Matrix) -> Option<Cholesky> {
        let size = matrix.size();
        let mut lower = Matrix::zeros(size);
        for row in 0..size {
            for column in 0..=row {
                let known: f64 = (0..column).map(|k| lower[[row, k]] * lower[[column, k]]).sum();
                let rest = matrix[[row, column]] - known;
                lower[[row, column]] = if row == column {
                    if rest <= 0.0 || rest.is_nan() {
                        return None;
                    }
                    rest.sqrt()
                } else {
                    rest / lower[[column, column]]
                };
            }
        }
        Some(Cholesky(lower))
    }

    /// The vector that the matrix turns into `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let (lower, size) = (&self.0, right.len());
        let mut solution = right.to_vec();
        for row in 0..size {
            let known: f64 = (0..row).map(|k| lower[[row, k]] * solution[k]).sum();
            solution[row] = (solution[row] - known) / lower[[row, row]];
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size).map(|k| lower[[k, row]] * solution[k]).sum();
            solution[row] = (solution[row] - known) / lower[[row, row]];
        }
        solution
    }

    /// The inverse of the matrix.
    pub(super) fn inverse(&self) -> Matrix {
        let size = self.0.size();
        let mut inverse = Matrix::zeros(size);
        for column in 0..size {
            let mut unit = vec![0.0; size];
            unit[column] = 1.0;
            for (row, entry) in self.solve(&unit).into_iter().enumerate() {
                inverse[[row, column]] = entry;
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_solve() {
        let entries = [[4.0, 2.0, -1.0], [2.0, 5.0, 0.5], [-1.0, 0.5, 3.0]];
        let matrix = Matrix::from_fn(3, |row, column| entries[row][column]);
        let cholesky = Cholesky::of(&matrix).expect("it is positive definite");
        let product = matrix.times(&cholesky.inverse());
        for (row, column) in (0..9).map(|place| (place / 3, place % 3)) {
            let unit = if row == column { 1.0 } else { 0.0 };
            assert!((product[[row, column]] - unit).abs() < 1e-14, "{row} {column}");
        }
        let solution = cholesky.solve(&[1.0, 2.0, 3.0]);
        let back = matrix.times_vector(&solution);
        assert!(back.iter().zip([1.0, 2.0, 3.0]).all(|(a, b)| (a - b).abs() < 1e-14));
        assert!(
            Cholesky::of(&Matrix::from_fn(2, |row, column| if row == column { 1.0 } else { 2.0 })).is_none()
        );
    }
}
