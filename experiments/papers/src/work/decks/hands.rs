//! Hands as subsets of the cards that no player has shown, numbered in colexicographic order.
//!
//! A hand is a mask over *places*, the unseen cards in increasing order. Its number does not depend on how
//! many places there are, so one list of masks serves all positions.

/// The maximum number of unseen cards.
pub(super) const MOST_UNSEEN: usize = 11;

/// The maximum number of cards in a hand.
pub(super) const MOST_HELD: usize = 3;

/// The masks of all hands, and their numbers.
#[derive(Clone, Debug)]
pub(super) struct Hands {
    /// The masks with as many bits as the index says, in increasing order.
    masks: [Vec<u16>; MOST_HELD + 1],
    /// The number of each mask among those with as many bits.
    numbers: Vec<u16>,
    /// The number of hands of `k` out of `n` cards, at `[n][k]`.
    counts: [[usize; MOST_HELD + 1]; MOST_UNSEEN + 1],
}

impl Hands {
    pub(super) fn new() -> Hands {
        let mut hands = Hands {
            masks: Default::default(),
            numbers: vec![0; 1 << MOST_UNSEEN],
            counts: [[0; MOST_HELD + 1]; MOST_UNSEEN + 1],
        };
        for mask in 0..1u16 << MOST_UNSEEN {
            let held = mask.count_ones() as usize;
            if held <= MOST_HELD {
                hands.numbers[usize::from(mask)] = hands.masks[held].len() as u16;
                hands.masks[held].push(mask);
            }
        }
        for (unseen, counts) in hands.counts.iter_mut().enumerate() {
            for (count, masks) in counts.iter_mut().zip(&hands.masks) {
                *count = masks.partition_point(|&mask| usize::from(mask) < 1 << unseen);
            }
        }
        hands
    }

    /// The hands of `held` out of `unseen` cards, in the order of their numbers.
    #[inline]
    pub(super) fn of(&self, unseen: usize, held: usize) -> &[u16] {
        &self.masks[held][..self.counts[unseen][held]]
    }

    /// The number of hands of `held` out of `unseen` cards.
    #[inline]
    pub(super) fn count(&self, unseen: usize, held: usize) -> usize {
        self.counts[unseen][held]
    }

    /// The number of a hand.
    #[inline]
    pub(super) fn number(&self, hand: u16) -> usize {
        usize::from(self.numbers[usize::from(hand)])
    }
}

/// The places of the cards of a hand, from the lowest one.
#[inline]
pub(super) fn places(mut hand: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (hand != 0).then(|| hand.trailing_zeros() as usize)?;
        hand &= hand - 1;
        Some(place)
    })
}

/// Whether a hand has the card at a place.
#[inline]
pub(super) fn has(hand: u16, place: usize) -> bool {
    hand >> place & 1 != 0
}
