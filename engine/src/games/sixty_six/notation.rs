//! Sixty-six and Schnapsen in words, their deals card by card, and the worlds that fit.

use super::hand::{Hand, Phase};
use super::rules::{Family, POINTS};
#[cfg(feature = "drawings")]
use crate::Drawing;
#[cfg(feature = "drawings")]
use crate::tricks::drawing::drawing;
use crate::tricks::words::{self, Counted, Pile};
use crate::tricks::{Action, Card, CardSet, Deal, InfoSet, Table};
use crate::{
    Event, EventOf, Game, Notation, Player, Reshuffle, Rng, StateHistory, Steps, Turn, WordError, Worlds,
};

impl<const CARDS: usize> Notation for Family<CARDS> {
    fn action_word(&self, _: &Hand<CARDS>, action: Action) -> String {
        action.to_string()
    }

    fn chance_word(&self, _: &Hand<CARDS>, deal: &Deal) -> String {
        format!("deal:{deal}")
    }

    fn read_chance(&self, _: &Hand<CARDS>, word: &str) -> Result<Deal, WordError> {
        Deal::read_word(&Self::PACK, word)
    }

    fn noticed(
        &self,
        before: &Hand<CARDS>,
        event: &EventOf<Self>,
        after: &Hand<CARDS>,
        player: Player,
    ) -> String {
        words::noticed(before, event, after, player)
    }

    fn ending(&self, hand: &Hand<CARDS>) -> String {
        let ending = match (hand.phase, hand.closer()) {
            (Phase::Stopped, _) if self.has_enough(hand) => "stop",
            (Phase::Stopped, _) => "false stop",
            (_, None) => "last trick",
            (_, Some(_)) => "last trick after a close",
        };
        ending.to_owned()
    }

    fn position_text(&self, hand: &Hand<CARDS>) -> String {
        let points = [Player::FIRST, Player::SECOND].map(|player| self.points(hand, player));
        words::position(hand, points, hand.phase)
    }

    fn table_text(&self, info_set: &InfoSet<Hand<CARDS>>) -> String {
        let mut text = words::picture(info_set, self.duty_in_words(), Pile::Closed);
        if let Some(counted) = self.counted(&info_set.hand) {
            text += &words::account(&counted, info_set.seat);
        }
        text
    }

    #[cfg(feature = "drawings")]
    fn drawing(&self, info_set: &InfoSet<Hand<CARDS>>) -> Option<Drawing> {
        drawing(info_set, self.duty_in_words(), Pile::Closed, self.counted(&info_set.hand))
    }

    fn retold(&self, words: &[String], world: &Hand<CARDS>) -> Vec<String> {
        words::retold(words, world)
    }

    fn check(&self, hand: &Hand<CARDS>) -> Result<(), String> {
        if hand.is_dealt() {
            hand.check_cards()?;
            hand.check_sizes()?;
            hand.check_shown()?;
            hand.check_winners()?;
            let mut points = hand.points;
            if let Some(player) = self.last_trick_counts_for(hand) {
                points[player.index()] -= self.last_trick_points;
            }
            hand.check_points(points, &POINTS, |suit| self.marriage(suit, hand.trump()))?;
        }
        Ok(())
    }
}

impl<const CARDS: usize> Family<CARDS> {
    /// What counts for each player once the hand is over.
    fn counted(&self, hand: &Hand<CARDS>) -> Option<[Vec<Counted>; 2]> {
        (self.turn(hand) == Turn::Over).then(|| {
            let last = self.last_trick_counts_for(hand).map(|player| (player, self.last_trick_points));
            words::counted(hand, &POINTS, |suit| self.marriage(suit, hand.trump()), last)
        })
    }

    /// What a reply must do once the talon is closed or used up.
    fn duty_in_words(&self) -> &'static str {
        match (self.duty.beat, self.duty.trump) {
            (false, false) => "suit must be followed",
            (true, false) => "follow suit and beat",
            (false, true) => "follow suit, or trump",
            (true, true) => "follow suit and beat, or trump",
        }
    }
}

impl<const CARDS: usize> Worlds for Family<CARDS> {
    fn worlds(&self, info_set: &InfoSet<Hand<CARDS>>, limit: usize) -> Option<Vec<(Hand<CARDS>, f64)>> {
        info_set.worlds(self.duty, limit)
    }
}

impl<const CARDS: usize> Reshuffle for Family<CARDS> {
    fn face_down(&self, hand: &Hand<CARDS>) -> usize {
        hand.talon.face_down()
    }

    fn reshuffle(&self, hand: &mut Hand<CARDS>, rng: &mut Rng) {
        hand.talon.reshuffle(rng);
    }
}

impl<const CARDS: usize> Steps for Family<CARDS> {
    type Step = Card;

    /// The hand of the leader, the hand of the other, the open card, then the talon from its top.
    fn steps(&self, _: &Hand<CARDS>, dealt: &[Card]) -> Vec<(Card, f64)> {
        let left = Self::PACK.cards - dealt.iter().copied().collect::<CardSet>();
        left.iter().map(|card| (card, 1.0 / left.len() as f64)).collect()
    }

    fn assemble(&self, _: &Hand<CARDS>, dealt: &[Card]) -> Deal {
        Deal::from_steps(&Self::PACK, dealt)
    }
}

impl<const CARDS: usize> StateHistory for Family<CARDS> {
    fn events(&self, hand: &Hand<CARDS>) -> Vec<(EventOf<Family<CARDS>>, f64)> {
        if !hand.is_dealt() {
            return Vec::new();
        }
        let deal = (Event::Chance(hand.deal()), 1.0 / Self::PACK.deals());
        std::iter::once(deal).chain(hand.actions().map(|action| (Event::Action(action), 1.0))).collect()
    }
}
