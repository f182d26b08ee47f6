//! Phantom games with all stones in view, solved to the end of the game.
//!
//! With all stones in view it does not matter what a player has tried before: the value of a position depends on the
//! stones and on the player to move. One more stone never harms its owner, so that a try at a taken square, even one
//! that ends the turn, wins no more than a stone on a free square. A search with a table of positions; a test
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

/// The most of 1, 0 and -1 that a player `reaches`; -1 is reached by everybody.
fn most(mut reaches: impl FnMut(i8) -> bool) -> i8 {
    [1, 0].into_iter().find(|&wanted| reaches(wanted)).unwrap_or(-1)
}

impl<G: Goal> OpenPhantom<G> {
    /// Forgets what was found out for another goal.
    fn turn_to(&mut self, game: &Phantom<G>) {
        if self.goal.as_ref() != Some(game.goal()) {
            self.memory.forget();
            self.goal = Some(game.goal().clone());
        }
    }

    /// The value of a position that is not over to its mover.
    fn solve(&mut self, game: &Phantom<G>, stones: Stones) -> i8 {
        most(|wanted| self.reaches(game, stones, wanted))
    }

    /// Whether the mover of a position that is not over can win at least `wanted`, which is 0 or 1.
    fn reaches(&mut self, game: &Phantom<G>, stones: Stones, wanted: i8) -> bool {
        let free = stones.free(game.all());
        let wins = |player: Player| move |&square: &u16| game.wins(player, stones.with(player, square));
        if each(free).any(|square| wins(stones.mover)(&square)) {
            return true;
        }
        let mut threats = each(free).filter(wins(stones.mover.other()));
        if let Some(threat) = threats.next() {
            return threats.next().is_none() && self.after(game, stones, threat, wanted);
        }
        let nothing = Known { at_least: -1, at_most: 1, action: NO_ACTION };
        let mut known = self.memory.get(stones.key()).unwrap_or(nothing);
        if known.at_least < wanted && wanted <= known.at_most {
            if each(free).any(|square| self.after(game, stones, square, wanted)) {
                known.at_least = wanted;
            } else {
                known.at_most = wanted - 1;
            }
            self.memory.put(stones.key(), known);
        }
        known.at_least >= wanted
    }

    /// Whether the mover wins at least `wanted` with a stone on a free square.
    fn after(&mut self, game: &Phantom<G>, stones: Stones, square: u16, wanted: i8) -> bool {
        if game.wins(stones.mover, stones.with(stones.mover, square)) {
            return true;
        }
        let next = stones.placed(square);
        if next.free(game.all()) == 0 { wanted <= 0 } else { !self.reaches(game, next, 1 - wanted) }
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
                most(|wanted| self.after(game, stones, square, wanted))
            } else {
                match game.version() {
                    Version::Classical => self.solve(game, stones),
                    Version::Abrupt => -self.solve(game, stones.passed()),
                }
            })
        }));
    }

    fn value(&mut self, game: &Phantom<G>, board: &Board) -> f64 {
        self.turn_to(game);
        f64::from(self.solve(game, Stones::of(board, mover(game, board))))
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
