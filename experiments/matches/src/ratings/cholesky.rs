//! Systems of linear equations whose matrix is symmetric and positive definite.

use ndarray::Array2;

/// The lower triangle whose product with its transpose is the matrix.
pub(super) struct Cholesky(Array2<f64>);

impl Cholesky {
    /// None if the matrix is not positive definite.
    pub(super) fn of(matrix: &Array2<f64>) -> Option<Cholesky> {
        let size = matrix.nrows();
        let mut lower = Array2::zeros((size, size));
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
    pub(super) fn inverse(&self) -> Array2<f64> {
        let size = self.0.nrows();
        let mut inverse = Array2::zeros((size, size));
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
    use ndarray::array;

    #[test]
    fn solutions_solve() {
        let matrix = array![[4.0, 2.0, -1.0], [2.0, 5.0, 0.5], [-1.0, 0.5, 3.0]];
        let cholesky = Cholesky::of(&matrix).expect("it is positive definite");
        let product = matrix.dot(&cholesky.inverse());
        assert!((product - Array2::<f64>::eye(3)).iter().all(|entry| entry.abs() < 1e-14));
        let solution = cholesky.solve(&[1.0, 2.0, 3.0]);
        let back = matrix.dot(&ndarray::Array1::from(solution));
        assert!(back.iter().zip([1.0, 2.0, 3.0]).all(|(a, b)| (a - b).abs() < 1e-14));
        assert!(Cholesky::of(&array![[1.0, 2.0], [2.0, 1.0]]).is_none());
    }
}
