//! Counterfactual regret minimization over the whole tree, in all its variants (Zinkevich et al. 2007).
//!
//! A [`Variant`] is a value: one set of numbers selects the algorithm. [`Cfr`] runs any of them on any
//! [`Tree`](crate::tree::Tree).
//!
//! The papers walk through the tree; here the same numbers come from the sequence form, which visits no node:
//! see [`Cfr`]. It needs the whole tree in memory. Where two actions are worth exactly the same, the last
//! digit of a sum decides which is played next, so two right programs, or `f32` and `f64`, may go different
//! ways to equally good policies.

mod lanes;
mod layout;
mod number;
mod passes;
mod products;
mod solver;
mod sweep;
mod variant;

pub use number::Number;
pub use passes::{Matrix, Memory, Passes};
pub use solver::{Cfr, Real, Snapshot, SnapshotError};
pub use variant::{Discount, Schedule, UnknownVariant, Updates, Variant};
