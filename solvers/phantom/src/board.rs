//! The rules of a phantom board, as far as the oracle needs them.

/// A set of squares, as bits.
pub type Squares = u16;

/// The largest number of squares for which tables are made.
pub const MOST_SQUARES: usize = 9;

/// Whether a failed try ends the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// The player tries again until a try succeeds.
    Classical,
    /// A failed try ends the turn.
    Abrupt,
}

/// A board on which two players place stones in turn without seeing those of the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    squares: usize,
    version: Version,
    /// For each player and each set of squares, whether it wins.
    wins: [Vec<bool>; 2],
}

impl Board {
    /// A board with this number of squares. `wins` says whether a set of stones wins for the player 0 or 1; a
    /// larger set must win too.
    ///
    /// # Panics
    ///
    /// If there are no squares or more than [`MOST_SQUARES`].
    pub fn new(squares: usize, version: Version, wins: impl Fn(usize, Squares) -> bool) -> Board {
        assert!((1..=MOST_SQUARES).contains(&squares), "a board of {squares} squares");
        let of = |player| (0..1 << squares).map(|set| wins(player, set)).collect();
        Board { squares, version, wins: [of(0), of(1)] }
    }

    /// The number of squares.
    pub fn squares(&self) -> usize {
        self.squares
    }

    /// Whether a failed try ends the turn.
    pub fn version(&self) -> Version {
        self.version
    }

    /// Whether these stones win for the player.
    pub fn wins(&self, player: usize, set: Squares) -> bool {
        self.wins[player][usize::from(set)]
    }

    /// All squares.
    pub fn all(&self) -> Squares {
        (1 << self.squares) - 1
    }
}

/// The squares of a set, from the lowest.
pub fn each(set: Squares) -> impl Iterator<Item = usize> + Clone {
    let mut rest = set;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let square = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            square
        })
    })
}

/// The number of squares in a set.
pub fn count(set: Squares) -> usize {
    set.count_ones() as usize
}
