//! Statistics of the results of matches: intervals, ratings, tests, and scores freed of luck.
//!
//! Nothing here plays a game or reads a file: results go in, figures come out. One deal played from every
//! seat is one independent unit; wherever intervals are computed its result is entered as one number, since
//! its hands are not independent of each other.
//!
//! All of it is made of sums, products, quotients and square roots, so every figure has the same bits on
//! every machine.

mod cholesky;
mod elementary;
mod matrix;

pub mod bootstrap;
mod bradley_terry;
mod control_variates;
mod cross_table;
pub mod distributions;
pub mod intervals;
mod moments;
mod sprt;

pub use bradley_terry::{Bout, BoutError, BradleyTerry, ELO, Gap, Spread, Zero};
pub use control_variates::{DealScore, Freed, Score};
pub use cross_table::CrossTable;
pub use moments::Moments;
pub use sprt::{Likelihood, Sprt, SprtError, SprtOptions, Verdict, expected_score};
