//! Experiments cut into units of work, which any number of machines do to the same bits.
//!
//! An [`Experiment`] is a description of everything that its results depend on. A [`Plan`] cuts it into [`Unit`]s, each
//! known by the hash of its own description. A process does the units of its [`Task`] and leaves each result in a
//! [`ResultFile`] of its own, which is there whole or not at all and ends with its own hash: so a unit may be done twice,
//! by two machines at a time, or by a machine that is killed, and nothing is lost or counted twice. [`Status`] says what
//! is missing, and [`merge()`] makes of the results what one machine would have made.
//!
//! Nothing here schedules anything: whatever starts processes with numbers will do. The only thing that machines must
//! share is a folder; nothing in it is locked, and files are only renamed.
//!
//! In reading order:

mod unit;
// What is cut into units.
mod experiment;
mod experiment_error;
pub mod experiments;
mod payload;
mod work;
// The plan, and who does what of it.
mod array;
mod plan;
mod task;
// Results in files.
mod result_file;
mod results;
// What the command does.
mod calibrate;
mod merge;
mod run;
mod status;

pub use array::Array;
pub use calibrate::{Pace, calibrate};
pub use experiment::Experiment;
pub use experiment_error::ExperimentError;
pub use merge::{MergeError, Merged, merge};
pub use payload::Payload;
pub use plan::{Plan, PlanError};
pub use result_file::{Damage, ResultFile};
pub use results::{Found, Results, Twice};
pub use run::{Event, Outcome, Settings, run};
pub use status::Status;
pub use task::{Task, TaskError, VARIABLES};
pub use unit::Unit;
pub use work::{Part, Parts, Work};
