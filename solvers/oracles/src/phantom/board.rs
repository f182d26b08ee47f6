//! The rules of a phantom board, as far as the oracle needs them.

use hinterhand_engine::Player;
use hinterhand_engine::games::phantom::{Goal, Phantom, Version};

/// A set of squares, as bits.
pub(super) type Squares = u16;

/// The largest number of squares for which tables are made.
pub(super) const MOST_SQUARES: usize = 9;

/// The largest number of symmetries that are made use of.
pub(super) const MOST_SYMMETRIES: usize = 64;

/// A board on which two players place stones in turn without seeing those of the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    squares: usize,
    version: Version,
    /// For each player and each set of squares, whether it wins.
    wins: [Vec<bool>; 2],
}

impl Board {
    /// The board of a game, if it has at most [`MOST_SQUARES`] squares.
    pub(super) fn of<G: Goal>(game: &Phantom<G>) -> Option<Board> {
        let squares = game.all().count_ones() as usize;
        let wins = |player, set| game.wins(Player::new(player), set);
        (squares <= MOST_SQUARES).then(|| Board::new(squares, game.version(), wins))
    }

    /// A board with this number of squares. `wins` says whether a set of stones wins for the player 0 or 1; a
    /// larger set must win too.
    ///
    /// # Panics
    ///
    /// If there are no squares or more than [`MOST_SQUARES`].
    pub(super) fn new(squares: usize, version: Version, wins: impl Fn(usize, Squares) -> bool) -> Board {
        assert!((1..=MOST_SQUARES).contains(&squares), "a board of {squares} squares");
        let of = |player| (0..1 << squares).map(|set| wins(player, set)).collect();
        Board { squares, version, wins: [of(0), of(1)] }
    }

    /// The number of squares.
    pub(super) fn squares(&self) -> usize {
        self.squares
    }

    /// Whether a failed try ends the turn.
    pub(super) fn version(&self) -> Version {
        self.version
    }

    /// Whether these stones win for the player.
    pub(super) fn wins(&self, player: usize, set: Squares) -> bool {
        self.wins[player][usize::from(set)]
    }

    /// All squares.
    pub(super) fn all(&self) -> Squares {
        (1 << self.squares) - 1
    }

    /// The symmetries of the board: the permutations of its squares that keep what wins for either player, each with
    /// the image of each square. The first one changes nothing. If there are more than [`MOST_SYMMETRIES`] it is
    /// the only one.
    pub(super) fn symmetries(&self) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        self.find_symmetries(&mut Vec::new(), &mut found);
        if found.len() > MOST_SYMMETRIES {
            found.truncate(1);
        }
        found
    }

    /// Adds the symmetries that begin with these images of the first squares.
    fn find_symmetries(&self, images: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        let next = images.len();
        if next == self.squares {
            found.push(images.clone());
            return;
        }
        for square in 0..self.squares {
            if images.contains(&square) || found.len() > MOST_SYMMETRIES {
                continue;
            }
            images.push(square);
            // Sets without the last square were compared before.
            let keeps = (0..1 << next).map(|set: Squares| set | 1 << next).all(|set| {
                let image = image(set, images);
                [0, 1].into_iter().all(|player| self.wins(player, set) == self.wins(player, image))
            });
            if keeps {
                self.find_symmetries(images, found);
            }
            images.pop();
        }
    }
}

/// The squares that a permutation makes of a set.
pub(super) fn image(set: Squares, permutation: &[usize]) -> Squares {
    each(set).fold(0, |image, square| image | 1 << permutation[square])
}

/// The squares of a set, from the lowest.
pub(super) fn each(set: Squares) -> impl Iterator<Item = usize> + Clone {
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
pub(super) fn count(set: Squares) -> usize {
    set.count_ones() as usize
}
