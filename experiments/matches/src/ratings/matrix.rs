//! Small dense matrices whose products have the same bits on every machine.
//!
//! The loops of the libraries depend on the processor: with fused multiply-add the last bits differ.

use std::ops::{Index, IndexMut};

/// A matrix, row by row.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Matrix {
    columns: usize,
    entries: Vec<f64>,
}

impl Matrix {
    /// The square matrix of zeros.
    pub(super) fn zeros(size: usize) -> Matrix {
        Matrix { columns: size, entries: vec![0.0; size * size] }
    }

    /// The square matrix with these entries.
    pub(super) fn from_fn(size: usize, entry: impl Fn(usize, usize) -> f64) -> Matrix {
        let mut matrix = Matrix::zeros(size);
        for row in 0..size {
            for column in 0..size {
                matrix[[row, column]] = entry(row, column);
            }
        }
        matrix
    }

    /// The number of rows and columns.
    pub(super) fn size(&self) -> usize {
        self.columns
    }

    /// The first `size` rows and columns.
    pub(super) fn corner(&self, size: usize) -> Matrix {
        Matrix::from_fn(size, |row, column| self[[row, column]])
    }

    /// The product with another matrix, summed from the first to the last.
    pub(super) fn times(&self, right: &Matrix) -> Matrix {
        assert_eq!(self.size(), right.size(), "matrices of one size");
        let column_of = |column| (0..right.size()).map(move |row| &right[[row, column]]);
        Matrix::from_fn(self.size(), |row, column| dot(self.row(row), column_of(column)))
    }

    /// The product with a vector.
    pub(super) fn times_vector(&self, right: &[f64]) -> Vec<f64> {
        assert_eq!(self.columns, right.len(), "a vector that fits the matrix");
        (0..self.size()).map(|row| dot(self.row(row), right)).collect()
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.entries[row * self.columns..][..self.columns]
    }
}

impl Index<[usize; 2]> for Matrix {
    type Output = f64;

    fn index(&self, [row, column]: [usize; 2]) -> &f64 {
        &self.entries[row * self.columns + column]
    }
}

impl IndexMut<[usize; 2]> for Matrix {
    fn index_mut(&mut self, [row, column]: [usize; 2]) -> &mut f64 {
        &mut self.entries[row * self.columns + column]
    }
}

/// The sum of the products of two vectors, from the first to the last.
pub(super) fn dot<'a>(
    left: impl IntoIterator<Item = &'a f64>,
    right: impl IntoIterator<Item = &'a f64>,
) -> f64 {
    left.into_iter().zip(right).map(|(a, b)| a * b).sum()
}
