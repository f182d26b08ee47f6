//! Kinderschnapsen in words.

use super::hand::{Hand, Phase};
use super::rules::{Kinderschnapsen, PACK, POINTS};
#[cfg(feature = "drawings")]
use crate::Drawing;
#[cfg(feature = "drawings")]
use crate::tricks::drawing::drawing;
use crate::tricks::words::{self, Counted, Pile};
use crate::tricks::{Action, Deal, InfoSet, Table};
use crate::{EventOf, Game, Notation, Player, Turn, WordError};

/// What a reply must do once the stock is closed or used up.
const DUTY: &str = "follow suit and beat";

impl Notation for Kinderschnapsen {
    fn action_word(&self, _: &Hand, action: Action) -> String {
        action.to_string()
    }

    fn chance_word(&self, _: &Hand, deal: &Deal) -> String {
        format!("deal:{deal}")
    }

    fn read_chance(&self, _: &Hand, word: &str) -> Result<Deal, WordError> {
        Deal::read_word(&PACK, word)
    }

    fn noticed(&self, before: &Hand, event: &EventOf<Self>, after: &Hand, player: Player) -> String {
        words::noticed(before, event, after, player)
    }

    fn ending(&self, hand: &Hand) -> String {
        let ending = match (hand.phase, hand.closer()) {
            (Phase::Out, _) if hand.finish().is_false() => "false check-out",
            (Phase::Out, _) => "check-out",
            (_, None) => "last trick",
            (_, Some(_)) => "last trick after a close",
        };
        ending.to_owned()
    }

    fn position_text(&self, hand: &Hand) -> String {
        let points = [Player::FIRST, Player::SECOND].map(|player| hand.points(player));
        words::position(hand, points, hand.phase)
    }

    fn table_text(&self, info_set: &InfoSet<Hand>) -> String {
        let mut text = words::picture(info_set, DUTY, Pile::Open);
        if let Some(counted) = self.counted(&info_set.hand) {
            text += &words::account(&counted, info_set.seat);
        }
        text
    }

    #[cfg(feature = "drawings")]
    fn drawing(&self, info_set: &InfoSet<Hand>) -> Option<Drawing> {
        drawing(info_set, DUTY, Pile::Open, self.counted(&info_set.hand))
    }

    fn retold(&self, words: &[String], world: &Hand) -> Vec<String> {
        words::retold(words, world)
    }

    fn check(&self, hand: &Hand) -> Result<(), String> {
        if hand.is_dealt() {
            hand.check_cards()?;
            hand.check_sizes()?;
            hand.check_shown()?;
            hand.check_winners()?;
            hand.check_points(hand.points, &POINTS, |_| 0)?;
        }
        Ok(())
    }
}

impl Kinderschnapsen {
    /// What counts for each player once the hand is over.
    fn counted(&self, hand: &Hand) -> Option<[Vec<Counted>; 2]> {
        (self.turn(hand) == Turn::Over).then(|| words::counted(hand, &POINTS, |_| 0, None))
    }
}
