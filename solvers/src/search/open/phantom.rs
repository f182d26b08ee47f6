//! Phantom games with all stones in view, solved to the end of the game.
//!
//! With all stones in view it does not matter what a player has tried before: the value of a position depends on the
//! stones and on the player to move. One more stone never harms its owner, so that a try at a taken square, even one
//! that ends the turn, wins no more than a stone on a free square. Alpha-beta with a table of positions; a test
//! compares the values with those of plain minimax over all tries.

use hinterhand_engine::games::ReferenceGame;
use hinterhand_engine::games::phantom::{AnyGoal, Board, Goal, Phantom, SquareSet, Version};
use hinterhand_engine::games::reference::{Legal, State};
use hinterhand_engine::{ActionSet, Game, Player, Turn};

use super::memory::{Known, Memory, NO_ACTION};
use crate::search::OpenCards;

/// A solver of phantom tic-tac-toe and dark hex with all stones in view.
///
/// ```
/// use hinterhand_engine::{Game, games::DarkHex};
/// use hinterhand_solvers::search::{OpenCards, OpenPhantom};
///
/// let game = DarkHex::default();
/// // The player who begins can connect its edges.
/// assert_eq!(OpenPhantom::default().value(&game, &game.start()), 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct OpenPhantom<G> {
    /// The goal for which positions are remembered.
    goal: Option<G>,
    memory: Memory,
}

impl<G> Default for OpenPhantom<G> {
    fn default() -> OpenPhantom<G> {
        OpenPhantom { goal: None, memory: Memory::default() }
    }
}

/// The stones of both players, a bit for each square, and the player to move.
#[derive(Clone, Copy, Debug)]
struct Stones {
    taken: [u16; 2],
    mover: Player,
}

impl Stones {
    fn of(board: &Board, mover: Player) -> Stones {
        Stones { taken: [Player::FIRST, Player::SECOND].map(|player| board.tries(player).taken()), mover }
    }

    fn key(self) -> u128 {
        let [first, second] = self.taken.map(u128::from);
        first | second << 16 | (self.mover.index() as u128) << 32
    }

    /// The free squares among `all`.
    fn free(self, all: u16) -> u16 {
        all & !(self.taken[0] | self.taken[1])
    }

    /// The stones of `player`, and one on `square`.
    fn with(self, player: Player, square: u16) -> u16 {
        self.taken[player.index()] | square
    }

    /// The same stones, with the other to move.
    fn passed(self) -> Stones {
        Stones { mover: self.mover.other(), ..self }
    }

    /// These stones after one on `square`.
    fn placed(mut self, square: u16) -> Stones {
        self.taken[self.mover.index()] |= square;
        self.passed()
    }
}

/// The squares of a set, one after the other.
fn each(mut set: u16) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

impl<G: Goal> OpenPhantom<G> {
    /// Forgets what was found out for another goal.
    fn turn_to(&mut self, game: &Phantom<G>) {
        if self.goal.as_ref() != Some(game.goal()) {
            self.memory.forget();
            self.goal = Some(game.goal().clone());
        }
    }

    /// The value of a position that is not over to its mover if it lies between `alpha` and `beta`; otherwise a bound
    /// on that side of it where the value lies.
    fn solve(&mut self, game: &Phantom<G>, stones: Stones, mut alpha: i8, mut beta: i8) -> i8 {
        let free = stones.free(game.all());
        let wins = |player: Player| move |&square: &u16| game.wins(player, stones.with(player, square));
        if each(free).any(|square| wins(stones.mover)(&square)) {
            return 1;
        }
        let mut threats = each(free).filter(wins(stones.mover.other()));
        if let Some(threat) = threats.next() {
            return if threats.next().is_some() { -1 } else { self.after(game, stones, threat, alpha, beta) };
        }
        let known = self.memory.get(stones.key());
        let (mut least, mut most, mut first) = (-1, 1, NO_ACTION);
        if let Some(known) = known {
            (least, most, first) = (known.at_least, known.at_most, known.action);
            if least >= beta || least >= most {
                return least;
            }
            if most <= alpha {
                return most;
            }
        }
        alpha = alpha.max(least);
        beta = beta.min(most);
        let window = alpha;
        let (mut best, mut found) = (least, first);
        let first = if first == NO_ACTION { 0 } else { 1 << first };
        for square in each(first).chain(each(free & !first)) {
            let value = self.after(game, stones, square, alpha, beta);
            if value > best {
                best = value;
                found = square.trailing_zeros() as u8;
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        // Short of the window the value is only known to be no more than this.
        let at_least = if best > window { best } else { least };
        let at_most = if best < beta { best } else { most };
        self.memory.put(stones.key(), Known { at_least, at_most, action: found });
        best
    }

    /// As [`solve`](OpenPhantom::solve), of what a stone on a free square wins for the player to move.
    fn after(&mut self, game: &Phantom<G>, stones: Stones, square: u16, alpha: i8, beta: i8) -> i8 {
        if game.wins(stones.mover, stones.with(stones.mover, square)) {
            return 1;
        }
        let next = stones.placed(square);
        if next.free(game.all()) == 0 { 0 } else { -self.solve(game, next, -beta, -alpha) }
    }
}

impl<G: Goal> OpenCards<Phantom<G>> for OpenPhantom<G> {
    fn values(&mut self, game: &Phantom<G>, board: &Board, legal: &SquareSet, values: &mut Vec<f64>) {
        self.turn_to(game);
        let stones = Stones::of(board, mover(game, board));
        values.clear();
        values.extend(legal.iter().map(|square| {
            let square = 1 << square.index();
            f64::from(if stones.free(square) != 0 {
                self.after(game, stones, square, -1, 1)
            } else {
                match game.version() {
                    Version::Classical => self.solve(game, stones, -1, 1),
                    Version::Abrupt => -self.solve(game, stones.passed(), -1, 1),
                }
            })
        }));
    }

    fn value(&mut self, game: &Phantom<G>, board: &Board) -> f64 {
        self.turn_to(game);
        f64::from(self.solve(game, Stones::of(board, mover(game, board)), -1, 1))
    }
}

fn mover<G: Goal>(game: &Phantom<G>, board: &Board) -> Player {
    let Turn::Player(mover) = game.turn(board) else { panic!("only a decision has actions") };
    mover
}

impl OpenCards<ReferenceGame> for OpenPhantom<AnyGoal> {
    fn values(&mut self, game: &ReferenceGame, state: &State, legal: &Legal, values: &mut Vec<f64>) {
        let (ReferenceGame::Phantom(game), State::Phantom(board), Legal::Phantom(legal)) =
            (game, state, legal)
        else {
            panic!("only phantom games offer this solver");
        };
        self.values(game, board, legal, values);
    }

    fn value(&mut self, game: &ReferenceGame, state: &State) -> f64 {
        let (ReferenceGame::Phantom(game), State::Phantom(board)) = (game, state) else {
            panic!("only phantom games offer this solver");
        };
        self.value(game, board)
    }
}
