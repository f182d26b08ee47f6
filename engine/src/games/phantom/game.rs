//! A phantom game as a [`Game`].

use std::convert::Infallible;

use super::board::{Board, Square, SquareSet};
use super::goal::Goal;
use super::info_set::InfoSet;
use super::rules::Phantom;
use crate::{ActionSet, Event, EventOf, Game, Player, Rng, Sampler, StateHistory, Steps, Turn};

impl<G: Goal> Game for Phantom<G> {
    type State = Board;
    type Action = Square;
    type Legal = SquareSet;
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
        if (board.tries(mover).taken | taken) == self.all() || self.wins(last, taken) {
            Turn::Over
        } else {
            Turn::Player(mover)
        }
    }

    fn legal(&self, board: &Board) -> SquareSet {
        board.tries(self.mover(board)).untried(self.all())
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
        self.sampler(info_set)(rng)
    }

    fn sampler<'g>(&'g self, info_set: &InfoSet) -> Sampler<'g, Board> {
        info_set.sampler(self)
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
