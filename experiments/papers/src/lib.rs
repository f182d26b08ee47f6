//! Published experiments, done again.
//!
//! An [`Experiment`] is a file: what the paper claims and how its figures are known, what is to be done, what is held
//! against what by which test. What is to be done is cut into [cells](experiment::Cell), pieces of [`Work`](work::Work)
//! that do not depend on each other: [`run()`] does those that are not done yet and keeps each in a store, so that a
//! long experiment can be stopped at any time. A [`Page`] shows our figures beside theirs, with [verdicts](Verdict).

mod desk;
pub mod experiment;
mod law;
mod page;
mod ruled;
mod run;
mod solution;
#[cfg(test)]
mod tests;
mod theirs;
mod verdict;
pub mod work;

pub use desk::Desk;
pub use experiment::{Experiment, Scale, all};
pub use hinterhand_matches::store::{Measure, Outcome};
pub use law::PowerLaw;
pub use page::{Counts, Page, Tally, missing};
pub use ruled::Ruled;
pub use run::{Place, Results, run};
pub use solution::Solution;
pub use theirs::Theirs;
pub use verdict::Verdict;
