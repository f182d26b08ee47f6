//! Records: games written down in words, read back, shown position by position.

pub mod by_game;
pub mod inspect;
mod record;
pub mod sample;
pub(crate) mod score;
pub mod words;

pub use record::{Record, RecordError, Records};
