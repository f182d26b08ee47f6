//! Tournaments between bots.
//!
//! A [`Plan`] describes a tournament, and the results depend on nothing else: the cards of a deal come from
//! the seed and the number of the deal alone, so all pairings play the same deals, and each [`Pairing`] plays
//! them from every seating, so that luck with the cards affects all bots equally. A [`Table`] plays a deal; a
//! [`Course`] keeps the progress; [`run()`] plays the remaining deals on all cores and passes the results to
//! its caller. The results are counted in a [`Tally`], from which [`Standings`] are computed: the same ones
//! for any number of threads and of interruptions.
//!
//! ```
//! use hinterhand_players::bots::Bot;
//! use hinterhand_players::games;
//! use hinterhand_matches::tournament::{self, Course, Plan, Standings, Table};
//!
//! let plan: Plan = serde_json::from_str(
//!     r#"{
//!         "name": "greed", "game": "sixty-six", "options": {}, "seed": 1, "unit": "hand", "schedule": "round-robin",
//!         "rounds": 20, "deals": 1, "at_table": 2,
//!         "bots": [{"name": "a", "spec": "random"}, {"name": "b", "spec": "greedy"}]
//!     }"#,
//! )?;
//! let game = games::load_default(&plan.game)?;
//! let rules = plan.check(2, game.contest_rules())?;
//! let bots = [Bot::open("random".parse()?)?, Bot::open("greedy".parse()?)?];
//! let bots = [bots[0].for_referee(&game)?, bots[1].for_referee(&game)?];
//! let table = Table::new(&game, &bots, &plan, rules);
//! let mut course = Course::new(plan, 2);
//! let never = std::sync::atomic::AtomicBool::new(false);
//! let play = |deal, pairing, stop: &_| table.play(deal, pairing, stop);
//! tournament::run(&mut course, &play, 2, &never, |_| Ok::<(), std::fmt::Error>(()), |_| ())?;
//! let standings = Standings::of(&course.tally(), 2, true, None);
//! assert_eq!(standings.order(), [1, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod course;
mod figures;
pub mod file;
mod forfeits;
mod plan;
mod run;
mod schedule;
mod seats;
mod standings;
mod swiss;
mod table;
mod tally;
mod test;
mod typed;

pub use check::{MOST_DEALS, MOST_PAIRINGS, PlanError};
pub use course::{Course, CourseError};
pub use figures::figures;
pub use forfeits::{FaultCounts, Forfeits};
#[cfg(test)]
pub(crate) use plan::tests as plans;
pub use plan::{Entrant, Plan, Schedule, Unit};
pub use run::{Ended, Play, RunError, run};
pub use schedule::{Pairing, Round, pairings, seatings};
pub use seats::Seats;
pub use standings::{LEVEL, Standing, Standings};
pub use swiss::Swiss;
pub use table::{Hand, Payoffs, Played, Table};
pub use tally::{Outcome, Tally};
pub use test::{Test, TestError};
