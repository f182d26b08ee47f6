//! Tests of the oracle of phantom boards.

/// The oracle against a walk through all histories.
mod histories;
