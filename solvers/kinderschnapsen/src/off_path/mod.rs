//! Subgames where a strategy never leads: what is done there is learned anew, and judged.

pub(crate) mod gadget;
pub(crate) mod judge;
pub(crate) mod refinement;
pub(crate) mod resolving;
pub(crate) mod second_tricks;

pub use judge::{Loss, OffPathJudge, PublicPosition};
pub use resolving::{Change, Resolved, Resolver, Subgame};
