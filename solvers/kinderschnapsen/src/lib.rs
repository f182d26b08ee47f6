//! Kinderschnapsen solved: the hand, every information set of it, and the whole game.
//!
//! [`HandSolver`] solves one hand: it leaves out dominated actions and learns the rest by counterfactual
//! regret minimization. Its [`Solution`] has an [`Advice`] for every information set of the game as the rules
//! have it, and judges itself there: against best responses that may take every legal action, in double
//! precision. [`BackwardInduction`] and [`WholeGameJudge`] solve and judge the whole game, score by score.
//! [`Resolver`] improves the end of a hand while it is played, and [`OffPathJudge`] measures losses off the
//! path of a solution. [`Sampled`] solves by sampled deals, for comparison. [`census`] counts information
//! sets and histories.
//!
//! ```no_run
//! use hinterhand_engine::games::Kinderschnapsen;
//! use hinterhand_engine::{Game, Player, Rng};
//! use hinterhand_kinderschnapsen::{HandSolver, Payoff, Verdict};
//! use hinterhand_solvers::cfr::Variant;
//!
//! let game = Kinderschnapsen::default();
//! let mut hands = HandSolver::new(game, &Payoff::POINTS, Variant::DCFR);
//! for _ in 0..80 {
//!     hands.step();
//! }
//! let solution = hands.solution();
//! let verdict = Verdict::mean(&solution.judge());
//! assert!(verdict.exploitability() < 1e-4);
//!
//! let mut hand = game.start();
//! game.deal(&mut hand, &mut Rng::new(2026, 0));
//! let advice = solution.advice(&game.info_set(&hand, Player::FIRST)).expect("the first player moves");
//! for (action, probability) in advice.actions() {
//!     println!("{action} {probability}");
//! }
//! ```
//!
//! Two facts make this possible. After the last draw both players know all cards, so the rest is searched.
//! And it does not matter which cards of a hand were dealt and which drawn: private histories with equal
//! hands have equal values, and are merged.

#![forbid(unsafe_code)]

// Public positions, the hands that can be held in them, and passes over all hands at once.
mod position;
// The update of regrets: the numbers of a variant of CFR in one iteration.
mod regrets;
// Subgames reduced by dominance and written out in sequence form.
mod reduced;
// A strategy for every information set, its exact value, and best responses to it.
mod solution;
// Counterfactual regret minimization: on the reduced game, on the whole one, on sampled deals.
mod learn;
// Subgames off the path of a strategy: learned again, and judged.
mod off_path;
// Conversion of what was learned to a solution.
mod export;
// The whole game, score by score.
mod whole_game;

pub mod census;

pub use census::Census;
pub use learn::{
    Checkpoint, CheckpointError, HandSolver, ReducedSize, Sampled, SampledNumbers, WrongNumbers,
};
pub use off_path::{Loss, OffPathJudge, Resolved, Resolver, Subgame};
pub use position::rules::Payoff;
pub use solution::{Advice, ColumnError, Columns, Root, Solution, TURNUPS, Verdict, turnup_of};
pub use whole_game::{BackwardInduction, ResultsReordered, Score, UnsupportedContest, WholeGameJudge};
