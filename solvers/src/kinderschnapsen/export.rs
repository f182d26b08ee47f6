//! From what the fast solver has learned to a strategy for every information set.
//!
//! The subgames are looked through once more, in the same order. Where dominance leaves one action, it is taken.
//! Where it leaves several and they were learned, the average strategy is taken. The rest can only come up after
//! somebody played a dominated action: there all actions that survive are taken evenly, which gives nothing away.

use rayon::prelude::*;

use super::columns::{Writing, rounded};
use super::compile::{actions, compile};
use super::dominance::Dominance;
use super::endings::plays;
use super::hands::{Hands, Part};
use super::solution::Solution;
use super::walk::{CLOSE, Ground};

impl Hands {
    /// The average strategy, completed to all information sets.
    pub fn solution(&self) -> Solution<'static> {
        let ground = Ground { rules: &self.rules, endings: &self.endings, layout: &self.layout };
        let units = self.units.len() / self.deals.len();
        let parts: Vec<&Part> = self
            .deals
            .iter()
            .zip(self.units.chunks(units))
            .flat_map(|(deal, units)| std::iter::once(deal).chain(units))
            .collect();
        let writings = parts.into_par_iter().map(|part| {
            let mut writing = Writing::default();
            writing.push(&decisions(ground, part));
            writing
        });
        let columns = Writing::finish(writings.collect(), plays(&self.rules, |_| true));
        Solution::from_columns(self.rules.game, &self.payoff, columns).expect("every slot was written")
    }
}

/// The decisions of all slots of a part.
fn decisions(ground: Ground<'_>, part: &Part) -> Vec<[u16; 4]> {
    let (rules, layout, spot) = (ground.rules, ground.layout, &part.spot);
    let base = spot.trick.base;
    let slots = if spot.table.stage == 1 { layout.own(1) } else { layout.after_first_trick() };
    let mut decisions = vec![[0; 4]; slots];
    let closable = if spot.closable(rules) { 1 << CLOSE } else { 0 };
    let (lead, reply) = (spot.trick.reply(0) - base, spot.trick.reply(spot.table.n) - base);
    for (at, sums) in part.rows.sums.chunks(4).enumerate() {
        let legal = match at {
            _ if at < lead => 0b111 | closable,
            _ if at < reply => 0b111,
            _ => 0b11,
        };
        decisions[at] = shared(sums, legal);
    }
    let mut dominance = Dominance::new(rules, ground.endings, true);
    part.subgames_below(rules, layout, |subgame, spot, slots| {
        dominance.look(spot, slots);
        let begin = spot.trick.base - base;
        for (decision, &survivors) in decisions[begin..].iter_mut().zip(dominance.all_survivors()) {
            *decision = shared(&[], survivors);
        }
        let compiled = compile(rules, &dominance, spot);
        for player in 0..2 {
            let mut sums = part.subgames.sums(subgame, player);
            for decision in &compiled.decisions[player] {
                let (own, rest) = sums.split_at(decision.actions.count_ones() as usize);
                sums = rest;
                let mut spread = [0.0; 4];
                for (action, sum) in actions(decision.actions).zip(own) {
                    spread[action] = *sum;
                }
                decisions[decision.slot as usize - base] = shared(&spread, decision.actions);
            }
        }
    });
    decisions
}

/// The probabilities that belong to these sums; evenly if there are none.
fn shared(sums: &[f32], legal: u8) -> [u16; 4] {
    let sum: f64 = sums.iter().map(|&sum| f64::from(sum)).sum();
    if sum > 0.0 {
        rounded(std::array::from_fn(|action| f64::from(sums[action]) / sum))
    } else {
        std::array::from_fn(|action| u16::from(legal >> action & 1))
    }
}
