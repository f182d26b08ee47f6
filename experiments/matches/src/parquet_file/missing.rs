//! What stands in the place of the writer of Parquet files in a build without the feature `parquet`.

use std::convert::Infallible;
use std::io::{self, Write};
use std::marker::PhantomData;

use super::{Cell, Kind};

/// A Parquet file that cannot be begun.
#[derive(Debug)]
pub struct ParquetFile<W: Write + Send> {
    never: Infallible,
    out: PhantomData<W>,
}

impl<W: Write + Send> ParquetFile<W> {
    /// Returns the error that names the missing feature.
    pub fn new(_: W, _: &[(&str, Kind)], _: &str) -> io::Result<ParquetFile<W>> {
        Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "this build cannot write Parquet files; build it with `--features parquet`, or write JSON lines",
        ))
    }

    /// Adds a row.
    pub fn row(&mut self, _: &[Cell<'_>]) -> io::Result<()> {
        match self.never {}
    }

    /// Writes what is left and the end of the file.
    pub fn finish(self) -> io::Result<()> {
        match self.never {}
    }
}
