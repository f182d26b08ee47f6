//! The columns of a strategy, and how they are packed.

use std::borrow::Cow;

use crate::position::endings::PLAYS;
use crate::position::layout::{GROUP, Layout};
use crate::reduced::compile::actions;

/// The columns of a [`Solution`](crate::Solution), to be written to a file and to be mapped from one.
///
/// Decisions in which cards are hidden are numbered by arithmetic. In groups of 64 they are marked as *mixed*
/// or not. A decision that is not mixed takes the action that its bits in `low` and `high` name. The
/// probabilities of the mixed ones stand in `rows`, four to a decision in units of their sum; `base` is the
/// first row of each group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Columns<'a> {
    /// For each decision, a bit that is set if it is mixed.
    pub mixed: Cow<'a, [u64]>,
    /// The low bit of the action of those that are not.
    pub low: Cow<'a, [u64]>,
    /// The high bit of it.
    pub high: Cow<'a, [u64]>,
    /// The number of mixed decisions before each group.
    pub base: Cow<'a, [u32]>,
    /// The probabilities of the mixed decisions.
    pub rows: Cow<'a, [u16]>,
    /// The play right after the last draw: two bits each for the lead and for the replies to each card.
    pub plays: Cow<'a, [u8]>,
}

/// Columns that do not fit together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnError {
    column: &'static str,
    found: usize,
    wanted: usize,
}

impl std::fmt::Display for ColumnError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "column `{}` has {} entries instead of {}", self.column, self.found, self.wanted)
    }
}

impl std::error::Error for ColumnError {}

impl Columns<'_> {
    /// Checks the lengths.
    pub(crate) fn check(&self, layout: &Layout) -> Result<(), ColumnError> {
        let groups = layout.slots() / GROUP;
        let mut mixed = 0;
        for (&marks, &base) in self.mixed.iter().zip(self.base.iter()) {
            if base as usize != mixed {
                return Err(ColumnError { column: "base", found: base as usize, wanted: mixed });
            }
            mixed += marks.count_ones() as usize;
        }
        for (column, found, wanted) in [
            ("mixed", self.mixed.len(), groups),
            ("low", self.low.len(), groups),
            ("high", self.high.len(), groups),
            ("base", self.base.len(), groups),
            ("rows", self.rows.len(), 4 * mixed),
            ("plays", self.plays.len(), PLAYS),
        ] {
            if found != wanted {
                return Err(ColumnError { column, found, wanted });
            }
        }
        Ok(())
    }

    /// The probabilities of a slot, in units of their sum.
    #[inline]
    pub(crate) fn row(&self, slot: usize) -> [u16; 4] {
        let (group, bit) = (slot / GROUP, slot % GROUP);
        let mixed = self.mixed[group];
        if mixed >> bit & 1 == 0 {
            let action = (self.low[group] >> bit & 1) + 2 * (self.high[group] >> bit & 1);
            let mut row = [0; 4];
            row[action as usize] = 1;
            return row;
        }
        let before = (mixed & ((1 << bit) - 1)).count_ones();
        let at = 4 * (self.base[group] + before) as usize;
        let row = &self.rows[at..at + 4];
        [row[0], row[1], row[2], row[3]]
    }
}

/// Collects what is to be done, slot by slot, and packs it into columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Writing {
    mixed: Vec<u64>,
    low: Vec<u64>,
    high: Vec<u64>,
    /// The mixed decisions, in order.
    rows: Vec<u16>,
}

impl Writing {
    /// Unused slots, in whole groups.
    pub(crate) fn idle(slots: usize) -> Writing {
        let none = || vec![0; slots / GROUP];
        Writing { mixed: none(), low: none(), high: none(), rows: Vec::new() }
    }

    /// The decisions of whole groups of slots.
    pub(crate) fn of(decisions: &[[u16; 4]]) -> Writing {
        let mut writing = Writing::default();
        writing.push(decisions);
        writing
    }

    /// Packs the decisions of whole groups of slots.
    pub(crate) fn push(&mut self, decisions: &[[u16; 4]]) {
        for group in decisions.chunks(GROUP) {
            let (mut mixed, mut low, mut high) = (0, 0, 0);
            for (bit, row) in group.iter().enumerate() {
                let mut taken = actions(
                    row.iter()
                        .enumerate()
                        .fold(0, |taken, (action, &part)| taken | u8::from(part > 0) << action),
                );
                let first = taken.next().unwrap_or(0);
                if taken.next().is_some() {
                    mixed |= 1 << bit;
                    self.rows.extend(row);
                } else {
                    low |= (first as u64 & 1) << bit;
                    high |= (first as u64 >> 1) << bit;
                }
            }
            self.mixed.push(mixed);
            self.low.push(low);
            self.high.push(high);
        }
    }

    /// The columns of all parts in order.
    pub(crate) fn finish(parts: Vec<Writing>, plays: Vec<u8>) -> Columns<'static> {
        let all = parts.into_iter().fold(Writing::default(), |mut all, part| {
            all.mixed.extend(part.mixed);
            all.low.extend(part.low);
            all.high.extend(part.high);
            all.rows.extend(part.rows);
            all
        });
        let mut base = Vec::with_capacity(all.mixed.len());
        let mut rows = 0;
        for mixed in &all.mixed {
            base.push(rows);
            rows += mixed.count_ones();
        }
        Columns {
            mixed: all.mixed.into(),
            low: all.low.into(),
            high: all.high.into(),
            base: base.into(),
            rows: all.rows.into(),
            plays: plays.into(),
        }
    }
}

/// Probabilities as sixteen bits each.
pub(crate) fn rounded(chosen: [f64; 4]) -> [u16; 4] {
    chosen.map(|chosen| (chosen * f64::from(u16::MAX)).round() as u16)
}
