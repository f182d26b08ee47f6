//! Monte Carlo counterfactual regret minimization: every walk visits a sampled part of the game (Lanctot et
//! al. 2009).
//!
//! One walk does for all schemes. At a decision it visits all actions, one, or each by its own toss, with
//! probability `q`; of chance it always draws one outcome. What it brings back from a visited action is
//! `b + (v - b) / q`, from the others `b`, where the [baseline](Options::baselines) `b` is any guess made
//! before (Schmid et al. 2019), or 0. With `s` the policy and `w` the probability of the decisions of the
//! others divided by that of all that was sampled,
//!
//! ```text
//! own decision       regret  += w * (estimate of the action - sum of s * estimates)
//! others' decision   average += w * s
//! ```
//!
//! which is right on average whatever was sampled. The schemes of the papers are values of [`Sampling`].
//!
//! [`Mccfr`] walks a compiled [`Tree`](crate::tree::Tree) and is fast; [`GrowingMccfr`] walks the game itself
//! and keeps only the information sets that it has met, for games too large to be written out.
//!
//! The average is weighted by walks of the others, as in average-strategy sampling; so with three players and
//! more an iteration counts more at an information set that the third players reach more often. With that
//! many players there is no guarantee of an equilibrium anyway.

mod compact;
mod direct;
mod domain;
mod growing;
mod growing_tables;
mod log;
mod on_tree;
mod options;
mod sampling;
mod tables;
mod walk;

pub use growing::GrowingMccfr;
pub use growing_tables::{GrowingSnapshot, MemoryFull};
pub use on_tree::{Mccfr, Snapshot};
pub use options::{InvalidOptions, Options};
pub use sampling::{Sampling, UnknownSampling, Visit};
pub use tables::SnapshotError;
