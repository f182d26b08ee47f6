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

/// The additional weight of a hand that wins more than before.
const PENALTY: f64 = 10.0;
/// The additional weight of a hand that wins more by a mistaken lead than by its best action before: what it gains
/// is taken from the strategy.
const GUARD: f64 = 100.0;

/// The stranger's hands at the start of a gadget game: each comes once, and more often if it wins too much.
pub(crate) struct Entries {
    gadgets: Vec<Gadget>,
    /// The same hands, where there is a most that they may win; otherwise none.
    guards: Vec<Gadget>,
}

impl Entries {
    /// Nothing learned yet. Each hand should win no more than it `won` before, and by no means more than `most`.
    pub(crate) fn new(won: &[f64], most: Option<&[f64]>) -> Entries {
        let gadgets = |won: &[f64]| -> Vec<Gadget> {
            won.iter().enumerate().map(|(hand, &won)| Gadget::new(hand, won as f32)).collect()
        };
        Entries { gadgets: gadgets(won), guards: most.map(gadgets).unwrap_or_default() }
    }

    /// How often each hand comes in the next iteration.
    pub(crate) fn reach(&self) -> Vec<f64> {
        let mut reach: Vec<f64> =
            self.gadgets.iter().map(|gadget| 1.0 + PENALTY * f64::from(gadget.follows())).collect();
        for guard in &self.guards {
            reach[guard.at] += GUARD * f64::from(guard.follows());
        }
        reach
    }

    /// Learns from the values of entering, by hand.
    pub(crate) fn learn(&mut self, wins: &[f64], factors: &Factors) {
        for gadget in self.gadgets.iter_mut().chain(&mut self.guards) {
            gadget.learn(wins[gadget.at] as f32, factors);
        }
    }
}
