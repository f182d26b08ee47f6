//! Why nodes do not make a tree.

use std::fmt;

use super::nodes::{MAX_DEPTH, MAX_NODES, MAX_PLAYERS};
use crate::Player;

/// Why nodes do not make a tree.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum TreeError {
    Players { count: usize },
    Word { label: String },
    LabelTwice { label: String },
    NoBranch,
    Probability { label: String, probability: f64 },
    ProbabilitySum { sum: f64 },
    ActionsDiffer { set: String, actions: Vec<String>, before: Vec<String> },
    OtherPlayer { player: Player, players: usize },
    Recall { player: Player, set: String, now: String, before: String },
    PayoffCount { count: usize, players: usize },
    Payoff { player: Player, payoff: f64 },
    Deep,
    Large,
    Improbable,
    Unfinished { open: usize },
    Complete,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::Players { count } => {
                write!(f, "{count} players; a tree has 2 to {MAX_PLAYERS}")
            }
            TreeError::Word { label } => {
                write!(f, "the label {label:?} is not a word: it must not be empty or contain blanks")
            }
            TreeError::LabelTwice { label } => write!(f, "two branches are labelled `{label}`"),
            TreeError::NoBranch => f.write_str("a node that is no end needs at least one branch"),
            TreeError::Probability { label, probability } => {
                write!(f, "`{label}` has probability {probability}; it must be above 0 and at most 1")
            }
            TreeError::ProbabilitySum { sum } => {
                write!(f, "the probabilities sum to {sum} instead of 1 (within 1e-9)")
            }
            TreeError::ActionsDiffer { set, actions, before } => {
                write!(f, "{set} has the actions {} here, but it had {}", actions.join(" "), before.join(" "))
            }
            TreeError::OtherPlayer { player, players } => {
                write!(f, "there is no {player}; the last is {}", Player::new(players - 1))
            }
            TreeError::Recall { player, set, now, before } => {
                write!(f, "{player} has no perfect recall: it comes to {set} {now} here, but {before} before")
            }
            TreeError::PayoffCount { count, players } => {
                write!(f, "{count} payoffs for {players} players")
            }
            TreeError::Payoff { player, payoff } => {
                write!(f, "the payoff of {player} is {payoff}; it must be finite")
            }
            TreeError::Deep => write!(f, "the tree is deeper than {MAX_DEPTH} branches"),
            TreeError::Large => write!(f, "the tree has more than {MAX_NODES} nodes"),
            TreeError::Improbable => {
                f.write_str("random play comes here with a probability too small for a double")
            }
            TreeError::Unfinished { open } => {
                write!(f, "the tree is not complete: {open} branches still lead nowhere")
            }
            TreeError::Complete => f.write_str("the tree is already complete; this node is on no branch"),
        }
    }
}

impl std::error::Error for TreeError {}
