//! Phantom tic-tac-toe as a [`Game`].

use std::convert::Infallible;

use super::board::{Board, Square, squares};
use super::rules::PhantomTtt;
use super::seen::InfoSet;
use crate::{ActionList, ActionSet, Event, EventOf, Game, Player, Rng, StateHistory, Steps, Turn};

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
