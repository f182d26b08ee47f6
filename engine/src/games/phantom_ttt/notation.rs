//! Phantom tic-tac-toe in words.

use std::convert::Infallible;

use super::board::{Board, Square};
use super::rules::PhantomTtt;
use super::seen::InfoSet;
use crate::{Event, EventOf, Game, Notation, Player, StateHistory, Turn, WordError};

impl PhantomTtt {
    /// The board row by row, the last row first; the `mark` of each square.
    fn drawn(&self, mark: impl Fn(Square) -> char, end: &str) -> String {
        let rows = (0..self.height()).rev().map(|row| {
            (0..self.width()).map(|column| mark(Square(row * self.width() + column))).collect::<String>()
        });
        rows.collect::<Vec<_>>().join(end)
    }
}

impl Notation for PhantomTtt {
    fn action_word(&self, _: &Board, square: Square) -> String {
        self.name(square)
    }

    fn chance_word(&self, _: &Board, chance: &Infallible) -> String {
        match *chance {}
    }

    fn read_chance(&self, _: &Board, word: &str) -> Result<Infallible, WordError> {
        Err(WordError::broken(word, "there is no chance in this game"))
    }

    /// The other notices no failed try.
    fn noticed(&self, before: &Board, event: &EventOf<Self>, after: &Board, player: Player) -> String {
        let Event::Action(square) = event else { unreachable!("there is no chance in phantom tic-tac-toe") };
        let mine = before.mover() == player;
        let end = if self.turn(after) == Turn::Over { ",over" } else { "" };
        match (mine, before.is_free(*square)) {
            (true, true) => format!("{}{end}", self.name(*square)),
            (true, false) => format!("{},occupied", self.name(*square)),
            (false, true) => format!("moved{end}"),
            (false, false) => String::new(),
        }
    }

    fn position_text(&self, board: &Board) -> String {
        let [first, second] = [Player::FIRST, Player::SECOND].map(|player| board.tries(player).taken);
        let mark = |square: Square| match (first & square.bit(), second & square.bit()) {
            (0, 0) => '.',
            (_, 0) => 'x',
            _ => 'o',
        };
        format!("{} {}", self.drawn(mark, "/"), self.words(board).join(" ")).trim_end().to_owned()
    }

    fn table_text(&self, info_set: &InfoSet) -> String {
        let (tries, others) = (info_set.tries(), info_set.others);
        let [own, other] = if info_set.seat() == Player::FIRST { ['x', 'o'] } else { ['o', 'x'] };
        let mark = |square: Square| {
            if tries.taken & square.bit() != 0 {
                own
            } else if tries.failed & square.bit() != 0 {
                other
            } else {
                '.'
            }
        };
        format!(
            "{}\na1 is the square at the lower left.\nYou are {own}; the opponent has taken {others}, of which \
             you know {}.",
            self.drawn(mark, "\n"),
            tries.failed.count_ones()
        )
    }

    fn retold(&self, _: &[String], world: &Board) -> Vec<String> {
        self.words(world)
    }

    fn check(&self, board: &Board) -> Result<(), String> {
        check_squares(self, board)?;
        check_order(self, board)
    }
}

/// No square is taken twice, and no player has failed at a square that the other does not have.
fn check_squares(game: &PhantomTtt, board: &Board) -> Result<(), String> {
    let [first, second] = board.tries;
    if first.taken & second.taken != 0 {
        return Err(format!("both have {:#b}", first.taken & second.taken));
    }
    if (first.failed & !second.taken) | (second.failed & !first.taken) != 0 {
        return Err("a player failed at a free square".to_owned());
    }
    if (first.taken | second.taken) & !game.all() != 0 {
        return Err("a square is not on the board".to_owned());
    }
    Ok(())
}

/// The tries, played in turn, lead to this board.
fn check_order(game: &PhantomTtt, board: &Board) -> Result<(), String> {
    let mut tries = board.tries.map(|tries| tries.iter());
    let mut now = game.start();
    while let Turn::Player(mover) = game.turn(&now) {
        let Some((square, _)) = tries[mover.index()].next() else { break };
        game.play(&mut now, square);
    }
    if now == *board { Ok(()) } else { Err(format!("{board:?} instead of {now:?}")) }
}
