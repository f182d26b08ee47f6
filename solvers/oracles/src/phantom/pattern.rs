//! The outcomes of the tries of one player, without the squares.

/// The outcomes of a player's tries in order: a stone was placed, or the square was found occupied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Pattern {
    /// One bit for each try, the first one lowest; 1 for a stone.
    bits: u16,
    tries: u8,
}

impl Pattern {
    /// The pattern with one more try.
    #[must_use]
    pub(super) fn then(self, stone: bool) -> Pattern {
        Pattern { bits: self.bits | u16::from(stone) << self.tries, tries: self.tries + 1 }
    }

    /// The number of stones placed.
    pub(super) fn stones(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// The number of failed tries.
    pub(super) fn fails(self) -> usize {
        usize::from(self.tries) - self.stones()
    }

    /// Whether the last try placed a stone; `None` before the first try.
    pub(super) fn last(self) -> Option<bool> {
        let last = self.tries.checked_sub(1)?;
        Some(self.bits >> last & 1 == 1)
    }
}
