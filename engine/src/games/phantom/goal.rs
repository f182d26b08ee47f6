//! What is to be reached on a phantom board.

use std::fmt::Debug;

use super::board::Square;
use crate::{GameInfo, OptionError, Player, Settings};

/// The goal of a phantom game: its options besides the version, its board, and which stones win.
pub trait Goal: Clone + Debug + Eq + Send + Sync {
    /// The description of the game.
    const INFO: GameInfo;

    /// The goal with these options.
    fn with_settings(settings: &Settings) -> Result<Self, OptionError>;

    /// The kind of its drawing.
    fn layout(&self) -> &'static str;

    /// The number of columns of the board, 2 to 4.
    fn columns(&self) -> u8;

    /// The number of rows of the board, 2 to 4.
    fn rows(&self) -> u8;

    /// Whether a player with stones on the squares of `set`, a bit for each, has won.
    fn is_reached(&self, player: Player, set: u16) -> bool;

    /// The board drawn with the `mark` of each square, a line for each row.
    fn drawn(&self, mark: &dyn Fn(Square) -> char) -> Vec<String>;

    /// Where the rows begin, for a person.
    fn orientation(&self, player: Player) -> &'static str;
}

/// For each player all sets of squares that win, a bit for each set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WinningSets([Box<[u64]>; 2]);

impl WinningSets {
    /// The sets on a board of this number of squares.
    pub(super) fn of(goal: &impl Goal, squares: usize) -> WinningSets {
        WinningSets([Player::FIRST, Player::SECOND].map(|player| {
            let mut sets = vec![0u64; (1usize << squares).div_ceil(64)];
            for set in (0..1usize << squares).filter(|&set| goal.is_reached(player, set as u16)) {
                sets[set / 64] |= 1 << (set % 64);
            }
            sets.into_boxed_slice()
        }))
    }

    /// Whether these squares win for `player`.
    #[inline]
    pub(super) fn contain(&self, player: Player, set: u16) -> bool {
        self.0[player.index()][usize::from(set / 64)] >> (set % 64) & 1 == 1
    }
}
