//! Finding a good action while the game is being played, where no table fits.
//!
//! A [`Search`] is told what its player sees, thinks in steps, and is asked for its [`ActionValues`]. It samples what the
//! player does not see and never learns what is the case. How simulated games go on is a [`Rollout`]; what an
//! unfinished one is worth, an [`Evaluation`]; what can be won where all cards lie open, an [`OpenCards`]; how far a
//! player sees through his own [`turn`](turn::TurnSearch), a search of its own. [`Greedy`] is how someone plays who
//! does not think ahead at all.

mod action_values;
mod endgame;
pub mod evaluation;
pub mod greedy;
mod inference;
pub mod ismcts;
mod online;
mod open;
mod open_cards;
mod pimc;
mod rollout;
pub mod turn;

pub use action_values::{ActionValue, ActionValues};
pub use endgame::{Endgame, EndgameOptions};
pub use evaluation::Evaluation;
pub use greedy::Greedy;
pub use inference::{ByModel, DirectedModel, GreedyModel, Inference, Model};
pub use online::{OnlineOptions, OnlineSampling, Targeting};
pub use open::{DepthOptions, LateOpenTricks, Level, OpenTricks, ToDepth, TrickGame};
pub use open_cards::OpenCards;
pub use pimc::{
    ByGreedy, ByPimc, ByStrategy, Iimc, Keep, Merit, Pimc, PimcOptions, Postponed, PostponedOptions, Ties,
};
pub use rollout::{ByDirected, Guided, Random, Rollout, Truncated};

use hinterhand_engine::{Game, Rng, View};

/// A way to think about one decision after the other of one player.
///
/// The caller owns the clock: he [turns](Search::turn_to) the search to a decision, lets it take as many steps as
/// he has time for, and reads out its action values. The same view, the same generator and the same number of steps give
/// the same action values, on any number of threads and however the steps are divided into calls.
pub trait Search<G: Game> {
    /// Turns to the decision of the player who sees `view`. What was found out at earlier decisions of the same game
    /// is kept as far as it still holds. All chance until the next call is drawn from generators made from `rng`.
    fn turn_to(&mut self, view: &View<'_, G>, rng: &mut Rng);

    /// Thinks on for so many steps: simulated games, worlds, iterations. Returns how many it took, fewer only if
    /// there is nothing left to find out or no memory to keep it in.
    fn step(&mut self, steps: u64) -> u64;

    /// What it thinks of each legal action so far.
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
