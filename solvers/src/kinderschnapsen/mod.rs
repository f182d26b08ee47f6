//! Kinderschnapsen solved.

mod columns;
mod compile;
mod dominance;
mod endings;
mod export;
mod hands;
mod judge;
mod layout;
mod learning;
mod race;
mod sequences;
mod size;
mod solution;
mod subsets;
mod table;
mod unreduced;
mod walk;

pub use columns::{ColumnError, Columns};
pub use hands::{Hands, Reduced};
pub use judge::{Root, Verdict};
pub use learning::Learning;
pub use race::{NoRace, Race, RaceJudge, Score};
pub use size::{Size, Sizes};
pub use solution::{Advice, Solution};
pub use table::Payoff;
pub use unreduced::Unreduced;
