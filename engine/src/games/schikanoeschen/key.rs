//! A 128-bit key of the position, kept up to date card by card.
//!
//! Every place of the table, stack and height, has a random weight of 128 bits, and the key is the sum of
//! weight times number over all cards, the number telling face, deck and side. Two different positions
//! differ in some place by a number below 256 in size, so over random weights their keys meet with a
//! probability of at most 2^-121.
//!
//! The key starts at 0 with the deal, whatever was dealt: only differences are ever added, and a card's
//! number enters when the card leaves its first place, at the earliest. So the key does not depend on cards
//! that neither player has seen, and stays valid when they are sampled again. Turning a card where it lies
//! adds the same whatever its face.
//!
//! Jokers of one deck have the same number. Cards on final stacks, out of the game and in hand count
//! nothing: the first two follow from what is left, and no position is asked for with a card in hand.

use super::card::{Card, PIECES, Piece};
use super::stack::Stack;
use crate::Player;

/// The key of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key(u128);

/// The addition to the number of a card that lies face up.
const UP: u128 = 2 * Card::COUNT as u128;

/// The weights. In a browser they are computed when they are needed: a table of random numbers is a part of
/// what a page must load, and cannot be compressed.
#[cfg(not(target_family = "wasm"))]
static WEIGHTS: [[u128; PIECES]; Stack::PLACES] = {
    let mut weights = [[0; PIECES]; Stack::PLACES];
    let mut n = 0;
    while n < Stack::PLACES * PIECES {
        weights[n / PIECES][n % PIECES] = random(n as u64);
        n += 1;
    }
    weights
};

#[cfg(not(target_family = "wasm"))]
#[inline]
fn weight(stack: Stack, height: usize) -> u128 {
    WEIGHTS[stack.index()][height]
}

#[cfg(target_family = "wasm")]
fn weight(stack: Stack, height: usize) -> u128 {
    random((stack.index() * PIECES + height) as u64)
}

/// The player that is active, where that counts.
const ACTIVE: [u128; 2] = [0, random((Stack::PLACES * PIECES) as u64)];

/// The `n`-th random number: two outputs of SplitMix64.
const fn random(n: u64) -> u128 {
    const fn mix(n: u64) -> u64 {
        let z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    (mix(2 * n) as u128) << 64 | mix(2 * n + 1) as u128
}

/// The number of a card that lies face down.
#[inline]
const fn number(card: Card, piece: Piece) -> u128 {
    (1 + card.index() + Card::COUNT * piece.deck()) as u128
}

impl Key {
    pub(super) const DEALT: Key = Key(0);

    /// With a card more, which is the one at this height, face up unless on a main stack.
    #[inline]
    pub(super) fn with(self, stack: Stack, height: usize, card: Card, piece: Piece) -> Key {
        Key(self.0.wrapping_add(Key::term(stack, height, card, piece)))
    }

    /// Without this card.
    #[inline]
    pub(super) fn without(self, stack: Stack, height: usize, card: Card, piece: Piece) -> Key {
        Key(self.0.wrapping_sub(Key::term(stack, height, card, piece)))
    }

    /// With the card at this height turned face up.
    #[inline]
    pub(super) fn turned_up(self, stack: Stack, height: usize) -> Key {
        Key(self.0.wrapping_add(weight(stack, height).wrapping_mul(UP)))
    }

    /// With the card at this height turned face down.
    #[inline]
    pub(super) fn turned_down(self, stack: Stack, height: usize) -> Key {
        Key(self.0.wrapping_sub(weight(stack, height).wrapping_mul(UP)))
    }

    /// Together with the active player.
    #[inline]
    pub(super) fn of_turn(self, active: Player) -> Key {
        Key(self.0.wrapping_add(ACTIVE[active.index()]))
    }

    /// The high and the low half.
    #[inline]
    pub(super) const fn halves(self) -> (u64, u64) {
        ((self.0 >> 64) as u64, self.0 as u64)
    }

    /// The changes since `start`.
    pub(super) fn since(self, start: Key) -> Key {
        Key(self.0.wrapping_sub(start.0))
    }

    #[inline]
    fn term(stack: Stack, height: usize, card: Card, piece: Piece) -> u128 {
        let up = if stack.index() < Stack::SHOWN { UP } else { 0 };
        weight(stack, height).wrapping_mul(number(card, piece) + up)
    }
}
