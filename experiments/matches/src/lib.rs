//! Players against each other: duels, tournaments and self-play, statistics of their results, and the store
//! that keeps them.
//!
//! In reading order:
//!
//! - [`duel`]: bot against bot on duplicate deals.
//! - [`exact`]: what the decisions of a duel cost against a solution.
//! - [`bracket`]: bounds of the exploitability of a bot in a large game.
//! - [`tournament`]: tournaments: the plan, the table, the runner, the standings.
//! - [`selfplay`]: hands between bots as rows for learners.
//! - [`luck`]: how much luck was in a hand that was played.
//! - [`ratings`]: statistics of results: intervals, ratings, sequential tests, scores freed of luck.
//! - [`store`]: tournaments, trainings and experiments in an SQLite file.
//! - [`parquet_file`]: tables in Parquet files.
//! - [`workers`]: threads that work through numbered tasks.
//! - [`playouts`]: random playouts, on any number of threads.
//! - [`statistics`]: statistics of a game by random playouts.
//! - [`signature`]: one number for how everything plays.
//! - [`speeds`]: how fast everything is.

pub mod bracket;
pub mod duel;
pub mod exact;
pub mod luck;
pub mod parquet_file;
pub mod playouts;
pub mod ratings;
pub mod selfplay;
pub mod signature;
pub mod speeds;
pub mod statistics;
pub mod store;
pub mod tournament;
pub mod workers;
