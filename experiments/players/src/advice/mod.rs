//! A person at the table: a session, advice for a decision, a review of a record, and what the cards had in them.

pub mod advise;
pub mod hindsight;
pub mod review;
pub mod session;
