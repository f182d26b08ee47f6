//! Everything around the rules: records, replay, self-play, a person at the terminal, and the command
//! `hinterhand`.
//!
//! [`games`] turns the name of a game into its type, at the one place where that happens; [`record`] is the
//! form in which games are kept; [`agent`] is who plays them, and [`bots`] are the agents that have a name;
//! [`ratings`] is what their results say.

pub mod advise;
pub mod agent;
pub mod board_file;
pub mod bots;
pub mod by_game;
pub mod chart;
pub mod clock;
pub mod column_file;
pub mod command;
pub mod completion;
pub mod dot_plot;
pub mod duel;
pub mod exact;
pub mod foreign;
pub mod games;
pub mod heat_map;
pub mod histogram;
pub mod inspect;
pub mod luck;
mod memory;
pub mod option_value;
pub mod papers;
pub mod parquet_file;
pub mod place;
pub mod playouts;
pub mod ratings;
pub mod record;
pub mod report;
pub mod review;
pub mod sample;
mod score;
pub mod selfplay;
pub mod session;
pub mod signature;
pub mod speeds;
pub mod statistics;
pub mod store;
pub mod strategy;
mod time;
pub mod toml_text;
pub mod tournament;
pub mod training;
pub mod tree_file;
pub mod tree_json;
