//! Regrets and sums of strategies for every slot of a public subtree, nothing left out, and a pass that
//! learns them.

use hinterhand_solvers::cfr::Variant;
use hinterhand_solvers::regret_matching::match_regrets;

use crate::position::walk::Pass;
use crate::regrets::{Factors, predicts};
use crate::solution::judge::Strategy;

/// Regrets and sums of strategies, by slot from the first one of the root.
pub(crate) struct Memory {
    first: usize,
    regrets: Vec<[f32; 4]>,
    /// The last regrets, if they are expected to come again.
    last: Vec<[f32; 4]>,
    sums: Vec<[f32; 4]>,
}

impl Memory {
    /// Nothing learned about these slots.
    pub(crate) fn new(slots: std::ops::Range<usize>, variant: Variant) -> Memory {
        let rows = |wanted| vec![[0.0; 4]; if wanted { slots.len() } else { 0 }];
        Memory { first: slots.start, regrets: rows(true), last: rows(predicts(&variant)), sums: rows(true) }
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

    /// Regrets and sums of all slots, to be changed.
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
        match_regrets(&mut weights[..count]);
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
