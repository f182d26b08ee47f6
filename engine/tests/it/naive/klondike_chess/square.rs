//! The squares of the 8x8 board and the eight directions of a king.

use std::fmt::{self, Write};

/// A square, numbered a1, a2, ..., h8: the order of their words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Square(pub usize);

/// (files, ranks) of one king step, clockwise from north: neighbours in this list differ by 45 degrees.
pub const DIRECTIONS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

const KNIGHT_JUMPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Square {
    /// All 64.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// `c1`; panics if it is no square.
    pub fn read(word: &str) -> Square {
        Square::all()
            .find(|square| square.to_string() == word)
            .unwrap_or_else(|| panic!("`{word}` is no square"))
    }

    /// The square that many files and ranks away, if it is on the board.
    pub fn shifted(self, (files, ranks): (i32, i32)) -> Option<Square> {
        let file = (self.0 / 8) as i32 + files;
        let rank = (self.0 % 8) as i32 + ranks;
        let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        on_board.then_some(Square((file * 8 + rank) as usize))
    }

    /// C27: the up to eight adjacent squares.
    pub fn neighbours(self) -> impl Iterator<Item = Square> {
        DIRECTIONS.iter().filter_map(move |direction| self.shifted(*direction))
    }

    /// The squares a knight's jump away.
    pub fn knight_jumps(self) -> impl Iterator<Item = Square> {
        KNIGHT_JUMPS.iter().filter_map(move |jump| self.shifted(*jump))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_char(b"abcdefgh"[self.0 / 8] as char)?;
        out.write_char(b"12345678"[self.0 % 8] as char)
    }
}
