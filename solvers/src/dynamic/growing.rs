//! Learning on samples of any game, with tables that grow.

use hinterhand_engine::ActionSet;
use hinterhand_engine::dynamic::{AnyGame, AnyInfoSet, AnyLegal, Playable};

use crate::mccfr::{GrowingMccfr, GrowingSnapshot, MemoryFull, SnapshotError};
use crate::strategy::{Strategy, even};

/// A [`GrowingMccfr`] of any game. As a strategy it plays its average policy.
pub trait Growing: Strategy<AnyGame> {
    /// One iteration, until the memory is full.
    fn step(&mut self) -> Result<(), MemoryFull>;

    /// The number of iterations done.
    fn iterations(&self) -> u64;

    /// The number of nodes that all walks have visited.
    fn nodes(&self) -> u64;

    /// The bytes that count against the limit.
    fn bytes(&self) -> usize;

    /// The keys of the known information sets and the average policy there, in the order in which they were
    /// met.
    fn policies(&self) -> Vec<(u128, Vec<f64>)>;

    /// Everything needed to continue later.
    fn snapshot(&self) -> GrowingSnapshot;

    /// Goes back to a snapshot of a solver of the same game and options.
    fn restore(&mut self, snapshot: &GrowingSnapshot) -> Result<(), SnapshotError>;
}

/// The solver of a game of known type.
pub(super) struct OfAnyGame<'g, G: Playable>(pub(super) GrowingMccfr<'g, G>);

impl<G: Playable> Growing for OfAnyGame<'_, G> {
    fn step(&mut self) -> Result<(), MemoryFull> {
        self.0.step()
    }

    fn iterations(&self) -> u64 {
        self.0.iterations()
    }

    fn nodes(&self) -> u64 {
        self.0.nodes()
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn policies(&self) -> Vec<(u128, Vec<f64>)> {
        self.0.policies()
    }

    fn snapshot(&self) -> GrowingSnapshot {
        self.0.snapshot()
    }

    fn restore(&mut self, snapshot: &GrowingSnapshot) -> Result<(), SnapshotError> {
        self.0.restore(snapshot)
    }
}

impl<G: Playable> Strategy<AnyGame> for OfAnyGame<'_, G> {
    fn probabilities(&self, info_set: &AnyInfoSet, legal: &AnyLegal, out: &mut Vec<f64>) {
        match self.0.probabilities(info_set.typed::<G::InfoSet>()) {
            Some(found) => *out = found,
            None => even(legal.len(), out),
        }
    }
}
