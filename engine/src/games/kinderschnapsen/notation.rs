//! Kinderschnapsen in words.

use std::fmt::Write as _;

use super::hand::{Hand, Phase};
use super::rules::{Kinderschnapsen, PACK, POINTS};
use super::seen::InfoSet;
use crate::tricks::{Action, CardSet, Deal, Talon, takes};
use crate::{Event, EventOf, Notation, Player, WordError};

impl Hand {
    /// The deal from which this hand came.
    pub fn deal(&self) -> Deal {
        let full = Talon::from_bottom((0..PACK.talon).map(|place| self.talon.card(place)));
        let hands = [Player::FIRST, Player::SECOND].map(|player| {
            let played: CardSet = (0..self.plays(player)).map(|t| self.played_by(player, t)).collect();
            let drawn: CardSet =
                (0..self.draws()).map(|t| self.talon.card(self.drawn_by(player, t))).collect();
            (self.cards(player) | played) - drawn
        });
        Deal { hands, talon: full }
    }
}

impl Notation for Kinderschnapsen {
    fn action_word(&self, _: &Hand, action: Action) -> String {
        action.to_string()
    }

    fn chance_word(&self, _: &Hand, deal: &Deal) -> String {
        format!("deal:{deal}")
    }

    fn read_chance(&self, _: &Hand, word: &str) -> Result<Deal, WordError> {
        Deal::read(&PACK, WordError::contents(word, "deal")?).map_err(|error| WordError::broken(word, error))
    }

    fn noticed(&self, before: &Hand, event: &EventOf<Self>, after: &Hand, player: Player) -> String {
        match event {
            Event::Chance(deal) => {
                format!("deal:{}/{}", deal.hands[player.index()], deal.talon.card(Talon::BOTTOM))
            }
            Event::Action(action) if after.talon.left() < before.talon.left() => {
                let place = after.drawn_by(player, after.draws() - 1);
                format!("{action}+{}", after.talon.card(place))
            }
            Event::Action(action) => action.to_string(),
        }
    }

    fn position_text(&self, hand: &Hand) -> String {
        if hand.phase == Phase::Deal {
            return "undealt".to_owned();
        }
        let mut text = format!("{}/{}", hand.hands[0], hand.hands[1]);
        let talon: CardSet = hand.talon.from_top().collect();
        let order: Vec<String> = hand.talon.from_top().map(|card| card.to_string()).collect();
        debug_assert_eq!(talon.len(), order.len());
        let _ = write!(
            text,
            " talon {} trump {} points {}:{} tricks {} {:?} {}",
            if order.is_empty() { "-".to_owned() } else { order.join(",") },
            hand.trump().letter(),
            hand.points[0],
            hand.points[1],
            hand.tricks,
            hand.phase,
            hand.mover,
        );
        if let Some(lead) = hand.lead() {
            let _ = write!(text, " lead {lead}");
        }
        if let (Some(closer), Some(trick)) = (hand.closer(), hand.closed_before()) {
            let _ = write!(text, " closed by {closer} before trick {} at {}", trick + 1, hand.frozen);
        }
        text
    }

    fn table_text(&self, info_set: &InfoSet) -> String {
        let (hand, me) = (&info_set.hand, info_set.seat);
        if hand.phase == Phase::Deal {
            return "The cards have not been dealt.".to_owned();
        }
        let mut text = format!("Opponent: {}", "[] ".repeat(info_set.other_cards()).trim_end());
        let has_trick = |player| (0..hand.tricks()).any(|t| hand.winner(t) == player);
        let _ = writeln!(text, "{}", if has_trick(me.other()) { "   tricks: []" } else { "" });
        let hidden = hand.talon.left().saturating_sub(1);
        let turnup = hand.talon.card(Talon::BOTTOM);
        let _ = match (hand.talon.left(), hand.closer()) {
            (0, _) => writeln!(text, "Talon: empty   trump {}", hand.trump().symbol()),
            (_, Some(closer)) => {
                let who = if closer == me { "you" } else { "the opponent" };
                writeln!(text, "Talon: closed by {who}, {hidden} hidden under {turnup:#}")
            }
            _ => writeln!(text, "Talon: {hidden} hidden over {turnup:#}   trump {}", hand.trump().symbol()),
        };
        if let Some(t) = hand.tricks().checked_sub(1) {
            let (lead, reply) = (hand.card_played(2 * t), hand.card_played(2 * t + 1));
            let who = if hand.winner(t) == me { "you" } else { "the opponent" };
            let _ = writeln!(text, "Last trick: {lead:#} {reply:#}, taken by {who}");
        }
        if let Some(lead) = hand.lead() {
            let duty = if hand.is_open() { "any card may be played" } else { "follow suit and beat" };
            let who = if hand.mover == me { "the opponent leads" } else { "you lead" };
            let _ = writeln!(text, "On the table: {who} {lead:#} ({duty})");
        }
        let cards: Vec<String> = info_set.cards().iter().map(|card| format!("{card:#}")).collect();
        let _ = write!(text, "Your hand: {}", cards.join(" "));
        let _ = write!(text, "{}", if has_trick(me) { "   tricks: []" } else { "" });
        text
    }

    fn retold(&self, told: &[String], world: &Hand) -> Vec<String> {
        let mut words = told.to_vec();
        if let Some(deal) = words.first_mut() {
            *deal = format!("deal:{}", world.deal());
        }
        words
    }

    fn check(&self, hand: &Hand) -> Result<(), String> {
        if hand.phase == Phase::Deal {
            return Ok(());
        }
        check_cards(hand)?;
        check_sizes(hand)?;
        check_points(hand)?;
        check_winners(hand)
    }
}

/// Every card of the pack is in exactly one place.
fn check_cards(hand: &Hand) -> Result<(), String> {
    let mut left = PACK.cards;
    let places = hand.hands[0].iter().chain(hand.hands[1].iter()).chain(hand.talon.from_top());
    for card in places.chain(hand.played().iter()) {
        if !left.contains(card) {
            return Err(format!("{card} is in two places or in no pack"));
        }
        left.remove(card);
    }
    if left.is_empty() { Ok(()) } else { Err(format!("{left} are lost")) }
}

/// Both hands have the size that the cards drawn and played leave.
fn check_sizes(hand: &Hand) -> Result<(), String> {
    for player in [Player::FIRST, Player::SECOND] {
        let size = PACK.hand + hand.draws() - hand.plays(player);
        if hand.cards(player).len() != size {
            return Err(format!("{player} holds {} cards instead of {size}", hand.cards(player).len()));
        }
    }
    Ok(())
}

/// The points are those of the tricks.
fn check_points(hand: &Hand) -> Result<(), String> {
    let mut points = [0; 2];
    for t in 0..hand.tricks() {
        let cards = [hand.card_played(2 * t), hand.card_played(2 * t + 1)];
        points[hand.winner(t).index()] += cards.iter().map(|card| POINTS[card.index() & 7]).sum::<u8>();
    }
    if points == hand.points {
        Ok(())
    } else {
        Err(format!("points {:?} instead of {points:?}", hand.points))
    }
}

/// Each trick went to the stronger card.
fn check_winners(hand: &Hand) -> Result<(), String> {
    for t in 0..hand.tricks() {
        let taken = takes(hand.card_played(2 * t + 1), hand.card_played(2 * t), hand.trump());
        if taken == (hand.winner(t) == hand.leader(t)) {
            return Err(format!("trick {} went to the weaker card", t + 1));
        }
    }
    Ok(())
}
