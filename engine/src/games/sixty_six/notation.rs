//! Sixty-six and Schnapsen in words.

use std::fmt::Write as _;

use super::hand::{Hand, Phase};
use super::rules::{Family, POINTS};
use super::seen::InfoSet;
use crate::tricks::{Action, Card, CardSet, Deal, Talon, takes};
use crate::{Event, EventOf, Notation, Player, Steps, WordError};

impl Hand {
    /// The deal from which this hand came.
    pub fn deal<const CARDS: usize>(&self) -> Deal {
        let exchanger = self.exchanger();
        let hands = [Player::FIRST, Player::SECOND].map(|player| {
            let draws = (0..self.draws::<CARDS>()).map(|t| self.drawn_by::<CARDS>(player, t));
            let mut cards = self.cards(player) | self.played_by(player);
            // First the cards that came openly, then the lowest trump that was given away for one of them,
            // then the cards drawn face down, which that trump may be one of.
            if exchanger == Some(player) {
                cards.remove(self.open);
            }
            if draws.clone().any(|place| place == Talon::BOTTOM) {
                cards.remove(self.talon.card(Talon::BOTTOM));
            }
            if exchanger == Some(player) {
                cards.insert(Family::<CARDS>::lowest_trump(self.trump()));
            }
            draws
                .filter(|&place| place != Talon::BOTTOM)
                .for_each(|place| cards.remove(self.talon.card(place)));
            cards
        });
        let mut talon =
            Talon::from_bottom((0..Family::<CARDS>::PACK.talon).map(|place| self.talon.card(place)));
        talon.put(Talon::BOTTOM, self.open);
        Deal { hands, talon }
    }

    /// Who exchanged.
    fn exchanger(&self) -> Option<Player> {
        let mut exchanger = None;
        self.retrace(|action, who, _| {
            if action == Action::EXCHANGE {
                exchanger = Some(who);
            }
        });
        exchanger
    }

    /// The two cards of trick `t`, the lead first.
    fn trick(&self, t: usize) -> [Card; 2] {
        let mut cards = self.actions().filter_map(Action::played).skip(2 * t);
        [(); 2].map(|()| cards.next().expect("trick t is complete"))
    }
}

impl<const CARDS: usize> Notation for Family<CARDS> {
    fn action_word(&self, _: &Hand, action: Action) -> String {
        action.to_string()
    }

    fn chance_word(&self, _: &Hand, deal: &Deal) -> String {
        format!("deal:{deal}")
    }

    fn read_chance(&self, _: &Hand, word: &str) -> Result<Deal, WordError> {
        Deal::read(&Self::PACK, WordError::contents(word, "deal")?)
            .map_err(|error| WordError::broken(word, error))
    }

    fn noticed(&self, before: &Hand, event: &EventOf<Self>, after: &Hand, player: Player) -> String {
        match event {
            Event::Chance(deal) => {
                format!("deal:{}/{}", deal.hands[player.index()], deal.talon.card(Talon::BOTTOM))
            }
            Event::Action(action) if after.talon.left() < before.talon.left() => {
                let place = after.drawn_by::<CARDS>(player, after.draws::<CARDS>() - 1);
                format!("{action}+{}", after.talon.card(place))
            }
            Event::Action(action) => action.to_string(),
        }
    }

    fn position_text(&self, hand: &Hand) -> String {
        if hand.phase == Phase::Deal {
            return "undealt".to_owned();
        }
        let talon: Vec<String> = hand.talon.from_top().map(|card| card.to_string()).collect();
        let mut text = format!(
            "{}/{} talon {} trump {} points {}:{} tricks {} {:?} {}",
            hand.hands[0],
            hand.hands[1],
            if talon.is_empty() { "-".to_owned() } else { talon.join(",") },
            hand.trump().letter(),
            self.points(hand, Player::FIRST),
            self.points(hand, Player::SECOND),
            hand.tricks,
            hand.phase,
            hand.mover,
        );
        if let Some(lead) = hand.lead() {
            let _ = write!(text, " lead {lead}");
        }
        if let Some(closer) = hand.closer() {
            let _ = write!(text, " closed by {closer} at {}", hand.frozen);
        }
        if hand.pairs != 0 {
            let _ = write!(text, " pairs {:02x}", hand.pairs);
        }
        text
    }

    fn table_text(&self, info_set: &InfoSet<CARDS>) -> String {
        let (hand, me) = (&info_set.hand, info_set.seat);
        if hand.phase == Phase::Deal {
            return "The cards have not been dealt.".to_owned();
        }
        let tricks = |player| if hand.has_trick(player) { "   tricks: []" } else { "" };
        let mut text = format!("Opponent: {}", "[] ".repeat(info_set.other_cards()).trim_end());
        let _ = writeln!(text, "{}", tricks(me.other()));
        let hidden = hand.talon.left().saturating_sub(1);
        let open = hand.talon.card(Talon::BOTTOM);
        let _ = match (hand.talon.left(), hand.closer()) {
            (0, _) => writeln!(text, "Talon: empty   trump {}", hand.trump().symbol()),
            (_, Some(closer)) => {
                let who = if closer == me { "you" } else { "the opponent" };
                writeln!(text, "Talon: closed by {who}, {hidden} hidden, trump {}", hand.trump().symbol())
            }
            _ => writeln!(text, "Talon: {hidden} hidden over {open:#}"),
        };
        if let Some(t) = hand.tricks().checked_sub(1) {
            let [lead, reply] = hand.trick(t);
            let who = if hand.winner(t) == me { "you" } else { "the opponent" };
            let _ = writeln!(text, "Last trick: {lead:#} {reply:#}, taken by {who}");
        }
        if let Some(lead) = hand.lead() {
            let duty = if hand.is_open() { "any card may be played" } else { "suit must be followed" };
            let who = if hand.mover == me { "the opponent leads" } else { "you lead" };
            let _ = writeln!(text, "On the table: {who} {lead:#} ({duty})");
        }
        let cards: Vec<String> = info_set.cards().iter().map(|card| format!("{card:#}")).collect();
        let _ = write!(text, "Your hand: {}{}", cards.join(" "), tricks(me));
        text
    }

    fn retold(&self, told: &[String], world: &Hand) -> Vec<String> {
        let mut words = told.to_vec();
        if let Some(deal) = words.first_mut() {
            *deal = format!("deal:{}", world.deal::<CARDS>());
        }
        words
    }

    fn check(&self, hand: &Hand) -> Result<(), String> {
        if hand.phase == Phase::Deal {
            return Ok(());
        }
        check_cards::<CARDS>(hand)?;
        check_sizes::<CARDS>(hand)?;
        check_shown(hand)?;
        check_winners(hand)?;
        check_points(self, hand)
    }
}

/// Every card of the pack is in exactly one place.
fn check_cards<const CARDS: usize>(hand: &Hand) -> Result<(), String> {
    let mut left = Family::<CARDS>::PACK.cards;
    let places = hand.hands[0].iter().chain(hand.hands[1].iter()).chain(hand.talon.from_top());
    for card in places.chain(hand.actions().filter_map(Action::played)) {
        if !left.contains(card) {
            return Err(format!("{card} is in two places or in no pack"));
        }
        left.remove(card);
    }
    if left.is_empty() { Ok(()) } else { Err(format!("{left} are lost")) }
}

/// Both hands have the size that the cards drawn and played leave.
fn check_sizes<const CARDS: usize>(hand: &Hand) -> Result<(), String> {
    for player in [Player::FIRST, Player::SECOND] {
        let size = Family::<CARDS>::PACK.hand + hand.draws::<CARDS>() - hand.plays(player);
        if hand.cards(player).len() != size {
            return Err(format!("{player} holds {} cards instead of {size}", hand.cards(player).len()));
        }
    }
    Ok(())
}

/// What was shown is still held.
fn check_shown(hand: &Hand) -> Result<(), String> {
    let astray = hand.shown - (hand.hands[0] | hand.hands[1]);
    if astray.is_empty() {
        Ok(())
    } else {
        Err(format!("{astray} are known to be in a hand, and are in none"))
    }
}

/// Each trick went to the stronger card.
fn check_winners(hand: &Hand) -> Result<(), String> {
    for t in 0..hand.tricks() {
        let [lead, reply] = hand.trick(t);
        if takes(reply, lead, hand.trump()) == (hand.winner(t) == hand.leader(t)) {
            return Err(format!("trick {} went to the weaker card", t + 1));
        }
    }
    Ok(())
}

/// The points are those of tricks and announcements.
fn check_points<const CARDS: usize>(rules: &Family<CARDS>, hand: &Hand) -> Result<(), String> {
    let mut points = [0; 2];
    for t in 0..hand.tricks() {
        points[hand.winner(t).index()] +=
            hand.trick(t).iter().map(|card: &Card| POINTS[card.index() & 7]).sum::<u8>();
    }
    hand.retrace(|action, who, _| {
        if let Some(suit) = action.married() {
            points[who.index()] += rules.marriage(suit, hand.trump());
        }
    });
    if points == hand.points {
        Ok(())
    } else {
        Err(format!("points {:?} instead of {points:?}", hand.points))
    }
}

impl<const CARDS: usize> Steps for Family<CARDS> {
    type Step = Card;

    /// The hand of the leader, the hand of the other, the open card, then the talon from its top.
    fn steps(&self, _: &Hand, dealt: &[Card]) -> Vec<(Card, f64)> {
        let left: CardSet = Self::PACK.cards - dealt.iter().copied().collect();
        left.iter().map(|card| (card, 1.0 / left.len() as f64)).collect()
    }

    fn assemble(&self, _: &Hand, dealt: &[Card]) -> Deal {
        Deal::from_steps(&Self::PACK, dealt)
    }
}
