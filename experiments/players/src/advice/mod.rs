//! A person at the table: a session, advice for a decision, a review of a record.

pub mod advise;
pub mod review;
pub mod session;
