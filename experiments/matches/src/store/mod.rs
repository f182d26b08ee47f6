//! The store: tournaments with all their hands, trainings with all their judgements, experiments with all
//! their figures, in one SQLite file.
//!
//! **What is kept is kept.** Deals are written some at a time, each batch in one transaction, by one thread.
//! [`Journal::keep`] returns when the transaction is committed, and with that the deals are acknowledged:
//! from then on no end of the process, `kill -9` included, loses them, since the operating system has them. A
//! deal is kept with all its hands or not at all, under a key that is its own (tournament, number of the
//! deal, pairing; below it seating and hand), so none is there twice. If the machine itself loses power, the
//! last moments before it may be missing, as whole transactions, and are played again; [`Durability::Power`]
//! waits for the disk at each transaction instead.
//!
//! One run at a time may write: it holds a lock on a file beside the store, named `STORE.lock`, that ends
//! with the process however that ends. Others may read meanwhile.
//!
//! The write-ahead log of SQLite needs a local disk; on network file systems each machine should have a store
//! of its own, and [`merge()`] brings them together.

mod compare;
mod error;
mod experiment;
mod export;
mod exported;
mod journal;
mod luck;
mod merge;
mod open;
mod outcome;
mod parquet;
mod read;
mod schema;
#[cfg(test)]
mod tests;
mod training;

pub use compare::Comparison;
pub use error::{ExportError, StoreError};
pub use experiment::{CellsOf, KeptCell};
pub use export::{ExportForm, export};
pub use journal::{About, Journal};
pub use luck::DealOf;
pub use merge::{Merged, merge};
pub use open::{Durability, Store};
pub use outcome::{Measure, Outcome};
pub use read::{KeptHand, KeptRun, Tournament};
pub use training::KeptTraining;
