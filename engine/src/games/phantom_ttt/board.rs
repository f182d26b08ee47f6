//! A board of phantom tic-tac-toe: what both players have tried.

use std::convert::Infallible;

use super::rules::PhantomTtt;
use super::seen::InfoSet;
use crate::{ActionList, ActionSet, Event, EventOf, Game, Player, Rng, StateHistory, Steps, Turn};

/// A square: row by row from `a1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Square(pub(super) u8);

impl Square {
    pub(super) fn bit(self) -> u16 {
        1 << self.0
    }
}

/// The squares of a set of bits.
pub(super) fn squares(set: u16) -> impl Iterator<Item = Square> + Clone {
    (0..16).filter(move |n| set >> n & 1 == 1).map(Square)
}

/// The squares that one player has tried: no player tries a square twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tries {
    /// The squares in the order of the tries, four bits each, the first one lowest.
    order: u64,
    /// The number of tries.
    count: u8,
    /// The squares taken.
    pub(super) taken: u16,
    /// The squares that were found occupied.
    pub(super) failed: u16,
}

impl Tries {
    /// The tries in order, and whether each was a success.
    pub fn iter(&self) -> impl Iterator<Item = (Square, bool)> + use<> {
        let tries = *self;
        (0..tries.count).map(move |n| {
            let square = Square((tries.order >> (4 * n) & 15) as u8);
            (square, tries.taken & square.bit() != 0)
        })
    }

    /// The number of squares that the player has taken.
    pub fn successes(&self) -> usize {
        self.taken.count_ones() as usize
    }

    pub(super) fn push(&mut self, square: Square, free: bool) {
        self.order |= u64::from(square.0) << (4 * self.count);
        self.count += 1;
        if free {
            self.taken |= square.bit();
        } else {
            self.failed |= square.bit();
        }
    }
}

/// The tries of both players: 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board {
    pub(super) tries: [Tries; 2],
}

const _: () = assert!(size_of::<Board>() <= 32);

impl Board {
    /// The squares that `player` has tried.
    pub fn tries(&self, player: Player) -> &Tries {
        &self.tries[player.index()]
    }

    /// The player whose turn it is while the game goes on.
    pub(super) fn mover(&self) -> Player {
        Player::new((self.tries[0].successes() + self.tries[1].successes()) % 2)
    }

    /// Whether `square` is free.
    pub(super) fn is_free(&self, square: Square) -> bool {
        (self.tries[0].taken | self.tries[1].taken) & square.bit() == 0
    }
}

impl Game for PhantomTtt {
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
        // Only the player that moved last can have made a line.
        let mover = board.mover();
        let [own, last] = [board.tries(mover), board.tries(mover.other())];
        if (own.taken | last.taken) == self.all() || self.has_line(last.taken) {
            Turn::Over
        } else {
            Turn::Player(mover)
        }
    }

    fn legal(&self, board: &Board) -> ActionList<Square, 16> {
        let tries = board.tries(board.mover());
        squares(self.all() & !(tries.taken | tries.failed)).collect()
    }

    fn play(&self, board: &mut Board, square: Square) {
        debug_assert!(self.legal(board).contains(square), "{} is not legal", self.name(square));
        let free = board.is_free(square);
        board.tries[board.mover().index()].push(square, free);
    }

    fn draw(&self, _: &Board, _: &mut Rng) -> Infallible {
        unreachable!("there is no chance in phantom tic-tac-toe")
    }

    fn reveal(&self, _: &mut Board, chance: &Infallible) {
        match *chance {}
    }

    fn payoff(&self, board: &Board, player: Player) -> f64 {
        if self.has_line(board.tries(player).taken) {
            1.0
        } else if self.has_line(board.tries(player.other()).taken) {
            -1.0
        } else {
            0.0
        }
    }

    fn info_set(&self, board: &Board, player: Player) -> InfoSet {
        InfoSet::of(board, player, self.turn(board) == Turn::Over)
    }

    fn sample(&self, info_set: &InfoSet, rng: &mut Rng) -> Board {
        info_set.sample(self, rng)
    }
}

impl Steps for PhantomTtt {
    type Step = Infallible;

    fn steps(&self, _: &Board, _: &[Infallible]) -> Vec<(Infallible, f64)> {
        Vec::new()
    }

    fn assemble(&self, _: &Board, _: &[Infallible]) -> Infallible {
        unreachable!("there is no chance in phantom tic-tac-toe")
    }
}

impl StateHistory for PhantomTtt {
    fn events(&self, board: &Board) -> Vec<(EventOf<PhantomTtt>, f64)> {
        let mut tries = board.tries.map(|tries| tries.iter());
        let (mut now, mut events) = (Board::default(), Vec::new());
        while now != *board {
            let (square, _) = tries[now.mover().index()].next().expect("the board holds every try");
            self.play(&mut now, square);
            events.push((Event::Action(square), 1.0));
        }
        events
    }
}
