//! The table of sampled training between two rounds: a strategy that any command reads, with the regrets and sums that
//! it comes from.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use hinterhand_players::files::column_file::{self, Column, ColumnFile};
use hinterhand_players::strategy::{About, KIND, TableColumns};
use hinterhand_solvers::mccfr::GrowingSnapshot;

/// The numbers of a solver that samples, by information set.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Table {
    /// The rounds that are in it.
    pub(super) rounds: u64,
    /// The iterations of each solver from the beginning.
    pub(super) iterations: u64,
    /// The nodes that all walks have visited.
    pub(super) nodes: u64,
    /// The digests of the information sets and their numbers of actions.
    sets: Vec<(u128, u32)>,
    regrets: Vec<f64>,
    averages: Vec<f64>,
}

/// What an information set has won in a round: its digest, and for each action the change of the regret and of the sum of
/// the average policy.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Change {
    pub(super) key: u128,
    pub(super) regrets: Vec<f64>,
    pub(super) averages: Vec<f64>,
}

impl Table {
    /// The numbers of a solver.
    pub(super) fn of(snapshot: GrowingSnapshot) -> Table {
        let GrowingSnapshot { iterations, nodes, sets, regrets, averages, .. } = snapshot;
        Table { rounds: 0, iterations, nodes, sets, regrets, averages }
    }

    /// A solver with these numbers, whose generators have gone so far.
    pub(super) fn snapshot(&self, generators: Vec<u64>) -> GrowingSnapshot {
        let Table { iterations, nodes, sets, regrets, averages, .. } = self.clone();
        let baselines = Vec::new();
        GrowingSnapshot { iterations, learned: 0, nodes, sets, regrets, averages, baselines, generators }
    }

    /// The number of information sets.
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The information sets with the first of their slots.
    fn slots(&self) -> impl Iterator<Item = (u128, std::ops::Range<usize>)> {
        self.sets.iter().scan(0, |next, &(key, actions)| {
            let first = *next;
            *next += actions as usize;
            Some((key, first..*next))
        })
    }

    /// What has changed since `before`, in the order in which the solver has met the information sets.
    pub(super) fn changes(&self, before: &Table) -> Vec<Change> {
        let earlier: HashMap<u128, std::ops::Range<usize>> = before.slots().collect();
        let mut changes = Vec::new();
        for (key, slots) in self.slots() {
            let old = earlier.get(&key);
            let less = |now: &[f64], then: &[f64]| -> Vec<f64> {
                let then = |at: usize| old.map_or(0.0, |old| then[old.start + at]);
                now[slots.clone()].iter().enumerate().map(|(at, now)| now - then(at)).collect()
            };
            let regrets = less(&self.regrets, &before.regrets);
            let averages = less(&self.averages, &before.averages);
            if old.is_none() || regrets.iter().chain(&averages).any(|change| *change != 0.0) {
                changes.push(Change { key, regrets, averages });
            }
        }
        changes
    }

    /// Adds this share of changes in their order; those of unknown information sets make them known.
    pub(super) fn add(&mut self, changes: &[Change], share: f64) -> anyhow::Result<()> {
        let mut known: HashMap<u128, std::ops::Range<usize>> = self.slots().collect();
        for Change { key, regrets, averages } in changes {
            let slots = known.entry(*key).or_insert_with(|| {
                let first = self.regrets.len();
                self.sets.push((*key, regrets.len() as u32));
                self.regrets.resize(first + regrets.len(), 0.0);
                self.averages.resize(first + regrets.len(), 0.0);
                first..first + regrets.len()
            });
            ensure!(slots.len() == regrets.len(), "information set {key:032x} has two numbers of actions");
            let add = |all: &mut [f64], more: &[f64]| {
                all[slots.clone()].iter_mut().zip(more).for_each(|(sum, more)| *sum += share * more);
            };
            add(&mut self.regrets, regrets);
            add(&mut self.averages, averages);
        }
        Ok(())
    }

    /// Puts the information sets in the order of their digests, so that the table does not tell in which order they were
    /// met.
    pub(super) fn sort(&mut self) {
        let mut order: Vec<(u128, std::ops::Range<usize>)> = self.slots().collect();
        order.sort_unstable_by_key(|(key, _)| *key);
        let picked =
            |numbers: &[f64]| order.iter().flat_map(|(_, slots)| numbers[slots.clone()].to_vec()).collect();
        let (regrets, averages) = (picked(&self.regrets), picked(&self.averages));
        self.sets = order.iter().map(|(key, slots)| (*key, slots.len() as u32)).collect();
        (self.regrets, self.averages) = (regrets, averages);
    }

    /// Writes a table that is in order, as a strategy: its probabilities are the average policy.
    pub(super) fn write(&self, path: &Path, about: &About) -> anyhow::Result<()> {
        let policies = self.slots().map(|(key, slots)| {
            let sums = &self.averages[slots];
            let (sum, even) = (sums.iter().sum::<f64>(), 1.0 / sums.len() as f64);
            let share = |part: &f64| if sum > 0.0 { part / sum } else { even };
            (key, sums.iter().map(share).collect::<Vec<f64>>())
        });
        let strategy = TableColumns::of(policies)?;
        let counts = [self.rounds, self.iterations, self.nodes];
        let mut columns: Vec<(&str, Column<'_>)> = strategy.columns().into_iter().collect();
        columns.extend([
            ("counts", Column::from(&counts[..])),
            ("regrets", (&self.regrets).into()),
            ("averages", (&self.averages).into()),
        ]);
        let written = column_file::write(path, KIND, &serde_json::to_value(about)?, &columns);
        written.with_context(|| format!("cannot write {}", path.display()))
    }

    /// Reads the table of a round.
    pub(super) fn read(file: &ColumnFile) -> anyhow::Result<Table> {
        let &[rounds, iterations, nodes] = file.column::<u64>("counts")? else {
            bail!(file.senseless(&"column `counts` must be three numbers"));
        };
        let (keys, firsts) = (file.column::<u64>("keys")?, file.column::<u64>("firsts")?);
        let (keys, rest) = keys.as_chunks::<2>();
        let (regrets, averages) = (file.column::<f64>("regrets")?, file.column::<f64>("averages")?);
        let ends = firsts.first() == Some(&0) && firsts.last() == Some(&(regrets.len() as u64));
        let sound = rest.is_empty() && firsts.len() == keys.len() + 1 && ends && firsts.is_sorted();
        if !sound || regrets.len() != averages.len() {
            bail!(file.senseless(&"its columns do not fit together"));
        }
        let key = |&[high, low]: &[u64; 2]| u128::from(high) << 64 | u128::from(low);
        let actions = firsts.windows(2).map(|pair| (pair[1] - pair[0]) as u32);
        let sets = keys.iter().map(key).zip(actions).collect();
        let (regrets, averages) = (regrets.to_vec(), averages.to_vec());
        Ok(Table { rounds, iterations, nodes, sets, regrets, averages })
    }
}

/// Changes as bytes: for each the digest, the number of actions, and the numbers, least byte first.
pub(super) fn pack(nodes: u64, changes: &[Change]) -> Vec<u8> {
    let mut bytes = nodes.to_le_bytes().to_vec();
    for Change { key, regrets, averages } in changes {
        bytes.extend(key.to_le_bytes());
        bytes.extend((regrets.len() as u32).to_le_bytes());
        bytes.extend(regrets.iter().chain(averages).flat_map(|number| number.to_le_bytes()));
    }
    bytes
}

/// The nodes and the changes that were packed; none if the bytes are not such.
pub(super) fn unpack(bytes: &[u8]) -> Option<(u64, Vec<Change>)> {
    let (nodes, mut rest) = bytes.split_first_chunk::<8>()?;
    let mut changes = Vec::new();
    while !rest.is_empty() {
        let (key, after) = rest.split_first_chunk::<16>()?;
        let (actions, after) = after.split_first_chunk::<4>()?;
        let actions = u32::from_le_bytes(*actions) as usize;
        let (numbers, after) = after.split_at_checked(actions.checked_mul(16)?)?;
        let (numbers, _) = numbers.as_chunks::<8>();
        let mut numbers: Vec<f64> = numbers.iter().map(|number| f64::from_le_bytes(*number)).collect();
        let averages = numbers.split_off(actions);
        changes.push(Change { key: u128::from_le_bytes(*key), regrets: numbers, averages });
        rest = after;
    }
    Some((u64::from_le_bytes(*nodes), changes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(sets: &[(u128, &[f64])]) -> Table {
        let mut table = Table::default();
        for (key, regrets) in sets {
            let averages = regrets.iter().map(|regret| regret + 1.0).collect();
            table.add(&[Change { key: *key, regrets: regrets.to_vec(), averages }], 1.0).expect("new sets");
        }
        table
    }

    #[test]
    fn what_has_changed_is_what_is_added() {
        let before = table(&[(7, &[1.0, 2.0]), (3, &[0.5])]);
        let mut after = before.clone();
        after.add(&[Change { key: 3, regrets: vec![0.25], averages: vec![0.0] }], 1.0).expect("known");
        after.add(&[Change { key: 1, regrets: vec![0.0; 3], averages: vec![0.0; 3] }], 1.0).expect("new");
        let changes = after.changes(&before);
        assert_eq!(changes.iter().map(|change| change.key).collect::<Vec<_>>(), [3, 1]);
        let packed = pack(9, &changes);
        assert_eq!(unpack(&packed), Some((9, changes.clone())));
        assert!((1..packed.len()).filter(|length| unpack(&packed[..*length]).is_some()).count() < 3);
        let mut again = before.clone();
        again.add(&changes, 1.0).expect("they fit");
        assert_eq!(again, after);
        again.sort();
        assert_eq!(again.sets, [(1, 3), (3, 1), (7, 2)]);
        assert_eq!(again.regrets, [0.0, 0.0, 0.0, 0.75, 1.0, 2.0]);
        let wrong = Change { key: 7, regrets: vec![1.0], averages: vec![1.0] };
        assert!(again.add(&[wrong], 1.0).is_err());
    }
}
