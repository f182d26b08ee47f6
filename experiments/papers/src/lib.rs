//! Published experiments, reproduced.
//!
//! An [`Experiment`] is a file: what the paper claims and how its figures are known, what is computed, and
//! which of our figures is compared with which of the paper's by which test. The computation is divided into
//! [cells](experiment::Cell), pieces of [`Work`](work::Work) that do not depend on each other: [`run()`] does
//! those that are not done yet and keeps each in a store, so that a long experiment can be stopped at any
//! time. A [`Page`] shows our figures beside those of the paper, with [verdicts](Verdict).

mod because;
mod claim;
pub mod derived;
pub mod experiment;
mod figure_text;
pub mod figures_file;
mod findings;
mod game_spec;
mod index;
mod over;
mod page;
mod power_law;
mod published_figure;
mod run;
mod solution;
#[cfg(test)]
mod tests;
mod verdict;
pub mod work;
mod work_context;

pub use because::{Because, Reason};
pub use claim::{Claim, Effect};
pub use experiment::{Experiment, Scale, all};
pub use findings::{Counts, Finding, Tally, findings};
pub use game_spec::GameSpec;
pub use hinterhand_matches::store::{Measure, Outcome};
pub use index::{Entry, table};
pub use page::{Page, missing};
pub use power_law::PowerLaw;
pub use published_figure::PublishedFigure;
pub use run::{Place, Results, done, run};
pub use solution::Solution;
pub use verdict::Verdict;
pub use work_context::WorkContext;
