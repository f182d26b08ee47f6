//! The board of Klondike Chess in pieces, for a page that draws it.

use super::board::Square;
use super::position::Phase;
use super::setup::BLANK;
use super::{InfoSet, KlondikeChess};
use crate::{Drawing, Piece, Player};

/// The board as the owner of `info_set` sees it.
pub(super) fn drawing(game: &KlondikeChess, info_set: &InfoSet) -> Option<Drawing> {
    let (position, me) = (&info_set.position, info_set.seat);
    let board = &game.options().board;
    let mut drawing = Drawing::new("klondike-chess");
    for square in Square::each(position.stacks.squares()) {
        let stack = position.stacks.lowest_on(square).into_iter().flat_map(|low| position.stacks.circle(low));
        drawing = drawing.with(square, None, stack.map(Piece::up));
    }
    let squares = |squares: &[Square]| squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    for player in Player::all(2) {
        for (space, square) in board.starts(player).into_iter().enumerate() {
            let laid = position.face_down & square.bit() != 0;
            let card = position.setup.set[player.index()][space];
            // The own cards are laid in order before all lie there.
            let mine = player == me && card != BLANK;
            let piece = if mine { Piece::known(card) } else { Piece::Down };
            let setting = position.phase == Phase::Set && space < position.setup.laid_by(player);
            drawing = drawing.with(square, Some(player), (laid || setting).then_some(piece));
        }
        let cards = position.thrones[player.index()];
        let throne =
            if player == Player::FIRST { ("starts 0", "throne 0") } else { ("starts 1", "throne 1") };
        drawing = drawing
            .with("throne", Some(player), cards.iter().map(Piece::up))
            .fact(throne.0, squares(&board.starts(player)))
            .fact(throne.1, board.throne(player));
    }
    let hand = if position.phase == Phase::Set { position.setup.settable(me) } else { super::CardSet::EMPTY };
    let drawing = drawing
        .with("hand", Some(me), hand.iter().map(Piece::up))
        .with("waste", None, position.stock.waste().iter().map(Piece::up))
        .with("pile", None, Piece::downs(position.stock.left()))
        .fact("turn", position.turns + 1);
    Some(drawing)
}
