//! Finding and judging strategies for games with hidden information.
//!
//! # A guided tour
//!
//! A [`GameTree`](tree::GameTree) is any game of the engine written out into flat arrays, once. A
//! [`Policy`](tree::Policy) says how all players play on it. The [judges] say what policies are worth
//! and how much a perfect opponent would gain; [`Cfr`](cfr::Cfr) finds good ones, in the
//! [variant](cfr::Variant) of one's choice.
//!
//! ```
//! use hinterhand_engine::games::Leduc;
//! use hinterhand_solvers::{cfr::{Cfr, Variant}, judges, tree::GameTree};
//!
//! let leduc = GameTree::compile(&Leduc::default(), 10_000)?;
//! let mut solver = Cfr::<f32>::new(leduc.tree(), Variant::DCFR);
//! for _ in 0..400 {
//!     solver.step();
//! }
//! let policy = solver.average();
//! let values = judges::values(leduc.tree(), &[&policy, &policy]);
//! let exploitability = judges::exploitability(leduc.tree(), &policy);
//! assert!((values[0] - -0.0856).abs() < 1e-3);
//! assert!(exploitability.average() < 1e-3);
//! # Ok::<(), hinterhand_solvers::tree::CompileError>(())
//! ```
//!
//! [`Mccfr`](mccfr::Mccfr) walks sampled parts of the tree, and [`GrowingMccfr`](mccfr::GrowingMccfr) the game
//! itself where no tree can be written out. A [`Strategy`](strategy::Strategy) is asked one information set at a
//! time, wherever it comes from; a [`LocalBestResponse`](judges::LocalBestResponse) says how much an opponent
//! wins at least who knows it.
//!
//! Where no table fits, a [`Search`](search::Search) thinks while the game is being played.
//!
//! A solver is `new`, then `step`, then read out: the caller owns the loop, the clock and what is printed.
//! No result depends on the number of threads.

#![forbid(unsafe_code)]

pub mod cfr;
pub mod dynamic;
pub mod judges;
pub mod mccfr;
mod parallel;
pub mod regret_matching;
pub mod search;
pub mod strategy;
pub mod tree;

// Equilibria by linear programming, for tests: those beside the code and those in `tests/it` check solvers against it.
#[cfg(test)]
extern crate self as hinterhand_solvers;
#[cfg(test)]
#[path = "../tests/it/linear_program/mod.rs"]
mod linear_program;
