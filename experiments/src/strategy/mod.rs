//! Strategies in files: which game they are for, how they were found, how good they are, and what they say
//! at each information set.

mod about;
mod table;

pub use about::{About, Judgement, rules_hash};
pub use table::{Table, TableColumns};

/// What the files of strategies say they are.
pub const KIND: &str = "strategy";
