//! Everything around the rules.
//!
//! [`games`] turns the name of a game into its type, at the one place where that happens; [`record`] is the
//! form in which games are kept.

pub mod games;
pub mod option_value;
pub mod record;
pub mod tree_file;
pub mod tree_json;
