//! Schikanöschen: two decks, two players, a common board, and knocking on each other's mistakes.
//!
//! A player wins that has got rid of its main (A), discard (B) and side (C) stacks and has turned up all
//! cards on its side of the board (E to H). Cards that fit on a final stack (D) must go there at once, board
//! first; a player that overlooks it can be knocked off by the other, which then becomes the active player.
//!
//! No player sees a card before the other does. Only the order of the cards of a deck is hidden, and the deal
//! decides it for the whole game: see [`InfoSet`]. The position is [`Position`]; the moves that must not come
//! again are kept in a list of keys beside it (`past.rs`). Every action is made of three small steps, which
//! are written down while a knock may still take them back.
//!
//! # A directed player
//!
//! Uniformly random players hardly ever finish. Tests, playouts and benches can have the
//! [directed](crate::Directed::directed) player, which follows a list of preferences. It too wins seldom:
//! nearly all of its games are draws, most of them by repetition.

mod action;
mod card;
mod check;
mod deal;
mod directed;
#[cfg(feature = "drawings")]
mod drawing;
mod info_set;
mod key;
mod legal;
mod notation;
#[cfg(feature = "observations")]
mod observation;
mod past;
mod play;
mod position;
mod rules;
mod stack;
mod steps;
mod table;

#[cfg(test)]
mod scenarios;
#[cfg(test)]
mod scene;

pub use action::{Action, Actions};
pub use card::{Card, ParseCardError};
pub use deal::{Deal, DealError};
pub use info_set::InfoSet;
pub use position::Position;
pub use rules::{KnockMode, PassRule, Schikanoeschen};
pub use stack::Stack;
pub use table::Deed;
