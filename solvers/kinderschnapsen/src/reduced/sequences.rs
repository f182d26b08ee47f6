//! Many small subgames in sequence form, one after the other in flat arrays, and the passes over one of them.
//!
//! A pass for a hero goes down the other's decisions with the other's reach, over the payments, and up the
//! hero's own. The arrays lie in the order in which they are read.

use hinterhand_solvers::regret_matching::match_regrets;

use crate::learn::average::shared;
use crate::reduced::compile::{Compiled, actions};
use crate::regrets::Factors;

/// The subgames, with what is learned in them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Subgames {
    heads: Vec<Head>,
    sides: [Side; 2],
    /// The number of payments of each sequence of player 0.
    rows: Vec<u16>,
    /// The sequence of player 1, and in the low three bits the rank.
    pays: Vec<u32>,
}

/// The decisions of one player.
#[derive(Clone, Debug, Default)]
struct Side {
    /// The sequence before, and how many actions there are.
    decisions: Vec<(u16, u16)>,
    /// The slot of each, and its actions.
    slots: Vec<u32>,
    actions: Vec<u8>,
    rows: Rows,
}

/// Regrets and sums, one number for each action.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rows {
    pub(crate) regrets: Vec<f32>,
    /// The last regrets, if they are expected to come again; else empty.
    pub(crate) last: Vec<f32>,
    /// The sums of the strategies, by reach and weight.
    pub(crate) sums: Vec<f32>,
}

/// The beginning of a subgame in the arrays.
#[derive(Clone, Copy, Debug)]
struct Head {
    roots: usize,
    sequences: [usize; 2],
    decisions: [(usize, usize); 2],
    actions: [usize; 2],
    rows: usize,
    pays: usize,
}

/// The mode of a pass: its action at the hero's decisions, and the strategy of the other.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PassMode {
    /// Learns from the strategies of this iteration.
    Learn(Factors),
    /// Answers the other's average strategy as well as possible.
    Answer,
}

/// A pass over a subgame: the hero, the mode, the value of each rank to the hero, and the factor of all
/// values.
#[derive(Clone, Copy)]
pub(crate) struct SubgamePass<'a> {
    pub(crate) hero: usize,
    pub(crate) mode: PassMode,
    pub(crate) worth: &'a [f32; 8],
    pub(crate) weight: f64,
}

/// Room for the vectors of a pass.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    reach: Vec<f32>,
    values: Vec<f32>,
}

impl Rows {
    pub(crate) fn grow(&mut self, len: usize) {
        self.regrets.resize(len, 0.0);
        self.sums.resize(len, 0.0);
    }

    /// Forgets what was learned in a part.
    pub(crate) fn forget(&mut self, part: std::ops::Range<usize>) {
        for rows in [&mut self.regrets, &mut self.sums] {
            rows[part.clone()].fill(0.0);
        }
        self.last = Vec::new();
    }

    /// Makes room for the last regrets.
    pub(crate) fn predict(&mut self) {
        self.last.resize(self.regrets.len(), 0.0);
    }
}

impl Subgames {
    /// Adds a subgame.
    pub(crate) fn push(&mut self, compiled: &Compiled, roots: usize) {
        self.heads.push(Head {
            roots,
            sequences: compiled.sequences,
            decisions: [0, 1].map(|side: usize| {
                let begin = self.sides[side].decisions.len();
                (begin, begin + compiled.decisions[side].len())
            }),
            actions: [0, 1].map(|side: usize| self.sides[side].rows.regrets.len()),
            rows: self.rows.len(),
            pays: self.pays.len(),
        });
        for (side, decisions) in self.sides.iter_mut().zip(&compiled.decisions) {
            let listed =
                decisions.iter().map(|decision| (decision.parent, decision.actions.count_ones() as u16));
            side.decisions.extend(listed);
            side.slots.extend(decisions.iter().map(|decision| decision.slot));
            side.actions.extend(decisions.iter().map(|decision| decision.actions));
            let actions: u32 = decisions.iter().map(|decision| decision.actions.count_ones()).sum();
            let len = side.rows.regrets.len() + actions as usize;
            side.rows.grow(len);
        }
        let begin = self.rows.len();
        self.rows.resize(begin + compiled.sequences[0], 0);
        for pay in &compiled.pays {
            self.rows[begin + pay.sequences[0] as usize] += 1;
            self.pays.push(u32::from(pay.sequences[1]) << 3 | u32::from(pay.rank));
        }
    }

    /// The numbers of decisions, actions and payments.
    pub(crate) fn sizes(&self) -> [usize; 3] {
        let of = |of: fn(&Side) -> usize| self.sides.iter().map(of).sum();
        [of(|side| side.decisions.len()), of(|side| side.rows.regrets.len()), self.pays.len()]
    }

    /// Gives back what growing took too much.
    pub(crate) fn shrink(&mut self) {
        for side in &mut self.sides {
            side.decisions.shrink_to_fit();
            side.slots.shrink_to_fit();
            side.actions.shrink_to_fit();
            side.rows.regrets.shrink_to_fit();
            side.rows.sums.shrink_to_fit();
        }
        self.rows.shrink_to_fit();
        self.pays.shrink_to_fit();
    }

    /// The tables of both players.
    pub(crate) fn rows(&self) -> [&Rows; 2] {
        self.sides.each_ref().map(|side| &side.rows)
    }

    /// The tables of both players, to be changed.
    pub(crate) fn rows_mut(&mut self) -> impl Iterator<Item = &mut Rows> {
        self.sides.iter_mut().map(|side| &mut side.rows)
    }

    /// The average strategy of a player in a subgame: its decisions with their slots.
    pub(crate) fn learned(
        &self,
        subgame: usize,
        player: usize,
    ) -> impl Iterator<Item = (usize, [u16; 4])> + '_ {
        let (head, side) = (&self.heads[subgame], &self.sides[player]);
        let decisions = head.decisions[player].0..head.decisions[player].1;
        let mut sums = &side.rows.sums[head.actions[player]..];
        side.slots[decisions.clone()].iter().zip(&side.actions[decisions]).map(move |(&slot, &set)| {
            let (own, rest) = sums.split_at(set.count_ones() as usize);
            sums = rest;
            let mut spread = [0.0; 4];
            for (action, sum) in actions(set).zip(own) {
                spread[action] = *sum;
            }
            (slot as usize, shared(&spread, set))
        })
    }

    /// Forgets what was learned in a subgame.
    pub(crate) fn forget(&mut self, subgame: usize) {
        let head = &self.heads[subgame];
        for (player, side) in self.sides.iter_mut().enumerate() {
            let begin = head.actions[player];
            side.rows.forget(begin..begin + head.sequences[player] - head.roots);
        }
    }

    /// One pass over a subgame: from the reach of the other's hands to the values of the hero's, times
    /// `weight`.
    pub(crate) fn pass(
        &mut self,
        subgame: usize,
        pass: &SubgamePass<'_>,
        scratch: &mut Scratch,
        reach: &[f64],
        values: &mut [f64],
    ) {
        let &SubgamePass { hero, mode, worth, weight } = pass;
        let head = self.heads[subgame];
        let other = 1 - hero;
        scratch.reach.clear();
        scratch.reach.extend(reach.iter().map(|&reach| reach as f32));
        scratch.reach.resize(head.sequences[other], 0.0);
        scratch.values.clear();
        scratch.values.resize(head.sequences[hero], 0.0);
        let side = &mut self.sides[other];
        let decisions = &side.decisions[head.decisions[other].0..head.decisions[other].1];
        let actions = head.sequences[other] - head.roots;
        let span = head.actions[other]..head.actions[other] + actions;
        match mode {
            PassMode::Learn(factors) => {
                let Rows { regrets, last, sums } = &mut side.rows;
                let last = last.get(span.clone()).unwrap_or(&[]);
                let (regrets, sums) = (&regrets[span.clone()], &mut sums[span]);
                descend(&mut scratch.reach, head.roots, decisions, regrets, last, sums, factors.weight);
            }
            PassMode::Answer => average(&mut scratch.reach, head.roots, decisions, &side.rows.sums[span]),
        }
        let rows = &self.rows[head.rows..head.rows + head.sequences[0]];
        let pays = &self.pays[head.pays..];
        if hero == 0 {
            collect(rows, pays, worth, &scratch.reach, &mut scratch.values);
        } else {
            spread(rows, pays, worth, &scratch.reach, &mut scratch.values);
        }
        let side = &mut self.sides[hero];
        let decisions = &side.decisions[head.decisions[hero].0..head.decisions[hero].1];
        match mode {
            PassMode::Learn(factors) => {
                let actions = head.sequences[hero] - head.roots;
                let span = head.actions[hero]..head.actions[hero] + actions;
                let Rows { regrets, last, .. } = &mut side.rows;
                let last = last.get_mut(span.clone()).unwrap_or(&mut []);
                ascend(&mut scratch.values, decisions, &mut regrets[span], last, factors);
            }
            PassMode::Answer => best(&mut scratch.values, decisions),
        }
        for (value, &found) in values.iter_mut().zip(&scratch.values) {
            *value = weight * f64::from(found);
        }
    }
}

/// The strategy of this iteration at a decision, into `weights`.
#[inline]
fn strategy(weights: &mut [f32; 4], regrets: &[f32], last: &[f32]) {
    let count = regrets.len();
    weights[..count].copy_from_slice(regrets);
    for (weight, last) in weights.iter_mut().zip(last) {
        *weight += last;
    }
    if let [a, b] = &mut weights[..count] {
        // Nearly all decisions are between two actions.
        let (x, y) = (a.max(0.0), b.max(0.0));
        let sum = x + y;
        *a = if sum > 0.0 { x / sum } else { 0.5 };
        *b = 1.0 - *a;
    } else {
        match_regrets(&mut weights[..count]);
    }
}

#[inline]
fn part(all: &[f32], at: usize, count: usize) -> &[f32] {
    if all.is_empty() { &[] } else { &all[at..at + count] }
}

fn descend(
    reach: &mut [f32],
    roots: usize,
    decisions: &[(u16, u16)],
    regrets: &[f32],
    last: &[f32],
    sums: &mut [f32],
    weight: f32,
) {
    let mut at = 0;
    for &(parent, count) in decisions {
        let count = usize::from(count);
        let here = reach[usize::from(parent)];
        if here > 0.0 {
            let mut weights = [0.0; 4];
            strategy(&mut weights, &regrets[at..at + count], part(last, at, count));
            let below = &mut reach[roots + at..roots + at + count];
            let sums = &mut sums[at..at + count];
            for ((below, sum), chosen) in below.iter_mut().zip(sums).zip(weights) {
                *below = here * chosen;
                *sum += weight * *below;
            }
        }
        at += count;
    }
}

fn average(reach: &mut [f32], roots: usize, decisions: &[(u16, u16)], sums: &[f32]) {
    let mut at = 0;
    for &(parent, count) in decisions {
        let count = usize::from(count);
        let here = reach[usize::from(parent)];
        let sums = &sums[at..at + count];
        let sum: f32 = sums.iter().sum();
        for (below, &part) in reach[roots + at..roots + at + count].iter_mut().zip(sums) {
            *below = if sum > 0.0 { here * (part / sum) } else { here / count as f32 };
        }
        at += count;
    }
}

/// The values of player 0.
fn collect(rows: &[u16], pays: &[u32], worth: &[f32; 8], reach: &[f32], values: &mut [f32]) {
    let mut pays = pays;
    for (value, &len) in values.iter_mut().zip(rows) {
        let (row, rest) = pays.split_at(usize::from(len));
        pays = rest;
        let mut sum = 0.0;
        for &pay in row {
            sum += reach[(pay >> 3) as usize] * worth[(pay & 7) as usize];
        }
        *value = sum;
    }
}

/// The values of player 1.
fn spread(rows: &[u16], pays: &[u32], worth: &[f32; 8], reach: &[f32], values: &mut [f32]) {
    let mut pays = pays;
    for (&reach, &len) in reach.iter().zip(rows) {
        let (row, rest) = pays.split_at(usize::from(len));
        pays = rest;
        if reach > 0.0 {
            for &pay in row {
                values[(pay >> 3) as usize] += reach * worth[(pay & 7) as usize];
            }
        }
    }
}

fn ascend(
    values: &mut [f32],
    decisions: &[(u16, u16)],
    regrets: &mut [f32],
    last: &mut [f32],
    factors: Factors,
) {
    let mut end = regrets.len();
    let mut value_end = values.len();
    for &(parent, count) in decisions.iter().rev() {
        let count = usize::from(count);
        let at = end - count;
        let regrets = &mut regrets[at..end];
        let (above, of_action) = values.split_at_mut(value_end - count);
        let mut weights = [0.0; 4];
        strategy(&mut weights, regrets, part(last, at, count));
        let value: f32 = weights.iter().zip(&of_action[..count]).map(|(chosen, value)| chosen * value).sum();
        for (regret, of_action) in regrets.iter_mut().zip(&of_action[..count]) {
            *regret = factors.regret(*regret, of_action - value);
        }
        if let Some(last) = last.get_mut(at..end) {
            for (last, of_action) in last.iter_mut().zip(&of_action[..count]) {
                *last = of_action - value;
            }
        }
        above[usize::from(parent)] += value;
        end = at;
        value_end -= count;
    }
}

fn best(values: &mut [f32], decisions: &[(u16, u16)]) {
    let mut end = values.len();
    for &(parent, count) in decisions.iter().rev() {
        end -= usize::from(count);
        let (above, of_action) = values.split_at_mut(end);
        above[usize::from(parent)] +=
            of_action[..usize::from(count)].iter().copied().fold(f32::NEG_INFINITY, f32::max);
    }
}
