//! The four pawns and four courts for which the game is played, and sets of them as bits.

use std::fmt;
use std::str::FromStr;

use super::card::{suit_bits, suit_letters};
use crate::cards::{bit_set, debug_as_text};

/// A pawn or a court, in their order: the pawns first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Court(u8);

/// The suits of each as bits.
const SUITS: [u8; 8] = [
    suit_bits(b"MSL"),
    suit_bits(b"MYK"),
    suit_bits(b"SWK"),
    suit_bits(b"WLY"),
    suit_bits(b"MWK"),
    suit_bits(b"MLY"),
    suit_bits(b"SWY"),
    suit_bits(b"SLK"),
];

impl Court {
    /// The number of them.
    pub const COUNT: usize = 8;

    /// The one with this number, below [`Court::COUNT`].
    #[inline]
    pub const fn from_index(index: usize) -> Court {
        debug_assert!(index < Court::COUNT);
        Court(index as u8)
    }

    /// Its number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Court> {
        (0..Court::COUNT).map(Court::from_index)
    }

    /// Its suits as bits, in the order Moons, Suns, Waves, Leaves, Wyrms, Knots.
    #[inline]
    pub const fn suits(self) -> u8 {
        SUITS[self.index()]
    }

    /// Whether it is a pawn.
    #[inline]
    pub const fn is_pawn(self) -> bool {
        self.0 < 4
    }
}

impl fmt::Display for Court {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_pawn() { 'P' } else { 'C' };
        f.pad(&std::iter::once(kind).chain(suit_letters(self.suits())).collect::<String>())
    }
}

debug_as_text!(Court);

/// A text that is neither a pawn nor a court.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseCourtError(String);

impl fmt::Display for ParseCourtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a pawn or court; there are", self.0)?;
        Court::all().try_for_each(|court| write!(f, " {court}"))
    }
}

impl std::error::Error for ParseCourtError {}

impl FromStr for Court {
    type Err = ParseCourtError;

    /// Reads `PMSL`, `CSLK`.
    fn from_str(text: &str) -> Result<Court, ParseCourtError> {
        Court::all()
            .find(|court| court.to_string() == text)
            .ok_or_else(|| ParseCourtError(text.chars().take(12).collect()))
    }
}

bit_set! {
    /// A set of pawns and courts: bit `n` is the one with index `n`.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct CourtSet(u8) of Court;
}

impl CourtSet {
    /// All eight.
    pub const ALL: CourtSet = CourtSet(0xff);

    /// These and those.
    #[inline]
    #[must_use]
    pub const fn with(self, other: CourtSet) -> CourtSet {
        CourtSet(self.0 | other.0)
    }

    /// These without those.
    #[inline]
    #[must_use]
    pub const fn without(self, other: CourtSet) -> CourtSet {
        CourtSet(self.0 & !other.0)
    }

    /// Their points: pawns 1, courts 2.
    #[inline]
    pub const fn points(self) -> u8 {
        (self.0.count_ones() + (self.0 >> 4).count_ones()) as u8
    }
}
