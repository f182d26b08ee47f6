//! Klondike Chess: 52 cards that move over a board of 8x8 as single pieces and in stacks, and an enemy throne
//! to be filled from ace to king.
//!
//! [`KlondikeChess`] is the rules as a value, [`Position`] all that is the case, [`InfoSet`] the position as
//! one seat sees it.

mod rules;

mod board;
mod card;
mod reach;

mod game;
mod position;
mod setup;
mod stacks;
mod stock;
mod table;

mod action;
mod legal;

mod key;

mod hidden;
mod seen;
mod worlds;

mod checks;
#[cfg(feature = "drawings")]
mod drawing;
mod notation;
#[cfg(feature = "observations")]
mod observation;
mod read;
mod steps;

#[cfg(test)]
mod scenarios;
#[cfg(test)]
mod undoing;

pub use action::{Action, Legal};
pub use board::{BoardError, BoardSpec, Square};
pub use card::{Card, CardSet, Pairing, ParseCardError};
pub use game::Chance;
pub use position::Position;
pub use reach::LeapTurn;
pub use rules::{KingCounts, KlondikeChess, NoMove, Options, ThroneOrder};
pub use seen::InfoSet;
pub use stock::Pile;
