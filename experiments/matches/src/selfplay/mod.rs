//! Self-play: hands between bots as rows for those who learn from them, one for each decision.
//!
//! A [`Plan`] describes the hands. A [`Table`] plays a hand, which depends on the seed and its number alone,
//! so that the rows are the same on any number of threads as long as no bot goes by the clock; [`run()`]
//! plays many and passes them on in their order, and a [`RowFile`] writes them in a [`Form`]. [`write_file`]
//! makes one file of all; [`Parts`] are a folder of several, in which a run can be continued.

mod file;
mod form;
mod hand;
mod parts;
mod plan;
mod run;

pub use file::{Hands, SelfplayError, write_file};
pub use form::{COLUMNS, Form, RowFile, rows};
pub use hand::{Decision, Hand, HandError, Table};
pub use parts::{Parts, PartsError};
pub use plan::{Plan, Player, seating};
pub use run::{Ended, Play, RunError, run};
