//! The stacks of the table, by number and by name.

use std::fmt;

use crate::Player;
use crate::cards::debug_as_text;

/// A stack: the board (E to H of both players), side (C), discard (B), main (A), the final stacks (D), the
/// cards out of the game, and the hand with the main card that was just turned over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stack(u8);

impl Stack {
    /// The number of stacks.
    pub(super) const COUNT: usize = 24;
    /// The stacks whose top can be seen: board, side, discard.
    pub(super) const SHOWN: usize = 12;
    /// The stacks that make a position: those shown, and the main stacks.
    pub(super) const PLACES: usize = 14;
    /// The number of board stacks, which come first.
    pub(super) const BOARD: usize = 8;

    /// Cards out of the game.
    pub const OUT: Stack = Stack(22);
    /// The card in the active player's hand.
    pub const HAND: Stack = Stack(23);

    pub(super) const fn from_index(index: usize) -> Stack {
        debug_assert!(index < Stack::COUNT);
        Stack(index as u8)
    }

    /// The board stack of this player in column 0 (E) to 3 (H).
    #[inline]
    pub const fn board(player: Player, column: usize) -> Stack {
        debug_assert!(column < 4);
        Stack((4 * player.index() + column) as u8)
    }

    /// The side stack (C) of this player.
    #[inline]
    pub const fn side(player: Player) -> Stack {
        Stack(8 + player.index() as u8)
    }

    /// The discard stack (B) of this player.
    #[inline]
    pub const fn discard(player: Player) -> Stack {
        Stack(10 + player.index() as u8)
    }

    /// The main stack (A) of this player.
    #[inline]
    pub const fn main(player: Player) -> Stack {
        Stack(12 + player.index() as u8)
    }

    /// The final stack (D) with this number, 0 to 7.
    #[inline]
    pub const fn last(number: usize) -> Stack {
        debug_assert!(number < 8);
        Stack(14 + number as u8)
    }

    /// All final stacks in order.
    pub fn finals() -> impl Iterator<Item = Stack> {
        (0..8).map(Stack::last)
    }

    /// All board, side, discard and main stacks.
    pub fn places() -> impl Iterator<Item = Stack> {
        (0..Stack::PLACES).map(Stack::from_index)
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The stack as one bit of a row of stacks.
    #[inline]
    pub(super) const fn bit(self) -> u16 {
        1 << self.0
    }

    /// Whether it belongs to the board.
    #[inline]
    pub const fn is_board(self) -> bool {
        self.index() < Stack::BOARD
    }

    /// Whether it is a final stack.
    #[inline]
    pub const fn is_final(self) -> bool {
        self.0 >= 14 && self.0 < 22
    }
}

impl fmt::Display for Stack {
    /// The name of the notation; `*` for the cards out of the game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.index();
        match n {
            0..8 => write!(f, "{}{}", ['E', 'F', 'G', 'H'][n % 4], n / 4),
            8..14 => write!(f, "{}{}", ['C', 'B', 'A'][(n - 8) / 2], n % 2),
            14..22 => f.write_str("D"),
            22 => f.write_str("*"),
            _ => f.write_str("@"),
        }
    }
}

debug_as_text!(Stack);
