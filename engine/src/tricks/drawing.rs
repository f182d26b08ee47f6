//! The trick table in pieces, for a page that draws it.

use std::fmt::{self, Display};

use super::words::{Counted, Pile, taken};
use super::{InfoSet, Table, Talon};
use crate::{Drawing, Piece, Player};

/// The table as the owner of `info_set` sees it. `duty` names what a reply must do once the talon is closed or used up;
/// `counted` is there when the hand is over, and is told as `JS,AS=13 marry:H=20 last=10` for each player.
pub(crate) fn drawing<H: Table>(
    info_set: &InfoSet<H>,
    duty: &str,
    pile: Pile,
    counted: Option<[Vec<Counted>; 2]>,
) -> Option<Drawing> {
    let (hand, me) = (&info_set.hand, info_set.seat);
    if !hand.is_dealt() {
        return None;
    }
    let shown = hand.cards(me.other());
    let hidden = info_set.other_cards() - shown.len();
    let others = shown.iter().map(Piece::known).chain(Piece::downs(hidden));
    let left = hand.talon().left();
    let open = hand.talon().card(Talon::BOTTOM);
    let bottom = if hand.closer().is_none() { Piece::up(open) } else { Piece::known(open) };
    let talon = (left > 0).then_some(bottom).into_iter().chain(Piece::downs(left.saturating_sub(1)));
    let played = hand.played();
    let last = hand.tricks().checked_sub(1);
    let last_trick = last.map(|t| [Piece::up(played[2 * t].0), Piece::up(played[2 * t + 1].0)]);
    let mut drawing = Drawing::new("tricks")
        .with("hand", Some(me.other()), others)
        .with("hand", Some(me), info_set.cards().iter().map(Piece::up))
        .with("talon", None, talon)
        .with("trick", None, hand.lead().map(Piece::up))
        .with("last", last.map(|t| hand.winner(t)), last_trick.into_iter().flatten())
        .fact("trump", hand.trump().letter())
        .fact_if("closed", hand.closer().map(Player::index))
        .fact_if("led", hand.lead().map(|_| hand.mover().other().index()))
        .fact("duty", if hand.is_open() { "any card may be played" } else { duty })
        .fact_if("last leader", last.map(|t| hand.leader(t).index()));
    for player in [me.other(), me] {
        let may_look = counted.is_some() || pile == Pile::Open && player == me;
        let tricks = taken(hand, player);
        let pieces: Vec<Piece> = match (hand.has_trick(player), may_look) {
            (false, _) => Vec::new(),
            (true, false) => vec![Piece::Down],
            (true, true) => tricks.iter().flatten().map(Piece::up).collect(),
        };
        drawing = drawing.with("tricks", Some(player), pieces);
    }
    if let Some([first, second]) = counted {
        let told =
            |counted: Vec<Counted>| counted.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        drawing = drawing.fact("counted 0", told(first)).fact("counted 1", told(second));
    }
    Some(drawing)
}

impl Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Counted::Trick([lead, reply], points) => write!(f, "{lead},{reply}={points}"),
            Counted::Marriage(suit, points) => write!(f, "marry:{}={points}", suit.letter()),
            Counted::Last(points) => write!(f, "last={points}"),
        }
    }
}
