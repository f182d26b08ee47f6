//! The loops that the benches and the bars share: each measures the engine through its [`Game`] trait, a
//! solver, or a yardstick.
//!
//! [`Game`]: hinterhand_engine::Game

#![forbid(unsafe_code)]

#[cfg(feature = "yardsticks")]
pub mod chess;
pub mod clock;
pub mod lookup;
#[cfg(feature = "yardsticks")]
pub mod matches;
pub mod open_cards;
#[cfg(feature = "yardsticks")]
pub mod peer;
pub mod playouts;
pub mod search;
pub mod solving;
pub mod trees;
pub mod views;
