//! The table of Recipippes in pieces, for a page that draws it.

use super::position::Phase;
use super::{InfoSet, Recipippes};
use crate::{Drawing, Game, Piece, Player};

/// The table as the owner of `info_set` sees it.
pub(super) fn drawing(game: &Recipippes, info_set: &InfoSet) -> Option<Drawing> {
    let (position, me) = (&info_set.position, info_set.seat);
    if !position.is_dealt() {
        return Some(Drawing::new("recipippes").with("lot", None, position.lot.map(Piece::up)));
    }
    let bottom = position.pile[4].filter(|_| position.pile_left > 0);
    let hidden = position.pile_left() - usize::from(bottom.is_some());
    let defence = match position.phase {
        Phase::Defend => position.defence,
        _ => super::CardSet::EMPTY,
    };
    let target = matches!(position.phase, Phase::Support | Phase::Defend).then_some(position.target);
    let mut drawing = Drawing::new("recipippes")
        .with("display", None, position.display.iter().map(Piece::up))
        .with("pile", None, bottom.map(Piece::known).into_iter().chain(Piece::downs(hidden)))
        .with("deck", None, Piece::downs(position.deck().left()))
        .with("discard", None, position.discard.iter().map(Piece::up))
        .with("laid", None, position.laid.iter().map(Piece::up))
        .with("defence", None, defence.iter().map(Piece::up))
        .fact("excuse", position.excuse.index())
        .fact("deck", position.exhaustions + 1)
        .fact_if("last turns", position.final_turns())
        .fact_if("target", target)
        .fact_if("strength", (position.phase == Phase::Defend).then_some(position.strength));
    for player in Player::all(game.players()) {
        let known = position.hand(player);
        let hidden = position.hand_size(player) - known.len();
        let seen = move |card| if player == me { Piece::up(card) } else { Piece::known(card) };
        let courts = position.captured(player);
        drawing = drawing
            .with("hand", Some(player), known.iter().map(seen).chain(Piece::downs(hidden)))
            .with("captured", Some(player), courts.iter().map(Piece::up));
    }
    Some(drawing)
}
