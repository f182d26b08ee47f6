//! Sums of many short rows, eight rows at a time: what the ends and the later decisions are worth.
//!
//! The rows belong to the slots of one player in the order of his [`Layout`](super::layout::Layout). As far
//! as at least half of the eight rows go they are stored side by side, so that a vector register adds to all
//! at once (sliced ELLPACK); what is left of longer rows is stored one by one.

use super::layout::LANES;
use super::real::Real;

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
            let mut lengths: [usize; LANES] = std::array::from_fn(|lane| group[lane].len());
            lengths.sort_unstable();
            let width = lengths[LANES / 2];
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

    /// Adds what `value` makes of each entry of a group to its row's sum.
    #[inline(always)]
    pub(super) fn add<R: Real>(&self, group: usize, sums: &mut [R; LANES], value: impl Fn(T) -> R) {
        let ([side, single], [side_end, single_end]) = (self.starts[group], self.starts[group + 1]);
        let (rows, _) = self.side_by_side[side as usize..side_end as usize].as_chunks::<LANES>();
        for entries in rows {
            let values: [R; LANES] = std::array::from_fn(|lane| value(entries[lane]));
            for lane in 0..LANES {
                sums[lane] += values[lane];
            }
        }
        let range = single as usize..single_end as usize;
        for (&lane, &entry) in self.lanes[range.clone()].iter().zip(&self.single[range]) {
            sums[lane as usize % LANES] += value(entry);
        }
    }
}
