//! Large games judged and solved exactly, without walking through their histories.
//!
//! Each module answers the question of an [`Oracle`](hinterhand_solvers::oracle::Oracle) for one kind of game: what is
//! each sequence of a player worth against a plan of the other? Judges, best responses and all variants of
//! counterfactual regret minimization follow from the answers.
//!
//! - [`phantom`]: boards on which stones are not seen, by the courses of the stones that came to stand.
//! - [`liars_dice`]: dice under cups, by the public tree of bids, with vectors over hands.
//! - [`poker`]: Generic Poker, by the public tree of bets, with vectors over ranks.
//!
//! [`of`] finds the oracle of a game by its settings.

#![forbid(unsafe_code)]

pub mod liars_dice;
pub mod phantom;
pub mod poker;

#[cfg(test)]
mod check;

use std::sync::Arc;

use hinterhand_engine::Described;
use hinterhand_engine::games::phantom::AnyPhantom;
use hinterhand_engine::games::{DarkHex, GenericPoker, LiarsDice, PhantomTtt};
use hinterhand_solvers::oracle::MakeOracle;

use liars_dice::LiarsDiceOracle;
use phantom::PhantomOracle;
use poker::PokerOracle;

/// How the oracle of the game of this name is made, if there is one. It is made on demand, for it takes some seconds and
/// up to a gigabyte, a minute and several gigabytes in the largest pokers.
pub fn of(name: &str) -> Option<MakeOracle> {
    if name == PhantomTtt::INFO.name || name == DarkHex::INFO.name {
        Some(|settings| Some(Arc::new(PhantomOracle::new(&AnyPhantom::with_settings(settings).ok()?)?)))
    } else if name == LiarsDice::INFO.name {
        Some(|settings| Some(Arc::new(LiarsDiceOracle::new(LiarsDice::with_settings(settings).ok()?))))
    } else if name == GenericPoker::INFO.name {
        Some(|settings| Some(Arc::new(PokerOracle::new(GenericPoker::with_settings(settings).ok()?)?)))
    } else {
        None
    }
}
