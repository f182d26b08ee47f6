//! Hands as subsets of the cards that are not known to all, numbered in colexicographic order.
//!
//! A subset is a mask over *places*: the unseen cards in increasing order. The colexicographic number of a
//! mask does not depend on how many places there are, and the masks with `k` bits in increasing order are the
//! subsets in that order, so that one table serves all positions.

/// The most unseen cards: twelve without the turnup.
pub(crate) const MOST: usize = 11;

/// `n` over `k`.
#[inline]
pub(crate) fn choose(n: usize, k: usize) -> usize {
    usize::from(CHOOSE[n][k])
}

const fn binomials() -> [[u8; 4]; MOST + 1] {
    let mut all = [[0; 4]; MOST + 1];
    let mut n = 0;
    while n <= MOST {
        all[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= 3 {
            all[n][k] = all[n - 1][k - 1] + all[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    all
}

const fn numbered() -> [u8; 1 << MOST] {
    let mut number = [0; 1 << MOST];
    let mut next = [0u8; MOST + 1];
    let mut mask = 0usize;
    while mask < 1 << MOST {
        let k = mask.count_ones() as usize;
        if k <= 3 {
            number[mask] = next[k];
            next[k] += 1;
        }
        mask += 1;
    }
    number
}

const fn listed<const N: usize>(k: u32) -> [u16; N] {
    let mut list = [0; N];
    let mut at = 0;
    let mut mask = 0u16;
    while at < N {
        if mask.count_ones() == k {
            list[at] = mask;
            at += 1;
        }
        mask += 1;
    }
    list
}

/// For each subset of a list the pairs without a card of it, one bit each.
const fn pairs_apart<const N: usize>(list: [u16; N]) -> [u64; N] {
    let mut apart = [0; N];
    let mut at = 0;
    while at < N {
        let mut pair = 0;
        while pair < PAIRS.len() {
            if PAIRS[pair] & list[at] == 0 {
                apart[at] |= 1 << pair;
            }
            pair += 1;
        }
        at += 1;
    }
    apart
}

static CHOOSE: [[u8; 4]; MOST + 1] = binomials();
static NUMBER: [u8; 1 << MOST] = numbered();
static NONE: [u16; 1] = [0];
static SINGLES: [u16; 11] = listed(1);
static PAIRS: [u16; 55] = listed(2);
static TRIPLES: [u16; 165] = listed(3);
static PAIRS_APART_FROM_PAIRS: [u64; 55] = pairs_apart(PAIRS);
static PAIRS_APART_FROM_TRIPLES: [u64; 165] = pairs_apart(TRIPLES);

/// The number of a subset of up to three cards.
#[inline]
pub(crate) fn number(mask: u16) -> usize {
    NUMBER[usize::from(mask) & ((1 << MOST) - 1)] as usize
}

/// The subsets of `k` among `n` places, in order.
#[inline]
pub(crate) fn subsets(n: usize, k: usize) -> &'static [u16] {
    let all: &[u16] = match k {
        0 => &NONE,
        1 => &SINGLES,
        2 => &PAIRS,
        _ => &TRIPLES,
    };
    &all[..choose(n, k)]
}

/// The subsets of one or two cards, `k`, that have none in common with this one of two or three: a bit for each
/// number. There are bits of numbers beyond any number of places, too.
#[inline]
pub(crate) fn apart(mask: u16, k: usize) -> u64 {
    match (k, mask.count_ones()) {
        (1, _) => !u64::from(mask),
        (_, 2) => PAIRS_APART_FROM_PAIRS[number(mask)],
        (_, _) => PAIRS_APART_FROM_TRIPLES[number(mask)],
    }
}

/// The mask after the place `at`, which is not in it, has gone and those above have moved down.
#[inline]
pub(crate) fn without(mask: u16, at: usize) -> u16 {
    let low = (1 << at) - 1;
    mask & low | (mask >> 1) & !low
}

/// The mask after a place has come in at `at`, not in the mask itself.
#[inline]
pub(crate) fn with_gap(mask: u16, at: usize) -> u16 {
    let low = (1 << at) - 1;
    mask & low | (mask & !low) << 1
}

/// The places of a mask in order.
#[inline]
pub(crate) fn places(mask: u16) -> impl Iterator<Item = usize> {
    bits(mask.into())
}

/// The numbers of the bits that are set, in order.
#[inline]
pub(crate) fn bits(set: u64) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
            at
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_the_subsets_in_order() {
        for n in 0..=MOST {
            for k in 0..=3 {
                let list = subsets(n, k);
                assert_eq!(list.len(), choose(n, k));
                for (at, &mask) in list.iter().enumerate() {
                    assert_eq!((number(mask), mask.count_ones() as usize), (at, k));
                    assert!(u32::from(mask) < 1 << n);
                }
            }
        }
    }

    #[test]
    fn subsets_apart_have_no_card_in_common() {
        for k in [1, 2] {
            for &mask in subsets(MOST, 2).iter().chain(subsets(MOST, 3)) {
                for (at, &other) in subsets(MOST, k).iter().enumerate() {
                    assert_eq!(apart(mask, k) >> at & 1 != 0, other & mask == 0);
                }
            }
        }
    }

    #[test]
    fn a_gap_closes_again() {
        for &mask in subsets(10, 3) {
            for at in 0..=10 {
                let wide = with_gap(mask, at);
                assert_eq!((wide >> at & 1, without(wide, at)), (0, mask));
            }
        }
    }
}
