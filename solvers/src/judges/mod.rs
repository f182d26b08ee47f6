//! Judging policies on a tree, exactly: what they are worth, and how much a perfect opponent would win.
//!
//! For games too large for that, [`LocalBestResponse`] is a lower bound, and [`FewDeals`] an upper one.
//!
//! All sums are in `f64` and in the order of the tree, whatever precision the policy was found in.

mod best_response;
mod exploitability;
mod few_deals;
mod local_best_response;
mod reach;
mod values;

pub use best_response::{BestResponse, best_response};
pub use exploitability::{Exploitability, exploitability};
pub use few_deals::{Answered, FewDeals, Penalty};
pub use local_best_response::{DecisionsOf, Estimate, LocalBestResponse, RollOuts, TooManyWorlds};
pub use values::values;
