//! The information set of a seat in Kinderschnapsen, as one number.

use super::hand::Hand;
use super::rules::{DUTY, Kinderschnapsen, PACK};
use crate::Worlds;
use crate::tricks::{Card, InfoSet, Table, Talon};

impl InfoSet<Hand> {
    /// A number that belongs to this information set alone, in 88 bits.
    pub fn key(&self) -> u128 {
        let hand = &self.hand;
        // The cards numbered from 1, so that 0 is no card.
        let dense = |card: Card| 1 + u128::from((PACK.cards.bits() & ((1 << card.index()) - 1)).count_ones());
        let mut key = 0;
        let mut push = |value: u128, bits: u32| key = key << bits | value;
        for n in 0..12 {
            push(if n < hand.cards_played() { dense(hand.card_played(n)) } else { 0 }, 4);
        }
        let mut own = self.cards().iter();
        for _ in 0..3 {
            push(own.next().map_or(0, dense), 4);
        }
        let dealt = hand.is_dealt();
        push(if dealt { dense(hand.talon.card(Talon::BOTTOM)) } else { 0 }, 4);
        for t in 0..3 {
            let drawn = dealt && t < hand.draws();
            push(if drawn { dense(hand.talon.card(hand.drawn_by(self.seat, t))) } else { 0 }, 4);
        }
        push(u128::from(hand.marks), 8);
        push(hand.phase as u128, 3);
        push(self.seat.index() as u128, 1);
        key
    }
}

impl Worlds for Kinderschnapsen {
    fn worlds(&self, info_set: &InfoSet<Hand>, limit: usize) -> Option<Vec<(Hand, f64)>> {
        info_set.worlds(DUTY, limit)
    }
}
