//! A strategy for every information set of a hand, its exact value, and best responses to it.

pub(crate) mod action_values;
pub(crate) mod best_response;
pub(crate) mod columns;
pub(crate) mod judge;
pub(crate) mod lookup;
mod slice;
mod strategy;

pub use columns::{ColumnError, Columns};
pub use judge::{Root, Verdict};
pub use lookup::{Advice, Solution};
pub use slice::{TURNUPS, turnup_of};
