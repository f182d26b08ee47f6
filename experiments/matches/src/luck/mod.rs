//! Luck: how much of what a hand brought was chance, and what would have been won without it.
//!
//! After Burch, Schmid, Moravcik, Morrill and Bowling, "AIVAT: A new variance reduction technique for agent
//! evaluation in imperfect information games" (2018). A [`Worth`] estimates the values of positions. For any
//! estimates, this has mean 0:
//!
//! * at a draw, the worth of what was drawn less the mean worth of what could have been drawn;
//! * at a decision of a player that can be asked again, the worth of its action less the mean worth of its
//!   actions when it is asked again with the same knowledge;
//! * the worth of the deal, summed over all seatings from which it is played, since that is a number for each
//!   seat, with any bot in it: where bots are judged by different ones, it is the mean over all ways to seat
//!   these.
//!
//! Taken from what was won, a part that went up and down with it leaves less to chance and the mean as it
//! was: a control variate. A [`Judge`] computes the three [parts](Part) of a hand that was played, and
//! [`Freed`](crate::ratings::Freed) takes them off, each as far as that helps.
//!
//! **What we do differently.** In the paper a value function that is learned judges every chance event and
//! every decision; ours plays positions to their end by a bot, or weighs all ways to the end by a strategy
//! that is known. Positions before and after are judged by the same random numbers, so that what has not
//! changed cancels. What no player has seen yet is shuffled again for every playout, so that a card counts
//! when it is drawn and not when it is dealt. Hands that a known strategy could have held in the place of its
//! own are not imagined.

mod error;
mod judge;
mod part;
#[cfg(test)]
mod tests;
mod worth;

pub use error::JudgeError;
pub use judge::Judge;
pub use part::{DealLuck, Part};
pub use worth::{Way, Worth};
