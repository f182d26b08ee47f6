//! Phantom board games judged and solved exactly, without walking through their histories.
//!
//! In a phantom game two players place stones on a board without seeing those of the other; a try on an occupied
//! square fails. Histories are pairs of what the one and what the other has tried, some 10^10 on a board of nine
//! squares. But given the *course* of a game, that is in which order stones really came to stand (and, if a failed try
//! ends the turn, which turns failed), what the two have tried are independent choices. So the expected payoff is
//!
//! ```text
//! sum over courses of payoff * (sum of player 0's reach over its views) * (sum of player 1's reach over its views)
//! ```
//!
//! and what a player's plan is worth against another needs, for each course, only the *sum* over the other's views.
//! The idea of keeping a payoff matrix as a product of sparse ones is that of Zhang and Sandholm, "Sparsified Linear
//! Programming for Zero-Sum Equilibrium Finding" (2020), and of Farina and Sandholm, "Fast Payoff Matrix
//! Sparsification Techniques for Structured Extensive-Form Games" (2022); here the factors come from the rules.
//!
//! 1. [`Board`]: the rules, as far as they matter here.
//! 2. [`course`]: the courses without their squares, and the sums that their keys share.
//! 3. [`views`]: what a player may know, numbered.
//! 4. [`gradient`]: what views are worth against a plan.
//! 5. [`PhantomOracle`]: all of it as an oracle for judges and solvers.

mod board;
pub mod course;
pub mod gradient;
mod injection;
mod oracle;
mod pattern;
pub mod views;

pub use board::{Board, MOST_SQUARES, Squares, Version};
pub use oracle::PhantomOracle;
pub use pattern::Pattern;
