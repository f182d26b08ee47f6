//! Solvers of the hand: counterfactual regret minimization on the reduced game, and on sampled deals.

pub(crate) mod average;
pub(crate) mod checkpoint;
pub(crate) mod hands;
pub(crate) mod sampled;
#[cfg(test)]
pub(crate) mod tests;
#[cfg(test)]
pub(crate) mod unreduced;
pub(crate) mod whole_tree;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use hands::{HandSolver, ReducedSize};
pub use sampled::{Sampled, SampledNumbers, WrongNumbers};
