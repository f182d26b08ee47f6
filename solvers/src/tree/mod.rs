//! A game written out once into flat arrays, for solvers that visit every position again and again.
//!
//! [`GameTree`] is the tree of one game together with its information sets and actions; inside it is a
//! [`Tree`], which knows nothing of the game any more and is what solvers and judges work on. A [`Policy`]
//! has the probabilities of all players on a tree. In a [`FixedTree`] some
//! decisions are given, and the rest is to be solved.

mod compile;
mod fixed;
mod flat;
mod policy;

pub(crate) use compile::Writing;
pub use compile::{CompileError, GameTree, TreeSize};
pub use fixed::FixedTree;
pub use flat::{End, EndId, Node, NodeId, Set, SetId, Slot, Tree};
pub use policy::{Policy, PolicyError};
