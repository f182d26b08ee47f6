//! What can be cut into units, one kind in each file: its description, its work, and how its parts are put together.

mod duel;
mod exploitability;
mod files;
mod json_file;
mod paper;
mod participants;
mod selfplay;
mod table;
mod tournament;
mod training;

pub use duel::Duel;
pub use exploitability::{Exploitability, Judged};
pub use files::{DuelFile, ExperimentFile, ExploitabilityFile, SelfplayFile, TrainingFile};
pub use paper::{Paper, Piece};
pub use participants::Rules;
pub use selfplay::Selfplay;
pub use tournament::TournamentRound;
pub use training::TrainingRound;
