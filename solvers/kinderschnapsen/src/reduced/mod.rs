//! Subgames reduced by dominance, and written out in sequence form.

pub(crate) mod compile;
pub(crate) mod dominance;
pub(crate) mod sequences;
