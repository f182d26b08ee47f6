//! The rules of a phantom game as values: its goal, with the board, and its version.

use super::board::{Board, Square};
use super::goal::{Goal, WinningSets};
use super::version::Version;
use crate::{Described, GameInfo, OptionError, Player, Settings};

/// A phantom game with this goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phantom<G> {
    goal: G,
    version: Version,
    winning: WinningSets,
    /// All squares as bits.
    all: u16,
}

impl<G: Goal> Phantom<G> {
    /// The game with this goal in this version.
    pub fn of(goal: G, version: Version) -> Phantom<G> {
        let squares = usize::from(goal.columns() * goal.rows());
        let winning = WinningSets::of(&goal, squares);
        Phantom { goal, version, winning, all: ((1u32 << squares) - 1) as u16 }
    }

    /// The goal, with the board.
    pub fn goal(&self) -> &G {
        &self.goal
    }

    /// The version.
    pub fn version(&self) -> Version {
        self.version
    }

    /// All squares, a bit for each from `a1`, row by row.
    pub fn all(&self) -> u16 {
        self.all
    }

    /// Whether a player with stones on the squares of `set`, a bit for each, has won.
    #[inline]
    pub fn wins(&self, player: Player, set: u16) -> bool {
        self.winning.contain(player, set)
    }

    /// The player whose turn it is while the game goes on.
    #[inline]
    pub(super) fn mover(&self, board: &Board) -> Player {
        Player::new((self.version.turns(&board.tries[0]) + self.version.turns(&board.tries[1])) % 2)
    }

    /// The name of a square: the column as a letter, the row as a number.
    pub(super) fn name(&self, square: Square) -> String {
        let column = char::from(b'a' + square.0 % self.goal.columns());
        format!("{column}{}", 1 + square.0 / self.goal.columns())
    }
}

impl<G: Goal + Default> Default for Phantom<G> {
    fn default() -> Phantom<G> {
        Phantom::of(G::default(), Version::default())
    }
}

impl<G: Goal> Described for Phantom<G> {
    const INFO: GameInfo = G::INFO;

    fn with_settings(settings: &Settings) -> Result<Phantom<G>, OptionError> {
        Ok(Phantom::of(G::with_settings(settings)?, settings.read(Version::OPTION.key)?))
    }

    fn least_payoff(&self, _: Player) -> f64 {
        -1.0
    }
}
