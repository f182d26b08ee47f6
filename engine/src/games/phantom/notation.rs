//! Phantom games in words.

use std::convert::Infallible;

use super::board::{Board, Square};
use super::goal::Goal;
use super::info_set::InfoSet;
use super::rules::Phantom;
use super::version::Version;
#[cfg(feature = "drawings")]
use crate::Drawing;
use crate::{Event, EventOf, Game, Notation, Player, StateHistory, Turn, WordError};

impl<G: Goal> Notation for Phantom<G> {
    fn action_word(&self, _: &Board, square: Square) -> String {
        self.name(square)
    }

    fn chance_word(&self, _: &Board, chance: &Infallible) -> String {
        match *chance {}
    }

    fn read_chance(&self, _: &Board, word: &str) -> Result<Infallible, WordError> {
        Err(WordError::broken(word, "there is no chance in this game"))
    }

    /// The other notices no failed try in the classical version, and no more than the turn in the abrupt
    /// one.
    fn noticed(&self, before: &Board, event: &EventOf<Self>, after: &Board, player: Player) -> String {
        let Event::Action(square) = event else { unreachable!("there is no chance in a phantom game") };
        let mine = self.mover(before) == player;
        let end = if self.turn(after) == Turn::Over { ",over" } else { "" };
        // Not formatted: a search asks for it at each action of its simulated games.
        match (mine, before.is_free(*square), self.version()) {
            (true, true, _) => self.name(*square) + end,
            (true, false, _) => self.name(*square) + ",occupied",
            (false, _, Version::Abrupt) => ["turn", end].concat(),
            (false, true, Version::Classical) => ["moved", end].concat(),
            (false, false, Version::Classical) => String::new(),
        }
    }

    fn position_text(&self, board: &Board) -> String {
        let [first, second] = [Player::FIRST, Player::SECOND].map(|player| board.tries(player).taken);
        let mark = |square: Square| match (first & square.bit(), second & square.bit()) {
            (0, 0) => '.',
            (_, 0) => 'x',
            _ => 'o',
        };
        let rows = self.goal().drawn(&mark).join("/").replace(' ', "");
        format!("{rows} {}", self.words(board).join(" ")).trim_end().to_owned()
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
        let others = match self.version() {
            Version::Classical => {
                format!("has taken {others}, of which you know {}", tries.failed.count_ones())
            }
            Version::Abrupt => format!("has tried {others}, and you know {}", tries.failed.count_ones()),
        };
        let (rows, orientation) =
            (self.goal().drawn(&mark).join("\n"), self.goal().orientation(info_set.seat()));
        format!("{rows}\n{orientation}\nYou are {own}; the opponent {others}.")
    }

    #[cfg(feature = "drawings")]
    fn drawing(&self, info_set: &InfoSet) -> Option<Drawing> {
        super::drawing::drawing(self, info_set)
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
fn check_squares<G: Goal>(game: &Phantom<G>, board: &Board) -> Result<(), String> {
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
fn check_order<G: Goal>(game: &Phantom<G>, board: &Board) -> Result<(), String> {
    let mut tries = board.tries.map(|tries| tries.iter());
    let mut now = game.start();
    while let Turn::Player(mover) = game.turn(&now) {
        let Some((square, _)) = tries[mover.index()].next() else { break };
        game.play(&mut now, square);
    }
    if now == *board { Ok(()) } else { Err(format!("{board:?} instead of {now:?}")) }
}
