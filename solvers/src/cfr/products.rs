//! Sums of many short rows, eight rows at a time: what the ends and the later decisions are worth.
//!
//! The rows belong to the slots of one player in the order of the player's [`Layout`](super::layout::Layout).
//! Payoffs are a matrix: a column that several of eight neighbouring rows have is stored for all of them, so
//! that it is read once for all ([`Payoffs`]). Other rows are stored side by side, as far as most of the
//! eight go, and what is left of longer ones is stored one by one ([`Rows`]; sliced ELLPACK).

use std::ops::Range;

use super::lanes::{self, LANES, Row};
use super::number::Number;

/// A matrix in groups of eight rows: what the ends pay for each slot of a player and each sequence of the
/// others.
#[derive(Clone, Debug)]
pub(super) struct Payoffs<R> {
    /// For each group where its columns begin; one more at the end.
    starts: Vec<u32>,
    columns: Vec<u32>,
    /// The numbers of each column in the eight rows.
    payoffs: Vec<Row<R>>,
    /// The numbers in columns that only one row of many has.
    rest: Rows<(u32, R)>,
}

/// The payoff of an end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) payoff: f64,
}

impl<R: Number> Payoffs<R> {
    /// A matrix with `rows` rows. Entries of the same row and column are added up, in the order of `entries`.
    /// `nowhere` is the column to read where a row has none.
    pub(super) fn new(rows: usize, mut entries: Vec<Entry>, nowhere: u32) -> Payoffs<R> {
        let group = |entry: &Entry| entry.row as usize / LANES;
        // Stable, so that what is added up keeps its order.
        entries.sort_by_key(|entry| (group(entry), entry.column, entry.row));
        let mut packed =
            Payoffs { starts: vec![0], columns: Vec::new(), payoffs: Vec::new(), rest: Rows::new() };
        let mut groups = entries.chunk_by(|one, other| group(one) == group(other)).peekable();
        for number in 0..rows / LANES {
            let here = groups.next_if(|entries| group(&entries[0]) == number);
            packed.push(here.unwrap_or_default(), nowhere);
        }
        packed
    }

    /// Adds a group with these entries, sorted by column.
    fn push(&mut self, entries: &[Entry], nowhere: u32) {
        let mut columns = Vec::new();
        for same in entries.chunk_by(|one, other| one.column == other.column) {
            let mut lanes = [0.0; LANES];
            same.iter().for_each(|entry| lanes[entry.row as usize % LANES] += entry.payoff);
            let filled = lanes.iter().filter(|payoff| **payoff != 0.0).count();
            if filled > 0 {
                columns.push((same[0].column, lanes, filled));
            }
        }
        // A few columns with one row each are not worth a path of their own.
        let alone_is_rare = columns.iter().filter(|(_, _, filled)| *filled == 1).count() <= LANES;
        let mut rest: [Vec<(u32, R)>; LANES] = Default::default();
        for (column, lanes, filled) in columns {
            let lanes = lanes.map(R::from_f64);
            if filled > 1 || alone_is_rare {
                self.columns.push(column);
                self.payoffs.push(lanes);
            } else {
                let lane = lanes.iter().position(|payoff| *payoff != R::ZERO).unwrap_or(0);
                rest[lane].push((column, lanes[lane]));
            }
        }
        self.starts.push(self.columns.len() as u32);
        self.rest.push(&rest, (nowhere, R::ZERO));
    }

    /// The products of a group's rows with a vector.
    #[inline(always)]
    pub(super) fn products(&self, group: usize, vector: &[R]) -> Row<R> {
        let range = self.starts[group] as usize..self.starts[group + 1] as usize;
        let mut sums = [R::ZERO; LANES];
        for (&column, &payoffs) in self.columns[range.clone()].iter().zip(&self.payoffs[range]) {
            let factor = vector[column as usize];
            sums = lanes::add(sums, lanes::map(payoffs, |payoff| payoff * factor));
        }
        if self.rest.is_empty(group) {
            return sums;
        }
        lanes::add(sums, self.rest.sums(group, |(column, payoff)| payoff * vector[column as usize]))
    }
}

/// Eight rows of numbers for each group of eight slots. `T` is what a row consists of.
#[derive(Clone, Debug)]
pub(super) struct Rows<T> {
    /// For each group where its side-by-side and its single entries begin; one more at the end.
    starts: Vec<[u32; 2]>,
    side_by_side: Vec<T>,
    lanes: Vec<u8>,
    single: Vec<T>,
}

impl<T: Copy> Rows<T> {
    /// No group yet.
    pub(super) fn new() -> Rows<T> {
        Rows { starts: vec![[0; 2]], side_by_side: Vec::new(), lanes: Vec::new(), single: Vec::new() }
    }

    /// Adds a group; `padding` stands where a row is shorter than its neighbours.
    pub(super) fn push(&mut self, rows: &[Vec<T>; LANES], padding: T) {
        let single = |width: usize| rows.iter().map(|row| row.len().saturating_sub(width)).sum::<usize>();
        let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
        // A single entry takes about as long as three side by side.
        let width = (0..=longest).min_by_key(|&width| LANES * width + 3 * single(width)).unwrap_or(0);
        for n in 0..width {
            self.side_by_side.extend(rows.iter().map(|row| row.get(n).copied().unwrap_or(padding)));
        }
        for (lane, row) in rows.iter().enumerate() {
            for &entry in row.iter().skip(width) {
                self.lanes.push(lane as u8);
                self.single.push(entry);
            }
        }
        self.starts.push([self.side_by_side.len() as u32, self.single.len() as u32]);
    }

    /// Returns true if a group has no entries.
    #[inline(always)]
    pub(super) fn is_empty(&self, group: usize) -> bool {
        self.starts[group] == self.starts[group + 1]
    }

    /// The sums of what `value` makes of the entries of each row.
    #[inline(always)]
    pub(super) fn sums<R: Number>(&self, group: usize, value: impl Fn(T) -> R) -> Row<R> {
        let ([side, single], [side_end, single_end]) = (self.starts[group], self.starts[group + 1]);
        let (rows, _) = self.side_by_side[side as usize..side_end as usize].as_chunks::<LANES>();
        let mut sums = [R::ZERO; LANES];
        for entries in rows {
            sums = lanes::add(sums, std::array::from_fn(|lane| value(entries[lane])));
        }
        if single < single_end {
            self.add_single(single as usize..single_end as usize, &mut sums, value);
        }
        sums
    }

    /// Kept apart: once a lane is picked by number, the compiler no longer adds whole rows.
    #[inline(never)]
    fn add_single<R: Number>(&self, range: Range<usize>, sums: &mut Row<R>, value: impl Fn(T) -> R) {
        for (&lane, &entry) in self.lanes[range.clone()].iter().zip(&self.single[range]) {
            sums[lane as usize % LANES] += value(entry);
        }
    }
}
