//! The trick table in words: the whole position on a line, and the table as a person sees it.

use std::fmt::{Debug, Write as _};

use super::{Card, InfoSet, Suit, Table, Talon};
use crate::{Event, Player};

/// The part of `event` that `player` notices: the action, the card that it draws on it, and of the deal its
/// own hand and the open card.
pub(crate) fn noticed<H: Table>(
    before: &H,
    event: &Event<super::Action, super::Deal>,
    after: &H,
    player: Player,
) -> String {
    match event {
        Event::Chance(deal) => {
            format!("deal:{}/{}", deal.hands[player.index()], deal.talon.card(Talon::BOTTOM))
        }
        Event::Action(action) if after.talon().left() < before.talon().left() => {
            let place = after.drawn_by(player, after.draws() - 1);
            format!("{action}+{}", after.talon().card(place))
        }
        Event::Action(action) => action.to_string(),
    }
}

/// The whole position on one line.
pub(crate) fn position<H: Table>(hand: &H, points: [u8; 2], phase: impl Debug) -> String {
    if !hand.is_dealt() {
        return "undealt".to_owned();
    }
    let talon: Vec<String> = hand.talon().from_top().map(|card| card.to_string()).collect();
    let &[first, second] = hand.hands();
    let mut text = format!(
        "{first}/{second} talon {} trump {} points {}:{} tricks {} {phase:?} {}",
        if talon.is_empty() { "-".to_owned() } else { talon.join(",") },
        hand.trump().letter(),
        points[0],
        points[1],
        hand.tricks(),
        hand.mover(),
    );
    if let Some(lead) = hand.lead() {
        let _ = write!(text, " lead {lead}");
    }
    if let Some(closer) = hand.closer() {
        let _ = write!(text, " closed by {closer}");
    }
    text
}

/// Whether a player may look at the tricks that it has taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pile {
    /// At any time.
    Open,
    /// Only when the hand is over.
    Closed,
}

/// The table as a person sees it; `duty` names what a reply must do once the talon is closed or used up.
pub(crate) fn picture<H: Table>(info_set: &InfoSet<H>, duty: &str, pile: Pile) -> String {
    let (hand, me) = (&info_set.hand, info_set.seat);
    if !hand.is_dealt() {
        return "The cards have not been dealt.".to_owned();
    }
    let tricks = |player| match (hand.has_trick(player), pile) {
        (false, _) => String::new(),
        (true, Pile::Open) if player == me => {
            let pile: Vec<String> = taken(hand, me).iter().map(|[a, b]| format!("{a:#} {b:#}")).collect();
            format!("   tricks: {}", pile.join(", "))
        }
        (true, _) => "   tricks: []".to_owned(),
    };
    let who = |player| if player == me { "you" } else { "the opponent" };
    let mut text = String::new();
    let backs = "[] ".repeat(info_set.other_cards());
    let _ = writeln!(text, "Opponent: {}{}", backs.trim_end(), tricks(me.other()));
    let left = hand.talon().left();
    let trump = hand.trump().symbol();
    let _ = match hand.closer() {
        Some(closer) => writeln!(text, "Talon: closed by {}, {left} cards   trump {trump}", who(closer)),
        None if left == 0 => writeln!(text, "Talon: empty   trump {trump}"),
        None => {
            let open = hand.talon().card(Talon::BOTTOM);
            writeln!(text, "Talon: {} hidden over {open:#}   trump {trump}", left - 1)
        }
    };
    if let Some(t) = hand.tricks().checked_sub(1) {
        let played = hand.played();
        let (lead, reply) = (played[2 * t].0, played[2 * t + 1].0);
        let _ = writeln!(text, "Last trick: {lead:#} {reply:#}, taken by {}", who(hand.winner(t)));
    }
    if let Some(lead) = hand.lead() {
        let duty = if hand.is_open() { "any card may be played" } else { duty };
        let _ = writeln!(text, "On the table: {lead:#}, led by {} ({duty})", who(hand.mover().other()));
    }
    let cards: Vec<String> = info_set.cards().iter().map(|card| format!("{card:#}")).collect();
    let _ = write!(text, "Your hand: {}{}", cards.join(" "), tricks(me));
    text
}

/// The tricks that `player` has taken, in order.
pub(super) fn taken<H: Table>(hand: &H, player: Player) -> Vec<[Card; 2]> {
    let tricks = hand.played().chunks_exact(2).map(|trick| [trick[0].0, trick[1].0]).collect::<Vec<_>>();
    tricks
        .into_iter()
        .enumerate()
        .filter(|&(t, _)| hand.winner(t) == player)
        .map(|(_, trick)| trick)
        .collect()
}

/// What counts for a player at the end of a hand, with its points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counted {
    /// A trick.
    Trick([Card; 2], u8),
    /// A pair that was announced.
    Marriage(Suit, u8),
    /// The last trick for itself.
    Last(u8),
}

/// What counts for each player in a hand that is over: its tricks, what it has announced, and the last trick where
/// that has points.
pub(crate) fn counted<H: Table>(
    hand: &H,
    value: &[u8; 8],
    marriage: impl Fn(Suit) -> u8,
    last: Option<(Player, u8)>,
) -> [Vec<Counted>; 2] {
    [Player::FIRST, Player::SECOND].map(|player| {
        let points = |trick: [Card; 2]| trick.iter().map(|card| value[card.rank() as usize]).sum();
        let tricks = taken(hand, player).into_iter().map(|trick| Counted::Trick(trick, points(trick)));
        let mut counted: Vec<Counted> = tricks.collect();
        hand.retrace(|action, who| {
            if let (Some(suit), true) = (action.married(), who == player) {
                counted.push(Counted::Marriage(suit, marriage(suit)));
            }
        });
        counted.extend(last.filter(|(who, _)| *who == player).map(|(_, points)| Counted::Last(points)));
        counted
    })
}

/// The account of a hand that is over for a person in `me`.
pub(crate) fn account(counted: &[Vec<Counted>; 2], me: Player) -> String {
    let mut text = String::new();
    for (whose, player) in [("Your", me), ("The opponent's", me.other())] {
        let parts = counted[player.index()].iter().filter_map(|one| match one {
            Counted::Trick([lead, reply], points) => Some(format!("{lead:#} {reply:#} ({points})")),
            Counted::Marriage(suit, points) => Some(format!("marry:{} ({points})", suit.symbol())),
            Counted::Last(_) => None,
        });
        let parts: Vec<String> = parts.collect();
        let parts = if parts.is_empty() { "none".to_owned() } else { parts.join(", ") };
        let _ = write!(text, "\n{whose} tricks: {parts}");
    }
    for player in [me, me.other()] {
        if let Some(Counted::Last(points)) = counted[player.index()].last() {
            let who = if player == me { "you" } else { "the opponent" };
            let _ = write!(text, "\nFor the last trick: {points} for {who}");
        }
    }
    text
}

/// The given words, with the deal of `world`.
pub(crate) fn retold<H: Table>(words: &[String], world: &H) -> Vec<String> {
    let mut words = words.to_vec();
    if let Some(deal) = words.first_mut() {
        *deal = format!("deal:{}", world.deal());
    }
    words
}
