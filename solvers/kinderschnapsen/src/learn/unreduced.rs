//! Counterfactual regret minimization on the whole public tree, nothing left out: slow, simple, and what the
//! fast solver is checked against.
//!
//! Vector-form CFR with alternating updates over merged hands; play after the last draw is looked ahead. One
//! turnup takes half a gigabyte. Use [`Hands`](crate::Hands) to solve the game.

use hinterhand_engine::games::Kinderschnapsen;

use crate::learn::learning::{Factors, Learning, matching};
use crate::position::endings::Endings;
use crate::position::layout::Layout;
use crate::position::table::{Payoff, Rules};
use crate::position::walk::{Ground, Pass};
use crate::solution::judge::{Root, Strategy, Verdict, judge, total};

/// The solver.
pub struct Unreduced {
    rules: Rules,
    layout: Layout,
    endings: Endings,
    root: Root,
    learning: Learning,
    iterations: u32,
    memory: Memory,
}

/// What is learned, by slot from the first one of the root.
pub(crate) struct Memory {
    first: usize,
    regrets: Vec<[f32; 4]>,
    /// The last regrets, if they are expected to come again.
    last: Vec<[f32; 4]>,
    sums: Vec<[f32; 4]>,
}

impl Unreduced {
    /// A solver of the hand from `root` on that has learned nothing yet.
    pub fn new(game: Kinderschnapsen, payoff: &Payoff, root: Root, learning: Learning) -> Unreduced {
        let rules = Rules::new(game, payoff);
        let layout = Layout::new(rules.asks());
        let slots = root.slots(&layout);
        let memory = Memory::new(slots, learning);
        let endings = root.endings(&rules);
        Unreduced { rules, layout, endings, root, learning, iterations: 0, memory }
    }

    /// One iteration: player 0 learns, then player 1.
    pub fn step(&mut self) {
        self.iterations += 1;
        let factors = self.learning.factors(self.iterations);
        let ground = Ground { rules: &self.rules, endings: &self.endings, layout: &self.layout };
        for hero in [0, 1] {
            let mut pass = Learn { memory: &mut self.memory, factors, everywhere: !self.learning.floor };
            total(ground, self.root, hero, &mut pass);
        }
    }

    /// The iterations so far.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// What the average strategies are worth.
    pub fn judge(&self) -> Verdict {
        judge(&self.rules, &self.endings, &self.layout, &self.memory, &[self.root])[0]
    }
}

impl Memory {
    /// Nothing learned about these slots.
    pub(crate) fn new(slots: std::ops::Range<usize>, learning: Learning) -> Memory {
        let rows = |wanted| vec![[0.0; 4]; if wanted { slots.len() } else { 0 }];
        Memory { first: slots.start, regrets: rows(true), last: rows(learning.predict), sums: rows(true) }
    }

    /// Regrets and sums of a slot.
    #[inline]
    pub(crate) fn at_mut(&mut self, slot: usize) -> [&mut [f32; 4]; 2] {
        let at = slot - self.first;
        [&mut self.regrets[at], &mut self.sums[at]]
    }

    /// Regrets and sums of all slots.
    pub(crate) fn rows(&self) -> [&[[f32; 4]]; 2] {
        [&self.regrets, &self.sums]
    }

    /// The same, to be changed.
    pub(crate) fn rows_mut(&mut self) -> [&mut [[f32; 4]]; 2] {
        [&mut self.regrets, &mut self.sums]
    }
}

impl Strategy for Memory {
    fn is_own_image(&self) -> bool {
        false
    }

    fn at(&self, slot: usize, legal: u8) -> [f64; 4] {
        let mut chosen = self.sums[slot - self.first].map(f64::from);
        let sum: f64 = chosen.iter().sum();
        if sum > 0.0 {
            chosen.iter_mut().for_each(|chosen| *chosen /= sum);
        } else {
            let even = 1.0 / f64::from(legal.count_ones());
            chosen = std::array::from_fn(|action| if legal >> action & 1 != 0 { even } else { 0.0 });
        }
        chosen
    }
}

/// A pass that learns.
pub(crate) struct Learn<'a> {
    pub(crate) memory: &'a mut Memory,
    pub(crate) factors: Factors,
    pub(crate) everywhere: bool,
}

impl Learn<'_> {
    /// The strategy of this iteration.
    fn strategy(&self, at: usize, legal: u8) -> [f32; 4] {
        let mut weights = [0.0; 4];
        let mut count = 0;
        for action in (0..4).filter(|action| legal >> action & 1 != 0) {
            let expected = self.memory.last.get(at).map_or(0.0, |last| last[action]);
            weights[count] = self.memory.regrets[at][action] + expected;
            count += 1;
        }
        matching(&mut weights[..count]);
        let mut chosen = [0.0; 4];
        for action in (0..4).rev().filter(|action| legal >> action & 1 != 0) {
            count -= 1;
            chosen[action] = weights[count];
        }
        chosen
    }
}

impl Pass for Learn<'_> {
    fn everywhere(&self) -> bool {
        self.everywhere
    }

    fn own(&mut self, slot: usize, legal: u8, values: &[f64; 4]) -> f64 {
        let at = slot - self.memory.first;
        let chosen = self.strategy(at, legal);
        let value: f64 = chosen.iter().zip(values).map(|(&chosen, value)| f64::from(chosen) * value).sum();
        for action in (0..4).filter(|action| legal >> action & 1 != 0) {
            let regret = (values[action] - value) as f32;
            let old = &mut self.memory.regrets[at][action];
            *old = self.factors.regret(*old, regret);
            if let Some(last) = self.memory.last.get_mut(at) {
                last[action] = regret;
            }
        }
        value
    }

    fn other(&mut self, slot: usize, legal: u8, reach: f64) -> [f64; 4] {
        let at = slot - self.memory.first;
        let chosen = self.strategy(at, legal);
        for (sum, chosen) in self.memory.sums[at].iter_mut().zip(chosen) {
            *sum += self.factors.weight * reach as f32 * chosen;
        }
        chosen.map(f64::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_close_in_from_both_sides() {
        let game = Kinderschnapsen { close_min_stock: 6, ..Kinderschnapsen::default() };
        for learning in [Learning::DCFR, Learning::CFR_PLUS, Learning::PCFR_PLUS] {
            let root = Root::FirstTrick(1, 4, 8);
            let mut solver = Unreduced::new(game, &Payoff::POINTS, root, learning);
            let mut before = f64::INFINITY;
            for steps in [1, 4, 16] {
                while solver.iterations() < steps {
                    solver.step();
                }
                let verdict = solver.judge();
                assert!(verdict.nash_conv() > 0.0 && verdict.nash_conv() < before / 2.0, "{verdict:?}");
                let (low, high) = verdict.bounds();
                assert!(low <= verdict.value && verdict.value <= high, "{verdict:?}");
                before = verdict.nash_conv();
            }
        }
    }
}
