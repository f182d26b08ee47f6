//! What can be done in an experiment: each kind of work is a file.

mod aivat;
mod convergence;
mod counts;
mod decks;
mod meeting;
mod self_play;
mod solved;
mod stitched;
mod synthetic_trees;
mod terrain;
mod threads;
mod variance;

use serde::Deserialize;

pub use aivat::Aivat;
pub use convergence::Convergence;
pub use counts::Counts;
pub use decks::Decks;
pub use meeting::Meeting;
pub use self_play::{Select, SelfPlay};
pub use solved::Solved;
pub use stitched::Stitched;
pub use synthetic_trees::SyntheticTrees;
pub use terrain::Terrain;
pub use threads::Threads;
pub use variance::Variance;

use super::{Desk, Outcome};

/// A piece of work, by its kind.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Work {
    /// A solver, judged exactly on the way.
    Convergence(Convergence),
    /// Bot against bot on duplicate deals.
    Meeting(Meeting),
    /// The same, with and without luck.
    Aivat(Aivat),
    /// How much sampled regrets vary.
    Variance(Variance),
    /// How large a game is.
    Counts(Counts),
    /// How cost grows with the deck of Kinderschnapsen.
    Decks(Decks),
    /// What the solution of Kinderschnapsen says.
    Solved(Solved),
    /// What a bot would do everywhere, judged exactly.
    Stitched(Stitched),
    /// A tree search that learns a game from itself, judged on the way.
    SelfPlay(SelfPlay),
    /// Perfect information Monte Carlo on random trees of a kind.
    SyntheticTrees(SyntheticTrees),
    /// Where a game lies among such trees.
    Terrain(Terrain),
    /// How much sooner work is done on several threads.
    Threads(Threads),
}

impl Work {
    /// Does it; nothing comes of it if it is stopped.
    pub fn run(&self, desk: &Desk<'_>) -> anyhow::Result<Option<Outcome>> {
        match self {
            Work::Convergence(work) => work.run(desk),
            Work::Meeting(work) => work.run(desk),
            Work::Aivat(work) => work.run(desk),
            Work::Variance(work) => work.run(desk),
            Work::Counts(work) => work.run(desk),
            Work::Decks(work) => work.run(desk),
            Work::Solved(work) => work.run(desk),
            Work::Stitched(work) => work.run(desk),
            Work::SelfPlay(work) => work.run(desk),
            Work::SyntheticTrees(work) => work.run(desk),
            Work::Terrain(work) => work.run(desk),
            Work::Threads(work) => work.run(desk),
        }
    }

    /// Whether it measures time, and nothing else should be done meanwhile.
    pub fn wants_quiet(&self) -> bool {
        match self {
            Work::Threads(_) => true,
            Work::Decks(work) => work.exact,
            _ => false,
        }
    }
}
