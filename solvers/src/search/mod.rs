//! Finding a good action while the game is being played, where no table fits.
//!
//! A [`Search`] is given the view of its player, runs in steps, and returns [`ActionValues`]. It samples what
//! the player does not see and never learns the true state. A [`Rollout`] continues simulated games; an
//! [`Evaluation`] estimates the value of a game that is not over; [`OpenCards`] solves games with all cards
//! open. [`KnowledgeLimited`] solves a part of the game near the knowledge of its player;
//! [`TurnSearch`](turn::TurnSearch) searches within a turn of several actions, and
//! [`Lookahead`](lookahead::Lookahead) compares lines by the turns after them. [`Greedy`] is a player that does not look
//! ahead; [`Rules`](rules::Rules) are rules of thumb.

mod action_values;
mod endgame;
pub mod evaluation;
mod expert;
pub mod greedy;
mod inference;
pub mod ismcts;
mod knowledge_limited;
pub(crate) mod lent;
pub mod lookahead;
mod online;
mod open;
mod open_cards;
mod pimc;
pub(crate) mod rand_deep;
mod rollout;
pub mod rules;
mod subgame;
pub mod turn;

pub use action_values::{ActionValue, ActionValues};
pub use endgame::{Endgame, EndgameOptions};
pub use evaluation::Evaluation;
pub use expert::{ByExpert, Expert, Reason};
pub use greedy::Greedy;
pub use inference::{ByModel, DirectedModel, GreedyModel, Inference, Model};
pub use knowledge_limited::{Blueprint, KnowledgeLimited, KnowledgeLimitedOptions};
pub use online::{OnlineOptions, OnlineSampling, Restart, Targeting};
pub use open::{DepthOptions, LateOpenTricks, Level, OpenPhantom, OpenTricks, ToDepth, TrickGame};
pub use open_cards::OpenCards;
pub use pimc::{ByGreedy, ByPimc, Iimc, Keep, Merit, Pimc, PimcOptions, Postponed, PostponedOptions, Ties};
pub use rand_deep::{RandDeep, RandDeepOptions, TrickPoints};
pub use rollout::{ByDirected, Guided, Random, Rollout, Truncated};

use hinterhand_engine::{Game, Rng, View};

/// A search for the decisions of one player, one after the other.
///
/// The caller owns the clock: it [turns](Search::turn_to) the search to a decision, runs as many steps as
/// there is time for, and reads the action values. The same view, the same generator and the same number of
/// steps give the same action values, on any number of threads and however the steps are divided into calls.
pub trait Search<G: Game> {
    /// Turns to the decision of the player who sees `view`. What was found out at earlier decisions of the
    /// same game is kept as far as it still holds. All chance until the next call is drawn from generators
    /// made from `rng`.
    fn turn_to(&mut self, view: &View<'_, G>, rng: &mut Rng);

    /// Runs `steps` more steps: simulated games, worlds, iterations. Returns the number of steps taken, fewer
    /// only if the search is complete or out of memory.
    fn step(&mut self, steps: u64) -> u64;

    /// Returns the values of the legal actions so far.
    fn action_values(&self) -> ActionValues<G::Action>;
}

impl<G: Game, S: Search<G> + ?Sized> Search<G> for Box<S> {
    fn turn_to(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        (**self).turn_to(view, rng);
    }

    fn step(&mut self, steps: u64) -> u64 {
        (**self).step(steps)
    }

    fn action_values(&self) -> ActionValues<G::Action> {
        (**self).action_values()
    }
}
