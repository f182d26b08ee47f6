//! What can be done in an experiment: each kind of work is a file.

mod convergence;
mod meeting;

use serde::Deserialize;

pub use convergence::Convergence;
pub use meeting::Meeting;

use super::{Desk, Outcome};

/// A piece of work, by its kind.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Work {
    /// A solver, judged exactly on the way.
    Convergence(Convergence),
    /// Bot against bot on duplicate deals.
    Meeting(Meeting),
}

impl Work {
    /// Does it; nothing comes of it if it is stopped.
    pub fn run(&self, desk: &Desk<'_>) -> anyhow::Result<Option<Outcome>> {
        match self {
            Work::Convergence(work) => work.run(desk),
            Work::Meeting(work) => work.run(desk),
        }
    }
}
