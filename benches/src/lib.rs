//! The loops that the benches and the bars share: each measures the engine through its [`Game`] trait, a
//! solver, or a yardstick.
//!
//! [`Game`]: hinterhand_engine::Game

#![forbid(unsafe_code)]

pub mod chess;
pub mod clock;
pub mod lookup;
pub mod matches;
pub mod open_cards;
pub mod playouts;
pub mod search;
pub mod solving;
pub mod trees;
pub mod views;
