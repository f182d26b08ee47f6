//! The counted results of deals: enough for every figure, and independent of the order of the deals.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::Payoffs;

/// The result of one deal, played from every seating, for one bot against another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// Half of what the first won more than the second, on average over the seatings: in a zero-sum game of
    /// two what it won.
    pub margin: f64,
    /// The seatings from which it won more.
    pub won: u32,
    /// The number of draws.
    pub drawn: u32,
    /// The number of losses.
    pub lost: u32,
}

impl Outcome {
    /// The outcome of the first of two places in a pairing against the second.
    pub fn of(payoffs: &Payoffs, first: usize, second: usize) -> Outcome {
        let mut outcome = Outcome { margin: 0.0, won: 0, drawn: 0, lost: 0 };
        for margin in Outcome::margins(payoffs, first, second) {
            outcome.margin += margin;
            outcome.won += u32::from(margin > 0.0);
            outcome.drawn += u32::from(margin == 0.0);
            outcome.lost += u32::from(margin < 0.0);
        }
        outcome.margin /= payoffs.seatings().len() as f64;
        outcome
    }

    /// For each seating half of what the first of two places won more than the second.
    pub fn margins(payoffs: &Payoffs, first: usize, second: usize) -> Vec<f64> {
        payoffs.seatings().iter().map(|seating| (seating[first] - seating[second]) / 2.0).collect()
    }

    fn counts(&self) -> [u32; 3] {
        [self.won, self.drawn, self.lost]
    }
}

impl Eq for Outcome {}

impl PartialOrd for Outcome {
    fn partial_cmp(&self, other: &Outcome) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Outcome {
    fn cmp(&self, other: &Outcome) -> Ordering {
        self.margin.total_cmp(&other.margin).then(self.counts().cmp(&other.counts()))
    }
}

/// The count of each outcome between each two bots.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    deals: u64,
    pairs: BTreeMap<[usize; 2], BTreeMap<Outcome, u64>>,
}

impl Tally {
    /// Enters what a deal brought the bots of a pairing.
    pub fn add(&mut self, pairing: &[usize], payoffs: &Payoffs) {
        self.deals += 1;
        for first in 0..pairing.len() {
            for second in first + 1..pairing.len() {
                let outcome = Outcome::of(payoffs, first, second);
                let pair = self.pairs.entry([pairing[first], pairing[second]]).or_default();
                *pair.entry(outcome).or_default() += 1;
            }
        }
    }

    /// Adds all of another.
    pub fn merge(&mut self, other: &Tally) {
        self.deals += other.deals;
        for (pair, outcomes) in &other.pairs {
            let mine = self.pairs.entry(*pair).or_default();
            for (outcome, times) in outcomes {
                *mine.entry(*outcome).or_default() += times;
            }
        }
    }

    /// The number of deals entered, each with all its seatings.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// The outcomes of each two bots that met, as the first of them sees it, and how often they came up.
    pub fn pairs(&self) -> impl Iterator<Item = ([usize; 2], &BTreeMap<Outcome, u64>)> {
        self.pairs.iter().map(|(pair, outcomes)| (*pair, outcomes))
    }
}
