//! Phantom boards: two players place stones without seeing those of the other; a try on an occupied square fails.
//!
//! Histories are pairs of what the one and what the other has tried, some 10^10 on a board of nine squares. But given
//! the *course* of a game, that is in which order stones really came to stand (and, if a failed try ends the turn,
//! which turns failed), what the two have tried are independent choices. So the expected payoff is
//!
//! ```text
//! sum over courses of payoff * (sum of player 0's reach over its views) * (sum of player 1's reach over its views)
//! ```
//!
//! and what a player's plan is worth against another needs, for each course, only the *sum* over the other's views.
//! The idea of keeping a payoff matrix as a product of sparse ones is that of Zhang and Sandholm, "Sparsified Linear
//! Programming for Zero-Sum Equilibrium Finding" (arXiv 2006.03451), and of Farina and Sandholm, "Fast Payoff Matrix
//! Sparsification Techniques for Structured Extensive-Form Games" (arXiv 2112.03804); here the factors come from the
//! rules.

// The rules, as far as they matter here.
mod board;
// The outcomes of the tries of one player, without the squares.
mod pattern;
// Ordered choices of squares.
mod injection;
// The courses without their squares, and the sums that their keys share.
mod course;
// What a player may know, numbered.
mod views;
// What views are worth against a plan.
mod gradient;
// How many histories there are.
mod histories;
mod oracle;
// The same up to the symmetries of the board.
mod decisions;
mod symmetric;
#[cfg(test)]
mod tests;

pub use oracle::PhantomOracle;
