//! Products of matrices with the same bits on every machine.
//!
//! The loops of the library depend on the processor: with fused multiply-add the last bits differ.

use ndarray::Array2;

/// The matrix `left` times the matrix `right`.
pub(super) fn product(left: &Array2<f64>, right: &Array2<f64>) -> Array2<f64> {
    assert_eq!(left.ncols(), right.nrows(), "matrices that fit each other");
    let mut product = Array2::zeros((left.nrows(), right.ncols()));
    for row in 0..left.nrows() {
        for middle in 0..left.ncols() {
            for column in 0..right.ncols() {
                product[[row, column]] += left[[row, middle]] * right[[middle, column]];
            }
        }
    }
    product
}

/// The matrix `left` times a vector.
pub(super) fn product_with(left: &Array2<f64>, right: &[f64]) -> Vec<f64> {
    assert_eq!(left.ncols(), right.len(), "a vector that fits the matrix");
    left.rows().into_iter().map(|row| dot(row.iter(), right.iter())).collect()
}

/// The sum of the products of two vectors, from the first to the last.
pub(super) fn dot<'a>(
    left: impl IntoIterator<Item = &'a f64>,
    right: impl IntoIterator<Item = &'a f64>,
) -> f64 {
    left.into_iter().zip(right).map(|(a, b)| a * b).sum()
}
