//! What an algorithm must know of a game to learn it: the decisions of each player, and what they are worth against
//! a plan of the other.
//!
//! An [`Oracle`] answers one question: given the other player's plan, how much does each sequence of a player
//! contribute to its payoff? Best responses, exploitability and every variant of counterfactual regret minimization
//! follow from it, so that a large game needs nothing but a fast answer.

mod cfr;
mod folded;
mod judge;
mod matrix;
mod mirror;
mod treeplex;

use std::sync::Arc;

use hinterhand_engine::Settings;
use hinterhand_engine::dynamic::{AnyInfoSet, AnyLegal};

pub use cfr::{OracleCfr, TableNumber, plan};
pub use folded::Folded;
pub use judge::{Judgement, best_response, judge, uniform};
pub use matrix::PayoffMatrix;
pub use mirror::MirrorDescent;
pub use treeplex::{Treeplex, room};

/// A game of two players, known by what sequences are worth.
pub trait Oracle: Send + Sync {
    /// The decisions of a player, 0 or 1.
    fn treeplex(&self, player: usize) -> &Treeplex;

    /// Sets for each sequence of a player what it contributes to the player's payoff if the other plays by this plan: one
    /// number for each of the other's sequences, the probability that it takes all actions of the sequence if the
    /// game leads there. `memory` is overwritten; what it has allocated is used again.
    fn gradient(&self, player: usize, plan: &[f64], gradient: &mut [f64], memory: &mut Vec<f64>);
}

impl<O: Oracle + ?Sized> Oracle for &O {
    fn treeplex(&self, player: usize) -> &Treeplex {
        (**self).treeplex(player)
    }

    fn gradient(&self, player: usize, plan: &[f64], gradient: &mut [f64], memory: &mut Vec<f64>) {
        (**self).gradient(player, plan, gradient, memory);
    }
}

impl<O: Oracle + ?Sized> Oracle for Arc<O> {
    fn treeplex(&self, player: usize) -> &Treeplex {
        (**self).treeplex(player)
    }

    fn gradient(&self, player: usize, plan: &[f64], gradient: &mut [f64], memory: &mut Vec<f64>) {
        (**self).gradient(player, plan, gradient, memory);
    }
}

/// Makes the oracle of a game with these settings; `None` if it cannot serve them, such as boards that are too large.
pub type MakeOracle = fn(&Settings) -> Option<Arc<dyn GameOracle>>;

/// The numbers of histories: of what may have happened in a game since chance dealt, the players' decisions in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Histories {
    /// Those after which a player decides.
    pub decisions: u64,
    /// Those that end the game.
    pub ends: u64,
}

impl Histories {
    /// All of them.
    pub fn all(self) -> u64 {
        self.decisions + self.ends
    }
}

/// An oracle of a game of the engine, whose information sets it knows.
pub trait GameOracle: Oracle {
    /// The player to move with this information set, and its number; `None` if the oracle has no such decision. The
    /// sequences of an information set are in the order of the legal actions.
    fn find(&self, info_set: &AnyInfoSet) -> Option<(usize, usize)>;

    /// The information set with this number, and the legal actions there.
    fn decision(&self, player: usize, infoset: usize) -> (AnyInfoSet, AnyLegal);

    /// The number of histories.
    fn histories(&self) -> Histories;

    /// The game up to its symmetries, if it has any. It is made anew each time, in about the time that making the oracle
    /// takes.
    fn folded(self: Arc<Self>) -> Option<Folded>;
}
