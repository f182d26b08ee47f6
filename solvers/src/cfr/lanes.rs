//! Eight numbers at once, in a form that the compiler turns into vector instructions.
//!
//! Plain loops over all lanes of whole rows: a loop in which one lane is picked by number, or in which
//! several things happen, is left scalar by the compiler and takes four times as long.

use super::number::Number;

/// The number of information sets in a block.
pub(super) const LANES: usize = 8;

/// A number for each set of a block.
pub(super) type Row<R> = [R; LANES];

/// `f` of each lane.
#[inline(always)]
pub(super) fn map<R: Number>(row: Row<R>, f: impl Fn(R) -> R) -> Row<R> {
    let mut out = [R::ZERO; LANES];
    for lane in 0..LANES {
        out[lane] = f(row[lane]);
    }
    out
}

/// `f` of each two lanes.
#[inline(always)]
pub(super) fn zip<R: Number>(one: Row<R>, other: Row<R>, f: impl Fn(R, R) -> R) -> Row<R> {
    let mut out = [R::ZERO; LANES];
    for lane in 0..LANES {
        out[lane] = f(one[lane], other[lane]);
    }
    out
}

/// `one + other`.
#[inline(always)]
pub(super) fn add<R: Number>(one: Row<R>, other: Row<R>) -> Row<R> {
    zip(one, other, |one, other| one + other)
}

/// `one * other`.
#[inline(always)]
pub(super) fn multiply<R: Number>(one: Row<R>, other: Row<R>) -> Row<R> {
    zip(one, other, |one, other| one * other)
}
