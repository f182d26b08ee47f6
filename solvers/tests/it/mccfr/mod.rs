//! Monte Carlo solvers: what they estimate, what they find, and that only the seed decides.

mod estimates;
pub(crate) mod growing;
mod solve;
