//! Tables in Parquet files: columns with types, filled row by row.
//!
//! The bytes depend on the rows and on nothing else. Lists have the three levels that the format asks for, so
//! that pandas, DuckDB and Spark read them as lists. The writer takes long to compile, so it is an optional
//! feature, `parquet`; without it, creating a file is an error that names the feature.

#[cfg(feature = "parquet")]
mod file;
#[cfg(not(feature = "parquet"))]
mod missing;

#[cfg(feature = "parquet")]
pub use file::ParquetFile;
#[cfg(not(feature = "parquet"))]
pub use missing::ParquetFile;

/// What stands in the cells of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A whole number.
    Whole,
    /// A number.
    Real,
    /// A number or nothing.
    MaybeReal,
    /// A text.
    Text,
    /// A text or nothing.
    MaybeText,
    /// A list of whole numbers.
    Wholes,
    /// A list of numbers.
    Reals,
    /// A list of which each element is a number or nothing.
    MaybeReals,
    /// A list of texts.
    Texts,
}

/// One cell of a row. It must be of the kind of its column.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "each is the kind of its name")]
pub enum Cell<'c> {
    Whole(i64),
    Real(f64),
    MaybeReal(Option<f64>),
    Text(&'c str),
    MaybeText(Option<&'c str>),
    Wholes(&'c [i64]),
    Reals(&'c [f64]),
    MaybeReals(&'c [Option<f64>]),
    Texts(Vec<&'c str>),
}
