//! Rounds of a Swiss tournament, paired in the manner of Monrad: neighbours in the standing meet, unless they
//! have met before; with an odd number, the last one that has not yet had a bye gets one and scores a win.

use super::{Pairing, Tally};

/// The scores after some rounds, and the pairings so far.
#[derive(Clone, Debug)]
pub struct Swiss {
    /// Twice the points of each bot.
    halves: Vec<u64>,
    byes: Vec<u32>,
    met: Vec<Vec<u32>>,
}

/// The maximum number of pairings of a round that are tried before bots may meet once more: enough for
/// hundreds of bots, most pairs of which have not met.
const MOST_TRIES: u32 = 100_000;

impl Swiss {
    /// Before the first round.
    pub fn new(bots: usize) -> Swiss {
        Swiss { halves: vec![0; bots], byes: vec![0; bots], met: vec![vec![0; bots]; bots] }
    }

    /// Enters a round that was played to its end. A meeting is won by who won more in all its deals.
    pub fn enter(&mut self, tally: &Tally) {
        let mut sat = vec![false; self.halves.len()];
        for ([first, second], outcomes) in tally.pairs() {
            let margin: f64 = outcomes.iter().map(|(outcome, times)| outcome.margin * *times as f64).sum();
            self.halves[first] += if margin > 0.0 { 2 } else { u64::from(margin == 0.0) };
            self.halves[second] += if margin < 0.0 { 2 } else { u64::from(margin == 0.0) };
            self.met[first][second] += 1;
            self.met[second][first] += 1;
            (sat[first], sat[second]) = (true, true);
        }
        for bot in (0..sat.len()).filter(|&bot| !sat[bot]) {
            self.halves[bot] += 2;
            self.byes[bot] += 1;
        }
    }

    /// The points of each bot.
    pub fn points(&self) -> Vec<f64> {
        self.halves.iter().map(|&halves| halves as f64 / 2.0).collect()
    }

    /// The pairings of the next round.
    pub fn pairings(&self) -> Vec<Pairing> {
        let mut order: Vec<usize> = (0..self.halves.len()).collect();
        order.sort_by_key(|&bot| (std::cmp::Reverse(self.halves[bot]), bot));
        if order.len() % 2 == 1 {
            let fewest = self.byes.iter().min().expect("there are bots");
            let out = order.iter().rposition(|&bot| self.byes[bot] == *fewest).expect("one has the fewest");
            order.remove(out);
        }
        for often in 0.. {
            let mut pairs = Vec::new();
            if self.extend(&order, often, &mut pairs, &mut MOST_TRIES.clone()) {
                pairs.sort_unstable();
                return pairs;
            }
        }
        unreachable!("they have not met for ever")
    }

    /// Pairs the bots that are `left`, none of which may have met more often than the limit.
    fn extend(&self, left: &[usize], often: u32, pairs: &mut Vec<Pairing>, tries: &mut u32) -> bool {
        let Some((&first, others)) = left.split_first() else { return true };
        for (at, &second) in others.iter().enumerate() {
            if *tries == 0 {
                return false;
            }
            if self.met[first][second] > often {
                continue;
            }
            *tries -= 1;
            pairs.push(vec![first.min(second), first.max(second)]);
            let rest: Vec<usize> =
                others.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, &bot)| bot).collect();
            if self.extend(&rest, often, pairs, tries) {
                return true;
            }
            pairs.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::Payoffs;
    use super::*;

    /// Plays rounds in which the bot with the lower number wins, and returns the points and how often each
    /// two met.
    fn rounds(bots: usize, rounds: usize) -> (Vec<f64>, Vec<Vec<u32>>) {
        let mut swiss = Swiss::new(bots);
        for _ in 0..rounds {
            let mut tally = Tally::default();
            let pairings = swiss.pairings();
            assert_eq!(pairings.len(), bots / 2);
            for pairing in pairings {
                tally.add(&pairing, &Payoffs::new(vec![vec![1.0, -1.0]]));
            }
            swiss.enter(&tally);
        }
        (swiss.points(), swiss.met)
    }

    #[test]
    fn the_best_is_found_and_nobody_meets_twice() {
        for bots in [2, 7, 8, 31, 64] {
            let played = if bots == 2 { 1 } else { 5 };
            let (points, met) = rounds(bots, played);
            assert_eq!(points.iter().sum::<f64>(), (played * bots.div_ceil(2)) as f64);
            assert_eq!(points[0], played as f64);
            assert!(met.iter().flatten().all(|&times| times <= 1), "{met:?}");
        }
    }

    #[test]
    fn after_all_have_met_they_meet_again() {
        let (points, met) = rounds(4, 6);
        assert_eq!(points, [6.0, 4.0, 2.0, 0.0]);
        for (bot, row) in met.iter().enumerate() {
            assert!(row.iter().enumerate().all(|(other, &times)| times == if bot == other { 0 } else { 2 }));
        }
    }

    #[test]
    fn everybody_sits_out_once_before_anybody_does_twice() {
        let mut swiss = Swiss::new(5);
        let mut out = Vec::new();
        for _ in 0..5 {
            let mut tally = Tally::default();
            let pairings = swiss.pairings();
            out.extend((0..5).filter(|bot| !pairings.iter().any(|pairing| pairing.contains(bot))));
            pairings.iter().for_each(|pairing| tally.add(pairing, &Payoffs::new(vec![vec![0.0, 0.0]])));
            swiss.enter(&tally);
        }
        out.sort_unstable();
        assert_eq!(out, [0, 1, 2, 3, 4]);
    }
}
