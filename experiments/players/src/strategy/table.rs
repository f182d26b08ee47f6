//! A strategy as a table: the digest of each information set and the probabilities of its actions.

use std::cmp::Ordering;
use std::hash::Hash;

use hinterhand_engine::{ActionSet, Digest, Game};
use hinterhand_solvers::dynamic::AnyTree;
use hinterhand_solvers::strategy::Strategy;
use hinterhand_solvers::tree::{Policy, SetId};

use crate::files::column_file::{Column, ColumnFile, ColumnFileError};

/// The columns of a table to be written.
///
/// `keys` has the digests of the information sets in increasing order, the high half of each before the low
/// one; `firsts` has the index of the first probability of each, and at last the total number;
/// `probabilities` are in the order of the legal actions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TableColumns {
    keys: Vec<u64>,
    firsts: Vec<u64>,
    probabilities: Vec<f64>,
}

/// Two information sets with the same digest, or a table that does not fit.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum TableError {
    #[error("two information sets have the same digest {0:032x}")]
    Collision(u128),
    #[error("the columns of the table do not fit together")]
    Columns,
    #[error("the table has no entry for information set {0:032x}")]
    Missing(u128),
    #[error("the table has {found} probabilities at information set {key:032x}, which has {actions} actions")]
    Actions { key: u128, found: usize, actions: usize },
    #[error("the table is no policy: {0}")]
    Policy(hinterhand_solvers::tree::PolicyError),
}

/// The name of an information set of a player in a table.
pub(super) fn key(info_set: &impl Hash) -> u128 {
    Digest::of(info_set).bits()
}

impl TableColumns {
    /// The columns of a policy on the tree of a game.
    pub fn new(game: &AnyTree, policy: &Policy) -> Result<TableColumns, TableError> {
        let tree = game.tree();
        let all = (0..tree.sets().len()).map(SetId::new);
        TableColumns::of(all.map(|set| (game.key(set), policy.at(tree, set))))
    }

    /// The columns of the keys of some information sets with the probabilities of their legal actions.
    pub fn of(sets: impl Iterator<Item = (u128, impl AsRef<[f64]>)>) -> Result<TableColumns, TableError> {
        let mut rows: Vec<_> = sets.collect();
        rows.sort_unstable_by_key(|(key, _)| *key);
        if let Some(twins) = rows.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(TableError::Collision(twins[0].0));
        }
        let mut columns = TableColumns { firsts: vec![0], ..TableColumns::default() };
        for (key, probabilities) in rows {
            columns.keys.extend([(key >> 64) as u64, key as u64]);
            columns.probabilities.extend_from_slice(probabilities.as_ref());
            columns.firsts.push(columns.probabilities.len() as u64);
        }
        Ok(columns)
    }

    /// The columns by name.
    pub fn columns(&self) -> [(&'static str, Column<'_>); 3] {
        [
            ("keys", (&self.keys).into()),
            ("firsts", (&self.firsts).into()),
            ("probabilities", (&self.probabilities).into()),
        ]
    }
}

/// A table in an open file.
#[derive(Clone, Copy, Debug)]
pub struct Table<'f> {
    keys: &'f [u64],
    firsts: &'f [u64],
    probabilities: &'f [f64],
}

impl<'f> Table<'f> {
    /// The name of this form in the header of a file.
    pub const FORM: &'static str = "table";

    /// The table in `file`.
    pub fn of(file: &'f ColumnFile) -> Result<Table<'f>, ColumnFileError> {
        let table = Table {
            keys: file.column("keys")?,
            firsts: file.column("firsts")?,
            probabilities: file.column("probabilities")?,
        };
        if table.is_sound() { Ok(table) } else { Err(file.senseless(&TableError::Columns)) }
    }

    fn is_sound(&self) -> bool {
        self.keys.len().is_multiple_of(2)
            && self.firsts.len() == self.len() + 1
            && self.firsts.is_sorted()
            && self.firsts.first() == Some(&0)
            && self.firsts.last() == Some(&(self.probabilities.len() as u64))
            && (1..self.len()).all(|at| self.key(at - 1) < self.key(at))
    }

    fn key(&self, at: usize) -> u128 {
        u128::from(self.keys[2 * at]) << 64 | u128::from(self.keys[2 * at + 1])
    }

    /// The number of information sets.
    pub fn len(&self) -> usize {
        self.keys.len() / 2
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The probabilities of the legal actions at this information set, in their order.
    pub fn probabilities(&self, info_set: &impl Hash) -> Option<&'f [f64]> {
        self.at_key(key(info_set))
    }

    fn at_key(&self, key: u128) -> Option<&'f [f64]> {
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = from.midpoint(to);
            match self.key(middle).cmp(&key) {
                Ordering::Less => from = middle + 1,
                Ordering::Greater => to = middle,
                Ordering::Equal => {
                    let ends = &self.firsts[middle..middle + 2];
                    return self.probabilities.get(ends[0] as usize..ends[1] as usize);
                }
            }
        }
        None
    }

    /// The table as a policy on the tree of its game.
    pub fn policy(&self, game: &AnyTree) -> Result<Policy, TableError> {
        let tree = game.tree();
        let mut probabilities = vec![0.0; tree.slot_count()];
        for (number, set) in tree.sets().iter().enumerate() {
            let key = game.key(SetId::new(number));
            let found = self.at_key(key).ok_or(TableError::Missing(key))?;
            let actions = set.action_count();
            if found.len() != actions {
                return Err(TableError::Actions { key, found: found.len(), actions });
            }
            probabilities[set.slots()].copy_from_slice(found);
        }
        Policy::new(tree, probabilities).map_err(TableError::Policy)
    }
}

impl<G: Game> Strategy<G> for Table<'_> {
    fn probabilities(&self, info_set: &G::InfoSet, legal: &G::Legal, out: &mut Vec<f64>) {
        out.clear();
        match self.probabilities(info_set) {
            Some(found) if found.len() == legal.len() => out.extend_from_slice(found),
            // A table for other rules, or one of a part of the game.
            _ => out.resize(legal.len(), 1.0 / legal.len() as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::column_file::write;
    use crate::games;
    use serde_json::json;

    #[test]
    fn a_policy_comes_back_as_it_went() {
        let kuhn = games::load_default("kuhn").unwrap().methods().tree(1_000).unwrap();
        let weights = (0..kuhn.tree().slot_count()).map(|slot| (slot % 5) as f64).collect();
        let policy = Policy::from_weights(kuhn.tree(), weights);
        let columns = TableColumns::new(&kuhn, &policy).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kuhn");
        write(&path, "test", &json!(null), &columns.columns()).unwrap();
        let file = ColumnFile::open(&path, "test").unwrap();
        let table = Table::of(&file).unwrap();
        assert_eq!(table.len(), 12);
        assert_eq!(table.policy(&kuhn), Ok(policy.clone()));
        for set in (0..12).map(SetId::new) {
            let found = table.probabilities(&kuhn.info_set(set));
            assert_eq!(found, Some(policy.at(kuhn.tree(), set)));
        }
        let dice = games::load_default("liars-dice").unwrap().methods().tree(1_000_000);
        assert!(matches!(table.policy(&dice.unwrap()), Err(TableError::Missing(_))));
    }

    #[test]
    fn columns_that_do_not_fit_are_refused() {
        let sound = TableColumns {
            keys: vec![0, 1, 0, 2],
            firsts: vec![0, 1, 3],
            probabilities: vec![1.0, 0.5, 0.5],
        };
        let check = |columns: &TableColumns| {
            let TableColumns { keys, firsts, probabilities } = columns;
            Table { keys, firsts, probabilities }.is_sound()
        };
        assert!(check(&sound));
        assert!(!check(&TableColumns { keys: vec![0, 2, 0, 1], ..sound.clone() }));
        assert!(!check(&TableColumns { keys: vec![0, 1, 0], ..sound.clone() }));
        assert!(!check(&TableColumns { firsts: vec![0, 1, 4], ..sound.clone() }));
        assert!(!check(&TableColumns { firsts: vec![0, 4, 3], ..sound.clone() }));
        assert!(!check(&TableColumns { firsts: Vec::new(), ..sound }));
    }
}
