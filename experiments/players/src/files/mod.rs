//! Files that are neither records nor strategies: columns, tensors, NumPy archives, TOML, trees, boards; and where in
//! a text something stands; files that are being written.

pub mod board_file;
pub mod column_file;
pub mod network_file;
pub mod npz;
pub mod place;
pub mod tensors;
pub mod toml_text;
pub mod tree_file;
pub mod tree_json;
mod unfinished;

pub use unfinished::Unfinished;
