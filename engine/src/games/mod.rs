//! The games.

mod kinderschnapsen;

pub use kinderschnapsen::Kinderschnapsen;

/// Kinderschnapsen: its rules as values, its hands, its deals by number.
pub mod kinder {
    pub use super::kinderschnapsen::{CloseFail, Deals, FalseCheckout, Hand, InfoSet, SuitMap};
}
