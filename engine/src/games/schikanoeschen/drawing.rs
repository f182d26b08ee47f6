//! The table of Schikanöschen in pieces, for a page that draws it.

use super::position::{Phase, Position};
use super::{InfoSet, Stack};
use crate::{Drawing, Piece, Player};

/// The table as both players see it. Cards that were seen and lie face down again are not told: at the table too they
/// must be remembered. Nor is it told that an obligation was missed.
pub(super) fn drawing(info_set: &InfoSet) -> Option<Drawing> {
    let position = info_set.position();
    if !position.is_dealt() {
        return None;
    }
    let mut drawing = Drawing::new("schikanoeschen")
        .with("@", None, position.held().map(Piece::up))
        .fact("active", position.active().index())
        .fact_if("about to", (position.phase == Phase::Touch).then_some(position.touched))
        .fact_if("offer", (position.phase == Phase::Offer).then_some("draw"));
    for stack in Stack::places() {
        drawing = drawing.with(stack, None, pieces(position, stack));
    }
    for stack in Stack::finals() {
        drawing = drawing.with(stack, None, position.cards(stack).next().flatten().map(Piece::up));
    }
    for player in Player::all(2) {
        drawing = drawing.fact_if("warned", position.flags.warned[player.index()].then_some(player.index()));
    }
    Some(drawing)
}

/// The cards of a stack from the bottom: all of the board, of the others only whether the top is open.
fn pieces(position: &Position, stack: Stack) -> Vec<Piece> {
    // No card of a main stack ever lies open.
    let top = (stack.index() < Stack::SHOWN).then(|| position.open(stack).card()).flatten();
    let height = position.height(stack);
    if !stack.is_board() {
        let down = height - usize::from(top.is_some());
        return Piece::downs(down).chain(top.map(Piece::up)).collect();
    }
    let down = position.face_down(stack);
    let mut open: Vec<Piece> =
        position.cards(stack).take(height - down).map(|card| card.map_or(Piece::Down, Piece::up)).collect();
    open.reverse();
    Piece::downs(down).chain(open).collect()
}
