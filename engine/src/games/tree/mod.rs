//! An explicit game tree: textbook examples, and any small game written out.
//!
//! [`Tree`] is the game as a value. It is built node by node with a [`TreeBuilder`], read from Gambit's
//! [`.efg`](Tree::from_efg), or [unfolded](Tree::unfold) from a game of another kind; it can be
//! [written](Tree::to_efg) as `.efg`. Two to [`MAX_PLAYERS`] players, payoffs of any sum.
//!
//! A player notices what the tree defines: the information sets at which it moves, and its own actions. So it
//! does not even notice that others have moved, or that the game is over, until it is its turn again. The
//! words of a record are the labels of the tree, those of chance without any prefix: at every position the
//! labels are distinct, and it is known who moves.

mod builder;
pub mod efg;
mod error;
mod label;
mod nodes;
mod notation;
mod play;
mod unfold;

pub use builder::TreeBuilder;
pub use error::TreeError;
pub use label::words;
pub use nodes::{
    Branch, EventId, Fit, InfoSet, MAX_DEPTH, MAX_NODES, MAX_PLAYERS, Moment, Node, NodeId, Past, SetId, Tree,
};
pub use play::Branches;
pub use unfold::UnfoldError;
