//! Subgames off the path of a strategy: play there is learned again, and judged.

pub(crate) mod first_tricks;
pub(crate) mod gadget;
pub(crate) mod judge;
mod losses;
pub(crate) mod refinement;
pub(crate) mod resolving;
pub(crate) mod second_tricks;

pub use judge::{Loss, OffPathJudge};
pub use resolving::{Resolved, Resolver, Subgame};
