//! A phantom game as a [`Game`].

use std::convert::Infallible;

use super::board::{Board, Square, Tries, squares};
use super::goal::{Goal, WinningSets};
use super::info_set::InfoSet;
use crate::{
    ActionList, ActionSet, Described, Event, EventOf, Game, GameInfo, OptionError, OptionSpec, Player, Rng,
    Settings, StateHistory, Steps, Turn, words,
};

words! {
    /// What follows a failed try.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Version {
        /// The mover must try again at once; the other notices nothing of the failed try.
        #[default]
        Classical = "classical",
        /// The turn ends; the other notices that there was a turn.
        Abrupt = "abrupt",
    }
}

impl Version {
    /// The option of all phantom games.
    pub(super) const OPTION: OptionSpec = OptionSpec::new(
        "version",
        Version::ALLOWED,
        "what follows a failed try: another try that the other player does not notice (classical), or the other \
         player's turn (abrupt)",
    );

    /// The number of turns that a player has had that the other has noticed: those that ended with a stone, or all.
    pub(super) fn turns(self, tries: &Tries) -> usize {
        match self {
            Version::Classical => tries.successes(),
            Version::Abrupt => tries.count(),
        }
    }
}

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

impl<G: Goal> Default for Phantom<G> {
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

impl<G: Goal> Game for Phantom<G> {
    type State = Board;
    type Action = Square;
    type Legal = ActionList<Square, 16>;
    type Chance = Infallible;
    type InfoSet = InfoSet;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Board {
        Board::default()
    }

    fn turn(&self, board: &Board) -> Turn {
        // Only the player that moved last can have won.
        let mover = self.mover(board);
        let last = mover.other();
        let taken = board.tries(last).taken;
        if (board.tries(mover).taken | taken) == self.all || self.wins(last, taken) {
            Turn::Over
        } else {
            Turn::Player(mover)
        }
    }

    fn legal(&self, board: &Board) -> ActionList<Square, 16> {
        let tries = board.tries(self.mover(board));
        squares(self.all & !(tries.taken | tries.failed)).collect()
    }

    fn play(&self, board: &mut Board, square: Square) {
        debug_assert!(self.legal(board).contains(square), "{} is not legal", self.name(square));
        let free = board.is_free(square);
        board.tries[self.mover(board).index()].push(square, free);
    }

    fn draw(&self, _: &Board, _: &mut Rng) -> Infallible {
        unreachable!("there is no chance in a phantom game")
    }

    fn reveal(&self, _: &mut Board, chance: &Infallible) {
        match *chance {}
    }

    fn payoff(&self, board: &Board, player: Player) -> f64 {
        if self.wins(player, board.tries(player).taken) {
            1.0
        } else if self.wins(player.other(), board.tries(player.other()).taken) {
            -1.0
        } else {
            0.0
        }
    }

    fn info_set(&self, board: &Board, player: Player) -> InfoSet {
        InfoSet::of(self, board, player)
    }

    fn sample(&self, info_set: &InfoSet, rng: &mut Rng) -> Board {
        info_set.sample(self, rng)
    }
}

impl<G: Goal> Steps for Phantom<G> {
    type Step = Infallible;

    fn steps(&self, _: &Board, _: &[Infallible]) -> Vec<(Infallible, f64)> {
        Vec::new()
    }

    fn assemble(&self, _: &Board, _: &[Infallible]) -> Infallible {
        unreachable!("there is no chance in a phantom game")
    }
}

impl<G: Goal> StateHistory for Phantom<G> {
    fn events(&self, board: &Board) -> Vec<(EventOf<Phantom<G>>, f64)> {
        let mut tries = board.tries.map(|tries| tries.iter());
        let (mut now, mut events) = (Board::default(), Vec::new());
        while now != *board {
            let (square, _) = tries[self.mover(&now).index()].next().expect("the board holds every try");
            self.play(&mut now, square);
            events.push((Event::Action(square), 1.0));
        }
        events
    }
}
