//! What to do after an opponent's mistake: strategies where sound play never leads.
//!
//! Everybody errs now and then: each action of the found strategy is taken to be mixed with a little of all
//! legal ones. Then every decision can come up, with the hands that the errors make likely there. What was found
//! stays as it is; the decisions that were not learned are learned against it, each subgame for itself, and only
//! among the actions that dominance leaves. These give nothing away whatever they are mixed to, so that nothing is
//! lost where sound play leads.

use super::learning::{Factors, Learning, matching};
use super::walk::{Ground, Pass, Spot, Walk};

/// How much of all legal actions is mixed into every decision.
const ERROR: f64 = 1e-3;

/// With what probabilities a player who errs takes the actions.
pub(super) fn erring(chosen: [f64; 4], legal: u8) -> [f64; 4] {
    let even = ERROR / f64::from(legal.count_ones());
    std::array::from_fn(|action| f64::from(legal >> action & 1) * (chosen[action] * (1.0 - ERROR) + even))
}

fn share(row: &[u16; 4], legal: u8) -> [f64; 4] {
    let parts: [f64; 4] =
        std::array::from_fn(|action| f64::from(row[action]) * f64::from(legal >> action & 1));
    let sum: f64 = parts.iter().sum();
    if sum > 0.0 { parts.map(|part| part / sum) } else { parts }
}

/// The reach with which subgames begin, by their first slots, in increasing order.
pub(super) type Reaches = Vec<(usize, Vec<f64>)>;

/// Walks one trick by what is decided there, for a hero, from this reach of the other on: the other's reach of all
/// that follows.
pub(super) fn reaches(
    ground: Ground<'_>,
    spot: &Spot,
    decisions: &[[u16; 4]],
    hero: u8,
    reach: &[f64],
) -> Reaches {
    let mut pass = Reaching { base: spot.trick.base, decisions, found: Vec::new() };
    let mut values = [0.0; 165];
    Walk { ground, hero, pass: &mut pass }.lead(spot, reach, &mut values[..spot.hands()]);
    pass.found.sort_by_key(|&(base, _)| base);
    pass.found
}

/// The reach of what begins here.
pub(super) fn reach(reaches: &Reaches, base: usize) -> &[f64] {
    let at = reaches.binary_search_by_key(&base, |&(base, _)| base).expect("errors lead everywhere");
    &reaches[at].1
}

struct Reaching<'a> {
    base: usize,
    decisions: &'a [[u16; 4]],
    found: Reaches,
}

impl Pass for Reaching<'_> {
    fn everywhere(&self) -> bool {
        true
    }

    fn error(&self) -> f64 {
        ERROR
    }

    fn own(&mut self, _: usize, _: u8, _: &[f64; 4]) -> f64 {
        0.0
    }

    fn other(&mut self, slot: usize, legal: u8, _: f64) -> [f64; 4] {
        erring(share(&self.decisions[slot - self.base], legal), legal)
    }

    fn take_over(&mut self, spot: &Spot, reach: &[f64], values: &mut [f64]) -> bool {
        if spot.trick.base == self.base {
            return false;
        }
        self.found.push((spot.trick.base, reach.to_vec()));
        values.fill(0.0);
        true
    }
}

/// Learns what is not `learned` in the subgame that begins here, from these reaches by hero on. `decisions`,
/// `learned` and `survivors` are by slot from the first one of the subgame.
pub(super) fn complete(
    ground: Ground<'_>,
    spot: &Spot,
    reaches: [&[f64]; 2],
    (decisions, learned, survivors): (&mut [[u16; 4]], &[bool], &[u8]),
    iterations: u32,
) {
    let mut memory = Memory {
        base: spot.trick.base,
        decisions,
        learned,
        survivors,
        regrets: vec![[0.0; 4]; survivors.len()],
        sums: vec![[0.0; 4]; survivors.len()],
        factors: Learning::DCFR.factors(1),
    };
    for iteration in 1..=iterations {
        memory.factors = Learning::DCFR.factors(iteration);
        for hero in [0, 1] {
            let mut values = [0.0; 165];
            let reach = reaches[hero as usize];
            Walk { ground, hero, pass: &mut memory }.lead(spot, reach, &mut values[..spot.hands()]);
        }
    }
    let Memory { decisions, sums, .. } = memory;
    for (((decision, sums), &learned), &survivors) in
        decisions.iter_mut().zip(sums).zip(learned).zip(survivors)
    {
        let sum: f64 = sums.iter().map(|&sum| f64::from(sum)).sum();
        if !learned && survivors.count_ones() > 1 && sum > 0.0 {
            *decision = super::columns::rounded(sums.map(|part| f64::from(part) / sum));
        }
    }
}

struct Memory<'a> {
    base: usize,
    decisions: &'a mut [[u16; 4]],
    learned: &'a [bool],
    survivors: &'a [u8],
    regrets: Vec<[f32; 4]>,
    sums: Vec<[f32; 4]>,
    factors: Factors,
}

impl Memory<'_> {
    /// Whether this decision is to be learned.
    fn learns(&self, at: usize) -> bool {
        !self.learned[at] && self.survivors[at].count_ones() > 1
    }

    fn strategy(&self, at: usize, legal: u8) -> [f64; 4] {
        if !self.learns(at) {
            return share(&self.decisions[at], legal);
        }
        let mut weights = [0.0; 4];
        let mut count = 0;
        for action in super::compile::actions(self.survivors[at]) {
            weights[count] = self.regrets[at][action];
            count += 1;
        }
        matching(&mut weights[..count]);
        let mut chosen = [0.0; 4];
        for (action, weight) in super::compile::actions(self.survivors[at]).zip(weights) {
            chosen[action] = f64::from(weight);
        }
        chosen
    }
}

impl Pass for Memory<'_> {
    fn everywhere(&self) -> bool {
        true
    }

    fn error(&self) -> f64 {
        ERROR
    }

    fn own(&mut self, slot: usize, legal: u8, values: &[f64; 4]) -> f64 {
        if slot == super::walk::NO_SLOT {
            return values[0];
        }
        let at = slot - self.base;
        let chosen = self.strategy(at, legal);
        let value: f64 = chosen.iter().zip(values).map(|(chosen, value)| chosen * value).sum();
        if self.learns(at) {
            for action in super::compile::actions(self.survivors[at]) {
                let old = &mut self.regrets[at][action];
                *old = self.factors.regret(*old, (values[action] - value) as f32);
            }
        }
        value
    }

    fn other(&mut self, slot: usize, legal: u8, reach: f64) -> [f64; 4] {
        let at = slot - self.base;
        let chosen = self.strategy(at, legal);
        if self.learns(at) {
            for (sum, chosen) in self.sums[at].iter_mut().zip(chosen) {
                *sum += self.factors.weight * (reach * chosen) as f32;
            }
        }
        erring(chosen, legal)
    }
}
