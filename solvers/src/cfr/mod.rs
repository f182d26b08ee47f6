//! Counterfactual regret minimization over the whole tree, in all its variants (Zinkevich et al. 2007).
//!
//! A [`Variant`] is a value: one set of numbers says which algorithm it is. [`Cfr`] runs any of them on any
//! [`Tree`](crate::tree::Tree).

mod lanes;
mod layout;
mod power;
mod products;
mod real;
mod solver;
mod sweep;
mod variant;

pub use real::Real;
pub use solver::{Cfr, Snapshot, SnapshotError};
pub use variant::{Discount, Schedule, UnknownVariant, Updates, Variant};
