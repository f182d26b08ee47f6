//! Finding and judging strategies for games with hidden information.
//!
//! # A guided tour
//!
//! A [`GameTree`](tree::GameTree) is a game of the engine written out into flat arrays. A
//! [`Policy`](tree::Policy) gives a probability to every action of every player on it. The [judges] compute
//! the values of policies and the gains of best responses; [`Cfr`](cfr::Cfr) approximates an equilibrium, by
//! the [variant](cfr::Variant) of one's choice.
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
//! [`Mccfr`](mccfr::Mccfr) walks sampled parts of the tree, and [`GrowingMccfr`](mccfr::GrowingMccfr) the
//! game itself where a tree would be too large. A [`Strategy`](strategy::Strategy) of any origin is asked one
//! information set at a time; a [`LocalBestResponse`](judges::LocalBestResponse) is a lower bound of an
//! opponent's gain against it.
//!
//! A game that is too large for a tree may be known by an [`Oracle`](oracle::Oracle): what each sequence is worth against
//! a plan of the other player. Best responses, [`OracleCfr`](oracle::OracleCfr) and
//! [`MirrorDescent`](oracle::MirrorDescent) need no more.
//!
//! For games without a table, a [`Search`](search::Search) decides while the game is being played.
//!
//! A [`Network`](network::Network) estimates the value of an action and is learned from play.
//!
//! A solver is `new`, then `step`, then read out: the caller owns the loop, the clock and what is printed.
//! No result depends on the number of threads.

#![forbid(unsafe_code)]

pub mod cfr;
pub mod dynamic;
pub mod judges;
pub mod mccfr;
pub mod network;
pub mod oracle;
pub mod parallel;
pub mod regret_matching;
pub mod search;
pub mod strategy;
pub mod tree;

// Equilibria by linear programming, for tests: those beside the code and those in `tests/it` check solvers
// against it.
#[cfg(test)]
extern crate self as hinterhand_solvers;
#[cfg(test)]
#[path = "../tests/it/linear_program/mod.rs"]
mod linear_program;
