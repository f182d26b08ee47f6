//! Kinderschnapsen solved: the hand, every information set of it, and the whole game.
//!
//! [`Hands`] is the solver of the hand: it leaves out what dominance excludes and learns the rest. Its
//! [`Solution`] answers every information set of the game as the rules have it, and judges itself there:
//! against best responses that may take every legal action, in double precision. [`Race`] and [`RaceJudge`] do
//! the same for the whole game, score by score. [`OffPath`] looks at what the solution does where it never leads
//! to. [`Unreduced`] is the slow and simple solver that leaves nothing out, [`Sampled`] one that looks at one deal at a
//! time, and [`census`] counts what there is.
//!
//! ```no_run
//! use hinterhand_engine::games::Kinderschnapsen;
//! use hinterhand_engine::{Game, Player, Rng};
//! use hinterhand_solvers::kinderschnapsen::{Hands, Learning, Payoff, Verdict};
//!
//! let game = Kinderschnapsen::default();
//! let mut hands = Hands::new(game, &Payoff::POINTS, Learning::DCFR);
//! for _ in 0..80 {
//!     hands.step();
//! }
//! let solution = hands.solution();
//! let verdict = Verdict::mean(&solution.judge());
//! assert!(verdict.exploitability() < 1e-4);
//!
//! let mut hand = game.start();
//! game.deal(&mut hand, &mut Rng::new(2026, 0));
//! let advice = solution.advice(&game.info_set(&hand, Player::FIRST)).expect("it is his turn");
//! for (action, probability) in advice.actions() {
//!     println!("{action} {probability}");
//! }
//! ```
//!
//! Everything rests on two facts. After the last draw both players know all cards, so that play from there on is
//! looked ahead. And of a hand it does not matter which of its cards were dealt and which drawn: private histories
//! with equal hands have equal values, and are one.

mod action_values;
mod best_response;
pub mod census;
mod checkpoint;
mod columns;
mod compile;
mod dominance;
mod endings;
mod export;
mod gate;
mod hands;
mod judge;
mod layout;
mod learning;
mod mirror;
mod off_path;
mod pairs;
mod path;
mod race;
mod reaching;
mod refinement;
mod resolving;
mod sampled;
mod sequences;
mod solution;
mod strays;
mod subsets;
mod table;
mod unreduced;
mod walk;

pub use census::Census;
pub use checkpoint::{Checkpoint, CheckpointError};
pub use columns::{ColumnError, Columns};
pub use hands::{Hands, Reduced};
pub use judge::{Root, Verdict};
pub use learning::Learning;
pub use off_path::{Loss, OffPath, Place};
pub use race::{NoRace, OtherOrder, Race, RaceJudge, Score};
pub use resolving::{Change, Resolved, Resolving, Subgame};
pub use sampled::{Sampled, SampledNumbers, WrongNumbers};
pub use solution::{Advice, Solution};
pub use table::Payoff;
pub use unreduced::Unreduced;
