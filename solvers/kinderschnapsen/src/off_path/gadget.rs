//! The choice at the start of a gadget game: the stranger enters the subgame that is learned, or stays away
//! with the value that it had before.
//!
//! Burch, Johanson and Bowling, "Solving Imperfect Information Games Using Decomposition" (2014): the owner
//! of a strategy is free to change it as long as no hand of the stranger gains by entering.

use hinterhand_solvers::regret_matching::match_regrets;

use crate::regrets::Factors;

/// A sequence of the stranger, which may take it or not: its value before, and the regrets of staying away
/// and of entering.
pub(crate) struct Gadget {
    pub(crate) at: usize,
    pub(crate) won: f32,
    regrets: [f32; 2],
}

impl Gadget {
    /// Nothing learned yet.
    pub(crate) fn new(at: usize, won: f32) -> Gadget {
        Gadget { at, won, regrets: [0.0; 2] }
    }

    /// The probability of entering.
    pub(crate) fn follows(&self) -> f32 {
        let mut shares = self.regrets;
        match_regrets(&mut shares);
        shares[1]
    }

    /// Learns from the value of entering.
    pub(crate) fn learn(&mut self, wins: f32, factors: &Factors) {
        let (comes, more) = (self.follows(), wins - self.won);
        self.regrets[0] = factors.regret(self.regrets[0], -comes * more);
        self.regrets[1] = factors.regret(self.regrets[1], (1.0 - comes) * more);
    }
}
