//! The board as data: squares, thrones and start spaces.

use std::fmt;
use std::str::FromStr;

use crate::Player;
use crate::cards::debug_as_text;

/// A square of the 8x8 board: `a1` is 0, `b1` 1, `h8` 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this number, below 64.
    #[inline]
    pub const fn from_index(index: usize) -> Square {
        Square((index & 63) as u8)
    }

    /// Its number, below 64.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Its bit on a board of 64 bits.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// The squares of these bits in increasing order.
    #[inline]
    pub fn each(mut bits: u64) -> impl Iterator<Item = Square> {
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let square = Square(bits.trailing_zeros() as u8);
                bits &= bits - 1;
                square
            })
        })
    }

    const fn named(name: &[u8; 2]) -> Square {
        Square((name[1] - b'1') * 8 + name[0] - b'a')
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + (self.0 & 7)), char::from(b'1' + (self.0 >> 3)))
    }
}

debug_as_text!(Square);

impl FromStr for Square {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Square, BoardError> {
        match text.as_bytes() {
            &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Square::named(&[file, rank])),
            _ => Err(BoardError::Square { text: text.chars().take(12).collect() }),
        }
    }
}

/// Where the thrones and the start spaces of the two players are.
///
/// ```
/// use hinterhand_engine::games::klondike_chess::BoardSpec;
/// let own: BoardSpec = "own:d8,e1/f8,h6,a6,g1/c1,a3,h3,b8".parse().unwrap();
/// assert_eq!(own, BoardSpec::COMPASS);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardSpec {
    thrones: [Square; 2],
    starts: [[Square; 4]; 2],
}

const fn four(names: [&[u8; 2]; 4]) -> [Square; 4] {
    [Square::named(names[0]), Square::named(names[1]), Square::named(names[2]), Square::named(names[3])]
}

impl BoardSpec {
    /// Each player comes from all four directions.
    pub const COMPASS: BoardSpec = BoardSpec {
        thrones: [Square::named(b"d8"), Square::named(b"e1")],
        starts: [four([b"f8", b"h6", b"a6", b"g1"]), four([b"c1", b"a3", b"h3", b"b8"])],
    };

    /// The players face each other.
    pub const FACE_OFF: BoardSpec = BoardSpec {
        thrones: [Square::named(b"d8"), Square::named(b"e1")],
        starts: [four([b"f8", b"e8", b"c8", b"b8"]), four([b"c1", b"d1", b"f1", b"g1"])],
    };

    /// The board with these thrones and start spaces of player 0 and player 1, if no square is named twice.
    pub fn new(thrones: [Square; 2], starts: [[Square; 4]; 2]) -> Result<BoardSpec, BoardError> {
        let mut named = 0;
        for &square in thrones.iter().chain(starts.as_flattened()) {
            if named & square.bit() != 0 {
                return Err(BoardError::Twice { square });
            }
            named |= square.bit();
        }
        Ok(BoardSpec { thrones, starts })
    }

    /// The throne of `player`, which the other attacks.
    #[inline]
    pub const fn throne(&self, player: Player) -> Square {
        self.thrones[player.index()]
    }

    /// The start spaces of `player`, in the order in which they are filled.
    #[inline]
    pub const fn starts(&self, player: Player) -> [Square; 4] {
        self.starts[player.index()]
    }
}

impl fmt::Display for BoardSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            BoardSpec::COMPASS => f.write_str("compass"),
            BoardSpec::FACE_OFF => f.write_str("face_off"),
            BoardSpec { thrones, starts } => {
                write!(f, "own:{},{}", thrones[0], thrones[1])?;
                starts.iter().try_for_each(|[a, b, c, d]| write!(f, "/{a},{b},{c},{d}"))
            }
        }
    }
}

impl FromStr for BoardSpec {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<BoardSpec, BoardError> {
        let squares = match text {
            "compass" => return Ok(BoardSpec::COMPASS),
            "face_off" => return Ok(BoardSpec::FACE_OFF),
            _ => text
                .strip_prefix("own:")
                .ok_or_else(|| BoardError::Name { text: text.chars().take(40).collect() })?,
        };
        let groups: Vec<&str> = squares.split('/').collect();
        let sizes = [("thrones", 2), ("start spaces of player 0", 4), ("start spaces of player 1", 4)];
        if groups.len() != sizes.len() {
            return Err(BoardError::Groups { found: groups.len() });
        }
        let mut read: Vec<Square> = Vec::new();
        for (group, (what, size)) in groups.into_iter().zip(sizes) {
            let names: Vec<&str> = group.split(',').collect();
            if names.len() != size {
                return Err(BoardError::Size { what, size, found: names.len() });
            }
            for name in names {
                read.push(name.parse()?);
            }
        }
        let [x, y, a, b, c, d, e, f, g, h] = read[..] else {
            unreachable!("two and twice four squares were read");
        };
        BoardSpec::new([x, y], [[a, b, c, d], [e, f, g, h]])
    }
}

/// Why a text is not a board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum BoardError {
    Name { text: String },
    Groups { found: usize },
    Size { what: &'static str, size: usize, found: usize },
    Square { text: String },
    Twice { square: Square },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Name { text } => write!(
                f,
                "`{text}` is no board; allowed: compass, face_off, \
                 own:<throne of 0>,<throne of 1>/<starts of 0>/<starts of 1>"
            ),
            BoardError::Groups { found } => write!(
                f,
                "an own board has three groups (thrones / starts of player 0 / starts of player 1), not {found}"
            ),
            BoardError::Size { what, size, found } => write!(f, "{found} {what} instead of {size}"),
            BoardError::Square { text } => write!(f, "`{text}` is not a square (a1 to h8)"),
            BoardError::Twice { square } => write!(f, "{square} is named twice"),
        }
    }
}

impl std::error::Error for BoardError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_symmetric_and_read_back() {
        for board in [BoardSpec::COMPASS, BoardSpec::FACE_OFF] {
            let turned = |squares: [Square; 4]| squares.map(|square| Square::from_index(63 - square.index()));
            assert_eq!(turned(board.starts[0]), board.starts[1]);
            assert_eq!(board.thrones[0].index(), 63 - board.thrones[1].index());
            assert_eq!(board.to_string().parse(), Ok(board));
        }
        let own = "own:a1,h8/a3,b3,c3,d3/a6,b6,c6,d6";
        assert_eq!(own.parse::<BoardSpec>().unwrap().to_string(), own);
        for wrong in ["", "Compass", "own:", "own:a1,h8/a3,b3,c3,d3", "own:a1,h8/a3,b3,c3,a1/a6,b6,c6,d6"] {
            assert!(wrong.parse::<BoardSpec>().is_err(), "{wrong}");
        }
    }
}
