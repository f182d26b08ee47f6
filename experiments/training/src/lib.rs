//! Training a strategy at length: iterations until a limit, judged now and then, kept on the way.
//!
//! An [`Algorithm`] makes a [`Training`] of a game; a [`Run`] is the loop around it, with [`Limits`],
//! judgements and checkpoints. A training in a [`Folder`], as a [`Config`] asks for it, has a [`Keeper`]
//! besides. A [`NetworkPlan`] learns a network by games.

mod algorithm;
mod checkpoint;
mod config;
mod estimate;
mod folder;
mod gate;
mod keeper;
mod local_judge;
mod log;
pub mod memory;
mod network;
mod network_checkpoint;
mod network_plan;
mod opening_map;
mod opposite;
mod parameter;
mod phases;
mod run;
mod trainers;

pub use algorithm::{Algorithm, AlgorithmError, Precision, names};
pub use checkpoint::Checkpoint;
pub use config::{Config, GauntletConfig};
pub use estimate::Estimate;
pub use folder::{Folder, FolderError, begun};
pub use gate::{GENERATIONS, Generation, PlayGate};
pub use hinterhand_players::strategy::training_log::{Bout, Point, Rivals, Task, Yardstick};
pub use keeper::{Enter, Keeper, PlayGauntlet};
pub use local_judge::{LocalJudge, LocalJudgeError};
pub use log::{LogError, LogForm, LogHead, read_log};
pub use network::LearnedNetwork;
pub use network_checkpoint::LearnError;
pub use network_plan::{NetworkMethod, NetworkPlan};
pub use opening_map::opening_map;
pub use opposite::Opposite;
pub use parameter::{Parameter, Unread};
pub use phases::{Phases, timed};
pub use run::{Limits, Outcome, Run, Status, schedule};
pub use trainers::{Extent, Training, WholeGame, WholeGameOutcome, training};
