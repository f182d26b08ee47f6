//! Published experiments, done again: each is a file that says what the paper claims and what is to be done, and what
//! comes of it stands beside the figures of the paper.

mod desk;
mod outcome;
mod ruled;
pub mod work;

pub use desk::Desk;
pub use outcome::{Measure, Outcome};
pub use ruled::Ruled;
