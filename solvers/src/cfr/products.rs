//! Sums of many short rows, eight rows at a time: what the ends and the later decisions are worth.
//!
//! The rows belong to the slots of one player in the order of his [`Layout`](super::layout::Layout). Payoffs
//! are a matrix: a column that several of eight neighbouring rows have is stored for all of them, so that one
//! look at it serves them all ([`Payoffs`]). Other rows are stored side by side, as far as most of the eight
//! go, and what is left of longer ones is stored one by one ([`Rows`]; sliced ELLPACK).

use std::ops::Range;

use super::lanes::{self, LANES, Row};
use super::real::Real;

/// A matrix in groups of eight rows: what the ends pay for each slot of a player and each sequence of the
/// others.
#[derive(Clone, Debug)]
pub(super) struct Payoffs<R> {
    /// For each group where its columns begin; one more at the end.
    starts: Vec<u32>,
    columns: Vec<u32>,
    /// What each column has in the eight rows.
    payoffs: Vec<Row<R>>,
    /// What is in columns that only one row of many has.
    rest: Rows<(u32, R)>,
}

impl<R: Real> Payoffs<R> {
    /// Packs rows of columns and payoffs, sorted by column, eight to a group. `nowhere` is a column to look
    /// at where there is none.
    pub(super) fn new(rows: &[Vec<(u32, R)>], nowhere: u32) -> Payoffs<R> {
        let (mut starts, mut columns, mut payoffs) = (vec![0], Vec::new(), Vec::new());
        let mut rest = vec![Vec::new(); rows.len()];
        for (group, eight) in rows.chunks_exact(LANES).enumerate() {
            let mut entries: Vec<(u32, usize, R)> = Vec::new();
            for (lane, row) in eight.iter().enumerate() {
                entries.extend(row.iter().map(|&(column, payoff)| (column, lane, payoff)));
            }
            entries.sort_by_key(|&(column, lane, _)| (column, lane));
            let by_column = || entries.chunk_by(|one, other| one.0 == other.0);
            // A few columns with one row each are not worth a path of their own.
            let alone_is_rare = by_column().filter(|same| same.len() == 1).count() <= LANES;
            for same in by_column() {
                if same.len() > 1 || alone_is_rare {
                    let mut lanes = [R::ZERO; LANES];
                    same.iter().for_each(|&(_, lane, payoff)| lanes[lane] = payoff);
                    columns.push(same[0].0);
                    payoffs.push(lanes);
                } else {
                    let (column, lane, payoff) = same[0];
                    rest[group * LANES + lane].push((column, payoff));
                }
            }
            starts.push(columns.len() as u32);
        }
        Payoffs { starts, columns, payoffs, rest: Rows::new(&rest, (nowhere, R::ZERO)) }
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
    /// Packs `rows`, eight to a group; `padding` stands where a row is shorter than its neighbours.
    pub(super) fn new(rows: &[Vec<T>], padding: T) -> Rows<T> {
        Rows::with_paddings(rows, |_| padding)
    }

    /// The same where the padding depends on the number of the row.
    pub(super) fn with_paddings(rows: &[Vec<T>], padding: impl Fn(usize) -> T) -> Rows<T> {
        let mut packed =
            Rows { starts: vec![[0; 2]], side_by_side: Vec::new(), lanes: Vec::new(), single: Vec::new() };
        for (number, group) in rows.chunks_exact(LANES).enumerate() {
            let padding = padding(number * LANES);
            let single =
                |width: usize| group.iter().map(|row| row.len().saturating_sub(width)).sum::<usize>();
            let longest = group.iter().map(Vec::len).max().unwrap_or(0);
            // A single entry takes about as long as three side by side.
            let width = (0..=longest).min_by_key(|&width| LANES * width + 3 * single(width)).unwrap_or(0);
            for n in 0..width {
                packed.side_by_side.extend(group.iter().map(|row| row.get(n).copied().unwrap_or(padding)));
            }
            for (lane, row) in group.iter().enumerate() {
                for &entry in row.iter().skip(width) {
                    packed.lanes.push(lane as u8);
                    packed.single.push(entry);
                }
            }
            packed.starts.push([packed.side_by_side.len() as u32, packed.single.len() as u32]);
        }
        packed
    }

    /// Whether a group has no entries.
    #[inline(always)]
    pub(super) fn is_empty(&self, group: usize) -> bool {
        self.starts[group] == self.starts[group + 1]
    }

    /// The sums of what `value` makes of the entries of each row.
    #[inline(always)]
    pub(super) fn sums<R: Real>(&self, group: usize, value: impl Fn(T) -> R) -> Row<R> {
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
    fn add_single<R: Real>(&self, range: Range<usize>, sums: &mut Row<R>, value: impl Fn(T) -> R) {
        for (&lane, &entry) in self.lanes[range.clone()].iter().zip(&self.single[range]) {
            sums[lane as usize % LANES] += value(entry);
        }
    }
}
