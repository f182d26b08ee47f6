//! Gambit's `.efg`: the format in which game theorists exchange extensive games.
//!
//! The reader accepts the format as the Gambit project documents it, and the extensions of older files:
//! commas between payoffs, probabilities and payoffs as fractions, decimals or with an exponent, descriptions
//! left out where they were given before, payoffs at inner nodes, which add up along the path. In quoted text
//! `\"` stands for a quote and `\\` for a backslash. Two mentions of one information set, event or outcome
//! must agree, except for their names, of which the first one counts.
//!
//! Labels become [words](super::words). The names of nodes, events and outcomes are not kept, and all payoffs
//! are written at the ends.

mod number;
mod read;
mod token;
mod write;

pub use number::{number_text, read_number};
pub use read::{EfgError, EfgProblem};
pub use write::write_efg;
