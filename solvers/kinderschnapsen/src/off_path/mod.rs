//! Subgames where a strategy never leads: what is done there is learned anew, and judged.

pub(crate) mod gate;
pub(crate) mod judge;
pub(crate) mod refinement;
pub(crate) mod resolving;
pub(crate) mod strays;

pub use judge::{Loss, OffPathJudge, PublicPosition};
pub use resolving::{Change, Resolved, Resolving, Subgame};
