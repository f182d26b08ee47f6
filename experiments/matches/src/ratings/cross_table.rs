//! The results of each pair of bots.

use std::collections::BTreeMap;

use super::Moments;

/// The results of each pair of bots, one number for each deal that they played from every seat: what the
/// first won on average, which the second lost. So the intervals of a cell are paired.
///
/// ```
/// use hinterhand_matches::ratings::CrossTable;
///
/// let mut table = CrossTable::new(3);
/// for luck in [-1.0, 0.0, 1.0] {
///     table.add(0, 1, 2.0 + luck);
/// }
/// assert_eq!(table.cell(1, 0).mean(), Some(-2.0));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct CrossTable {
    bots: usize,
    /// The results of those pairs that met, the bot with the lower number first.
    cells: BTreeMap<[usize; 2], Moments>,
}

impl CrossTable {
    /// A table of this number of bots that have not met.
    pub fn new(bots: usize) -> CrossTable {
        CrossTable { bots, cells: BTreeMap::new() }
    }

    /// The number of bots.
    pub fn bots(&self) -> usize {
        self.bots
    }

    /// Enters a deal that `first` and `second` played from every seat, in which `first` won `result` on
    /// average.
    pub fn add(&mut self, first: usize, second: usize, result: f64) {
        assert!(first < self.bots && second < self.bots && first != second, "bots {first} and {second}");
        let (pair, result) =
            if first < second { ([first, second], result) } else { ([second, first], -result) };
        self.cells.entry(pair).or_default().add(result);
    }

    /// Adds all results of another table of the same bots.
    pub fn merge(&mut self, other: &CrossTable) {
        assert_eq!(self.bots, other.bots, "the tables are of the same bots");
        for (pair, moments) in &other.cells {
            self.cells.entry(*pair).or_default().merge(moments);
        }
    }

    /// The results of the bot of a row against the bot of a column.
    pub fn cell(&self, row: usize, column: usize) -> Moments {
        let found = |pair: [usize; 2]| self.cells.get(&pair).copied().unwrap_or_default();
        if row < column { found([row, column]) } else { found([column, row]).negated() }
    }
}
