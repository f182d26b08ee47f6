//! Experiments.

pub mod tree_file;
pub mod tree_json;
