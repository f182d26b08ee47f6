//! Strategies in files: their game, their origin, their judgement, and their probabilities at each
//! information set.

mod about;
mod book;
mod equity;
mod example;
mod excerpt;
pub(crate) mod file;
pub mod kinderschnapsen;
mod opening;
mod parts;
mod reach;
mod sequences;
mod slice;
mod table;
pub mod training_log;
mod verdict;

pub use about::{About, Judgement, Part, rules_hash};
pub use book::{Difference, Entry, book, differences};
pub use example::{Example, examples};
pub use excerpt::{Excerpt, Sampled};
pub use file::{FileStrategy, StrategyFile};
pub use opening::{Opening, OpeningHand, RANKS};
pub use parts::Parts;
pub use reach::reach;
pub use sequences::Sequences;
pub use slice::{slice_asked, write_slices};
pub use table::{Table, TableColumns, TableError};
pub use verdict::{Answer, Verdict, judgement};

/// The file type in the headers of strategies.
pub const KIND: &str = "strategy";
