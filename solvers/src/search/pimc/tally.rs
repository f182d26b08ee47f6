//! Means over worlds, and what follows from them.

use std::cmp::Ordering;

use super::options::Merit;
use super::ties::WorldValue;
use crate::search::{ActionValue, ActionValues};

/// Two means count as equal if they differ by less than this share of the larger: they are sums of the same
/// numbers in other orders.
const ROUNDING: f64 = 1e-9;

/// The values of some actions in the worlds looked at.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    worlds: u64,
    weights: f64,
    squared_weights: f64,
    merit: Merit,
    /// For each way to go on the place of its first action.
    first: Vec<usize>,
    ways: Vec<Sums>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Sums {
    value: f64,
    square: f64,
    erring: f64,
    votes: f64,
    wins: f64,
}

/// The figures by which actions are compared.
type Key = fn(&Sums) -> f64;

impl Tally {
    /// Of ways to go on, each with the place of its first action, in the order of the actions.
    pub(super) fn new(first: Vec<usize>, merit: Merit) -> Tally {
        let ways = vec![Sums::default(); first.len()];
        Tally { worlds: 0, weights: 0.0, squared_weights: 0.0, merit, first, ways }
    }

    /// Adds one world.
    pub(super) fn add(&mut self, world_values: &[WorldValue], weight: f64) {
        self.worlds += 1;
        self.weights += weight;
        self.squared_weights += weight * weight;
        let best = world_values.iter().map(|world_value| world_value.value).fold(f64::NEG_INFINITY, f64::max);
        for (sums, world_value) in self.ways.iter_mut().zip(world_values) {
            sums.value += weight * world_value.value;
            sums.square += weight * world_value.value * world_value.value;
            sums.erring += weight * world_value.erring;
            sums.votes += if world_value.value == best { weight } else { 0.0 };
            let won = f64::from(world_value.value > 0.0) - f64::from(world_value.value < 0.0);
            sums.wins += weight * (1.0 + won) / 2.0;
        }
    }

    /// The action values: one of the best actions, each as likely. `all` is how many worlds there are, if
    /// that is known; once all of them have been looked at, a mean is no estimate any more.
    pub(super) fn action_values<A: Copy>(
        &self,
        actions: impl Iterator<Item = A>,
        all: Option<usize>,
    ) -> ActionValues<A> {
        if self.weights == 0.0 {
            let even = 1.0 / (1 + self.first.last().expect("something is legal")) as f64;
            return ActionValues::mixed(actions.map(|action| (action, even)));
        }
        let (mean, erring): (Key, Key) = (|sums| sums.value, |sums| sums.erring);
        let keys: &[Key] = match self.merit {
            Merit::Mean => &[mean, erring],
            Merit::Votes => &[|sums| sums.votes, erring],
            Merit::Wins => &[|sums| sums.wins, mean, erring],
        };
        let bests = self.bests(keys);
        let mut tied: Vec<bool> = vec![true; bests.len()];
        for key in keys {
            let best = (bests.iter().zip(&tied).filter(|&(_, &tied)| tied))
                .map(|(sums, _)| key(sums))
                .fold(f64::NEG_INFINITY, f64::max);
            for (tied, sums) in tied.iter_mut().zip(&bests) {
                *tied &= best - key(sums) <= ROUNDING * (self.weights + best.abs());
            }
        }
        let share = 1.0 / tied.iter().filter(|&&tied| tied).count() as f64;
        let entry = |((action, sums), &tied): ((A, &Sums), &bool)| ActionValue {
            action,
            probability: if tied { share } else { 0.0 },
            value: Some(sums.value / self.weights),
            error: self.error(sums, all),
            visits: Some(self.worlds),
        };
        ActionValues { entries: actions.zip(&bests).zip(&tied).map(entry).collect() }
    }

    /// For each action the best way that begins with it.
    fn bests(&self, keys: &[Key]) -> Vec<Sums> {
        let mut bests: Vec<Sums> = Vec::new();
        for (&first, way) in self.first.iter().zip(&self.ways) {
            let above = |best: &Sums| {
                let orders = keys.iter().map(|key| key(way).total_cmp(&key(best)));
                orders.fold(Ordering::Equal, Ordering::then) == Ordering::Greater
            };
            match bests.get_mut(first) {
                Some(best) if above(best) => *best = *way,
                Some(_) => {}
                None => bests.push(*way),
            }
        }
        bests
    }

    fn error(&self, sums: &Sums, all: Option<usize>) -> Option<f64> {
        let n = self.worlds as f64;
        // Drawn without putting back: nothing is uncertain once nothing is left.
        let left = match all {
            Some(all) if self.worlds == all as u64 => return Some(0.0),
            Some(all) => (all as f64 - n) / (all as f64 - 1.0),
            None => 1.0,
        };
        if self.worlds < 2 {
            return None;
        }
        let mean = sums.value / self.weights;
        let variance = (sums.square / self.weights - mean * mean).max(0.0) * n / (n - 1.0);
        Some((variance * left * self.squared_weights).sqrt() / self.weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four actions in three worlds, of which each merit finds another one best: the first wins most, the
    /// third wins most often, and so does the fourth, but less; the second is the best in most worlds.
    #[test]
    fn each_merit_has_its_own_best() {
        let worlds = [[3.0, -1.0, 1.0, 1.0], [-1.0, 0.0, -2.0, -3.0], [0.0, 2.0, 1.0, 1.0]];
        let chosen = |merit| {
            let mut tally = Tally::new(vec![0, 1, 2, 3], merit);
            for values in worlds {
                tally.add(&values.map(|value| WorldValue { value, erring: 0.0 }), 1.0);
            }
            tally.action_values(0..4, None).entries.iter().map(|entry| entry.probability).collect::<Vec<_>>()
        };
        assert_eq!(chosen(Merit::Mean), [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(chosen(Merit::Votes), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(chosen(Merit::Wins), [0.0, 0.0, 1.0, 0.0]);
    }
}
