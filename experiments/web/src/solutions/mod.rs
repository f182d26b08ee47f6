//! Looking into strategies: what the other may hold, what is played with every hand, where two strategies differ,
//! and what a game is worth when some behaviour is known.
//!
//! - `written`: a small game written out: its tree, and a history for each information set.
//! - `lock`: behaviour that is given. `solved`: small games that are solved here, also with fixed behaviour; kept for the next question.
//! - `source`: a strategy by what browsers call it: a bot, or the equilibrium found here.
//! - `ranges`: the hands that another player may hold, by Bayes, with what it does with each.
//! - `overview`: the first decisions of all hands, and how often what is done when.
//! - `compare`: where two strategies differ most.

mod compare;
mod lock;
mod overview;
mod ranges;
mod solved;
mod source;
mod written;

pub(crate) use compare::differences;
pub(crate) use lock::Lock;
pub(crate) use overview::{frequencies, opening};
pub(crate) use ranges::{Eyes, has_hands, range};
pub(crate) use solved::{Solutions, Solved};
pub(crate) use source::{EQUILIBRIUM, Limit, Source};
