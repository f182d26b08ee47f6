//! A phantom board in pieces, for a page that draws it.

use super::board::Square;
use super::goal::Goal;
use super::info_set::InfoSet;
use super::rules::Phantom;
use crate::{Drawing, Piece, Player};

/// The board as the owner of `info_set` sees it: `x` and `o` for the stones of player 0 and 1.
pub(super) fn drawing<G: Goal>(game: &Phantom<G>, info_set: &InfoSet) -> Option<Drawing> {
    let tries = info_set.tries();
    let [own, other] = if info_set.seat() == Player::FIRST { ["x", "o"] } else { ["o", "x"] };
    let goal = game.goal();
    let mut drawing = Drawing::new(goal.layout())
        .fact("rows", goal.rows())
        .fact("columns", goal.columns())
        .fact("others", info_set.others());
    for square in (0..goal.rows() * goal.columns()).map(Square) {
        let stone = match (tries.taken() & square.bit() != 0, tries.failed() & square.bit() != 0) {
            (true, _) => Some(Piece::up(own)),
            (false, true) => Some(Piece::up(other)),
            (false, false) => None,
        };
        drawing = drawing.with(game.name(square), None, stone);
    }
    Some(drawing)
}
