//! A game up to its symmetries: an oracle for plans that treat mirrored situations alike.

use std::fmt;
use std::sync::Arc;

use super::{Oracle, Treeplex};
use crate::cfr::Number;

/// An oracle whose sequences stand for all sequences of the whole game that its symmetries map to each other.
///
/// A zero-sum game has an equilibrium that its symmetries keep, and against plans that they keep some best response is
/// one too: values, best responses and exploitability are those of the whole game, of smaller tables.
pub struct Folded {
    oracle: Arc<dyn Oracle>,
    classes: [Vec<u32>; 2],
    symmetries: usize,
}

impl Folded {
    /// An oracle with, for each sequence of the whole game, the one that stands for it; and the number of symmetries,
    /// with the one that changes nothing.
    pub fn new(oracle: Arc<dyn Oracle>, classes: [Vec<u32>; 2], symmetries: usize) -> Folded {
        Folded { oracle, classes, symmetries }
    }

    /// The oracle of symmetric plans.
    pub fn oracle(&self) -> Arc<dyn Oracle> {
        Arc::clone(&self.oracle)
    }

    /// The number of symmetries, with the one that changes nothing.
    pub fn symmetries(&self) -> usize {
        self.symmetries
    }

    /// The sequence that stands for one of the whole game.
    pub fn class(&self, player: usize, sequence: usize) -> usize {
        self.classes[player][sequence] as usize
    }

    /// A symmetric policy as one of the whole game, which has this treeplex: for each sequence the probability of its last
    /// action.
    pub fn unfold<R: Number>(&self, player: usize, treeplex: &Treeplex, policy: &[R]) -> Vec<R> {
        let classes = &self.classes[player];
        assert_eq!(classes.len(), treeplex.sequences(), "a treeplex of another game");
        let mut unfolded = vec![R::ONE; classes.len()];
        for infoset in 0..treeplex.infosets() {
            let classes = &classes[treeplex.sequences_of(infoset)];
            for (number, class) in unfolded[treeplex.sequences_of(infoset)].iter_mut().zip(classes) {
                let alike = classes.iter().filter(|other| *other == class).count();
                *number = policy[*class as usize] / R::from_f64(alike as f64);
            }
        }
        unfolded
    }
}

impl fmt::Debug for Folded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Folded").field("symmetries", &self.symmetries).finish_non_exhaustive()
    }
}
