//! Liar's dice by its public tree: the bids, with vectors over hands.
//!
//! Bids only rise, so that the bids made are a set; the player to move follows from their number. At each set of bids
//! every hand of the player is an information set. A game ends where a bid is called, so that each sequence of a player
//! meets one of the other's for each hand: the last bid, or the call. What a hand is worth against all hands of the
//! other depends on the number of their dice that count for the bid, which takes at most three values.

use std::sync::Arc;

use hinterhand_engine::Game as _;
use hinterhand_engine::dynamic::{AnyInfoSet, AnyLegal};
use hinterhand_engine::games::liars_dice::Roll;
use hinterhand_engine::games::{LiarsDice, ReferenceGame, reference};
use hinterhand_solvers::oracle::{Folded, GameOracle, Histories, Oracle, Treeplex};
use hinterhand_solvers::parallel;

/// The sets of bids are divided by their lowest ones: those that have further bids too are a part of the tree, with at
/// most this number of further bids.
const MOST_FURTHER: u8 = 12;

/// Liar's dice as an [`Oracle`].
///
/// ```
/// use hinterhand_engine::games::LiarsDice;
/// use hinterhand_oracles::liars_dice::LiarsDiceOracle;
/// use hinterhand_solvers::oracle::Oracle;
///
/// let oracle = LiarsDiceOracle::new(LiarsDice { sides: 3, dice: 1 });
/// assert_eq!(oracle.treeplex(0).infosets() + oracle.treeplex(1).infosets(), 3 << 6);
/// ```
#[derive(Clone, Debug)]
pub struct LiarsDiceOracle {
    game: LiarsDice,
    rolls: Vec<Roll>,
    /// The probability of each roll.
    chances: Vec<f64>,
    /// For each bid and each roll, the number of dice that count.
    matches: Vec<Vec<usize>>,
    /// The sets of bids after which each player moves, by their number, and where parts of the tree begin.
    nodes: [Vec<u32>; 2],
    parts: [Vec<usize>; 2],
    /// For each set of bids its place among those of the player to move.
    place: Vec<u32>,
    treeplexes: [Treeplex; 2],
}

impl LiarsDiceOracle {
    /// The oracle of a game.
    pub fn new(game: LiarsDice) -> LiarsDiceOracle {
        let rolls = game.rolls();
        let all: u32 = rolls.iter().map(|&(_, weight)| weight).sum();
        let bids = game.bids();
        let (mut nodes, mut parts) = ([Vec::new(), Vec::new()], [vec![0], vec![0]]);
        let mut place = vec![0; 1 << bids];
        let mut add = |sets: &mut dyn Iterator<Item = u32>| {
            for set in sets {
                let nodes: &mut Vec<u32> = &mut nodes[set.count_ones() as usize % 2];
                place[set as usize] = nodes.len() as u32;
                nodes.push(set);
            }
            parts.iter_mut().zip(&nodes).for_each(|(parts, nodes)| parts.push(nodes.len()));
        };
        // What comes before a set is a smaller number in the same part, or in the first one.
        let low = bids - MOST_FURTHER.min(bids);
        add(&mut (0..1 << low));
        (0..1 << low).for_each(|lowest| add(&mut (1..1 << (bids - low)).map(|high| high << low | lowest)));
        let treeplexes =
            [0, 1].map(|player| treeplex(bids, &nodes[player], &parts[player], &place, rolls.len()));
        LiarsDiceOracle {
            game,
            chances: rolls.iter().map(|&(_, weight)| f64::from(weight) / f64::from(all)).collect(),
            matches: (0..bids)
                .map(|bid| rolls.iter().map(|&(roll, _)| game.matches(roll, bid)).collect())
                .collect(),
            rolls: rolls.into_iter().map(|(roll, _)| roll).collect(),
            nodes,
            parts,
            place,
            treeplexes,
        }
    }

    /// The first sequence of each roll of the player to move after these bids, and their distance.
    fn sequences(&self, set: u32) -> (usize, usize) {
        let player = set.count_ones() as usize % 2;
        let infoset = self.place[set as usize] as usize * self.rolls.len();
        (self.treeplexes[player].sequences_of(infoset).start, actions(self.game.bids(), set))
    }

    /// What each number of counting dice contributes, with these reaches of the other's rolls.
    fn by_matches(&self, bid: u8, reach: impl Iterator<Item = f64>) -> [f64; 3] {
        let mut sums = [0.0; 3];
        let rolls = self.chances.iter().zip(&self.matches[usize::from(bid)]);
        for ((chance, &matches), reach) in rolls.zip(reach) {
            sums[matches] += chance * reach;
        }
        sums
    }

    /// For each number of the player's own counting dice what a bid gains if it is called.
    fn gains(&self, bid: u8, sums: [f64; 3]) -> [f64; 3] {
        let claimed = self.game.claimed(bid);
        [0, 1, 2].map(|own| {
            let signed = (0..3).map(|other| if own + other >= claimed { sums[other] } else { -sums[other] });
            signed.sum()
        })
    }

    /// Sets what the sequences at a set of bids are worth.
    fn worth(&self, set: u32, plan: &[f64], out: &mut [f64]) {
        let bids = self.game.bids();
        let width = actions(bids, set);
        let rolls = self.rolls.len();
        for (action, bid) in (reached(set)..bids).enumerate() {
            // The other calls: its last action.
            let (first, distance) = self.sequences(set | 1 << bid);
            let calls = (0..rolls).map(|roll| plan[first + roll * distance + distance - 1]);
            let gains = self.gains(bid, self.by_matches(bid, calls));
            let own = self.chances.iter().zip(&self.matches[usize::from(bid)]);
            for ((chance, &matches), out) in own.zip(out[action..].iter_mut().step_by(width)) {
                *out = chance * gains[matches];
            }
        }
        if set != 0 {
            // The other's last bid is called.
            let bid = reached(set) - 1;
            let before = set & !(1 << bid);
            let (first, distance) = self.sequences(before);
            let action = usize::from(bid - reached(before));
            let reach = (0..rolls).map(|roll| plan[first + roll * distance + action]);
            let gains = self.gains(bid, self.by_matches(bid, reach));
            let own = self.chances.iter().zip(&self.matches[usize::from(bid)]);
            for ((chance, &matches), out) in own.zip(out[width - 1..].iter_mut().step_by(width)) {
                *out = -chance * gains[matches];
            }
        }
    }
}

/// The number of bids up to the highest one made.
fn reached(set: u32) -> u8 {
    (u32::BITS - set.leading_zeros()) as u8
}

/// The number of actions after these bids: all higher ones, and the call.
fn actions(bids: u8, set: u32) -> usize {
    usize::from(bids - reached(set)) + usize::from(set != 0)
}

/// The decisions of a player after these sets of bids.
fn treeplex(bids: u8, nodes: &[u32], parts: &[usize], place: &[u32], rolls: usize) -> Treeplex {
    let mut first = Vec::with_capacity(nodes.len() * rolls + 1);
    let mut parent = Vec::with_capacity(nodes.len() * rolls);
    first.push(1_u32);
    let mut next = 1;
    for &set in nodes {
        let width = actions(bids, set) as u32;
        // What the player had bid before the other's last bid.
        let other = set & !(1 << (reached(set).max(1) - 1));
        let own = (other != 0).then(|| {
            let bid = reached(other) - 1;
            let before = other & !(1 << bid);
            (place[before as usize] as usize, u32::from(bid - reached(before)))
        });
        for roll in 0..rolls {
            parent.push(own.map_or(0, |(node, action)| first[node * rolls + roll] + action));
            next += width;
            first.push(next);
        }
    }
    let mut parts = parts.windows(2).map(|part| part[0] * rolls..part[1] * rolls);
    let beginning = parts.by_ref().take(1).collect();
    let layers = vec![beginning, parts.collect()];
    Treeplex::new(first, parent, layers)
}

impl Oracle for LiarsDiceOracle {
    fn treeplex(&self, player: usize) -> &Treeplex {
        &self.treeplexes[player]
    }

    fn gradient(&self, player: usize, plan: &[f64], gradient: &mut [f64], _: &mut Vec<f64>) {
        let (rolls, bids) = (self.rolls.len(), self.game.bids());
        let (empty, mut rest) = gradient.split_at_mut(1);
        empty[0] = 0.0;
        let mut tasks = Vec::new();
        for part in self.parts[player].windows(2) {
            let sets = &self.nodes[player][part[0]..part[1]];
            let length = sets.iter().map(|&set| rolls * actions(bids, set)).sum();
            let (here, later) = rest.split_at_mut(length);
            rest = later;
            tasks.push((sets, here));
        }
        parallel::for_each_alone(&mut tasks, &|(sets, numbers)| {
            let mut rest = &mut **numbers;
            for &set in *sets {
                let (here, later) = rest.split_at_mut(rolls * actions(bids, set));
                rest = later;
                self.worth(set, plan, here);
            }
        });
    }
}

/// The number of histories of a game: bids only rise, so that those made are any set of them, and all but the empty one
/// can be called.
fn histories(game: LiarsDice) -> Histories {
    let (rolls, bid_sets) = (game.rolls().len() as u64, 1 << game.bids());
    Histories { decisions: rolls * rolls * bid_sets, ends: rolls * rolls * (bid_sets - 1) }
}

impl GameOracle for LiarsDiceOracle {
    fn find(&self, info_set: &AnyInfoSet) -> Option<(usize, usize)> {
        let reference::InfoSet::LiarsDice(info_set) = info_set.typed() else { return None };
        let (player, cup) = (info_set.seat().index(), info_set.known());
        let roll = self.rolls.iter().position(|roll| *roll == cup.dice()[player])?;
        let place = *self.place.get(cup.bids() as usize)? as usize;
        (cup.bids().count_ones() as usize % 2 == player).then_some((player, place * self.rolls.len() + roll))
    }

    fn decision(&self, player: usize, infoset: usize) -> (AnyInfoSet, AnyLegal) {
        let (node, roll) = (infoset / self.rolls.len(), infoset % self.rolls.len());
        let info_set = self.game.to_move(self.rolls[roll], self.nodes[player][node]);
        let legal = self.game.legal(info_set.known());
        let info_set = reference::InfoSet::LiarsDice(info_set);
        (AnyInfoSet::new(info_set), AnyLegal::new::<ReferenceGame>(reference::Legal::LiarsDice(legal)))
    }

    fn histories(&self) -> Histories {
        histories(self.game)
    }

    /// Bids have an order and one face is wild, so that no two faces are alike.
    fn folded(self: Arc<Self>) -> Option<Folded> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::agrees;

    /// Published by the authors of the benchmark: 225 times 2^20 decisions after the roll.
    #[test]
    fn two_dice_of_five_sides_have_the_published_decisions() {
        assert_eq!(histories(LiarsDice { sides: 5, dice: 2 }).decisions, 225 << 20);
    }

    #[test]
    fn one_die_each_agrees_with_the_tree() {
        for sides in 2..=5 {
            let game = LiarsDice { sides, dice: 1 };
            agrees(&game.into(), &LiarsDiceOracle::new(game));
        }
    }

    #[test]
    fn two_dice_each_agree_with_the_tree() {
        for sides in 2..=3 {
            let game = LiarsDice { sides, dice: 2 };
            agrees(&game.into(), &LiarsDiceOracle::new(game));
        }
    }
}
