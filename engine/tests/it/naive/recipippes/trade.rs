//! The Trade action: discards one after another, then cards from the deck.

use super::card::{Card, without};
use super::turn::HAND_LIMIT;
use super::{AfterDraw, Phase, Recipippes, card_words};

impl Recipippes {
    pub fn begin_trade(&mut self) {
        self.traded = vec![];
        self.taken = 0;
        self.phase = Phase::Trade;
    }

    pub fn trade_words(&self) -> Vec<String> {
        if self.is_only_a_pass() {
            return vec!["take:0".to_string()];
        }
        let mut words = card_words("discard", &self.discards_offered());
        words.extend(self.takes_offered().iter().map(|number| format!("take:{number}")));
        words
    }

    // R16: in restricted last turns the trade is a pass, but over the limit an ordinary trade.
    fn is_only_a_pass(&self) -> bool {
        self.is_restricted_last_turn() && !self.over_limit
    }

    // Over the limit a discard is offered only if some `take` can still be reached.
    // With `trade_draw=sequential` there is no discard after the first card drawn (R4).
    fn discards_offered(&self) -> Vec<Card> {
        if self.taken > 0 {
            return vec![];
        }
        let fits = |card: &&Card| self.may_follow(&self.traded, **card);
        let leads_to_take = |card: &&Card| {
            !self.over_limit || self.take_is_reachable(&without(self.hand(), &[**card]), &self.and(**card))
        };
        self.hand().iter().filter(fits).filter(leads_to_take).copied().collect()
    }

    fn and(&self, card: Card) -> Vec<Card> {
        [self.traded.as_slice(), &[card]].concat()
    }

    // R7: any order; or rising; or rising but for the last card.
    fn may_follow(&self, traded: &[Card], card: Card) -> bool {
        match self.options.value("discard_order") {
            "full" => true,
            "canonical" => traded.last().is_none_or(|last| card > *last),
            "top_only" => traded.is_sorted(),
            other => panic!("no discard order {other}"),
        }
    }

    // Whether discards from this hand can bring it down to the limit.
    fn take_is_reachable(&self, hand: &[Card], traded: &[Card]) -> bool {
        hand.len() <= HAND_LIMIT
            || hand.iter().any(|card| {
                self.may_follow(traded, *card)
                    && self.take_is_reachable(&without(hand, &[*card]), &[traded, &[*card]].concat())
            })
    }

    // From 0 to the number discarded; over the limit only if the final hand is at most the limit.
    fn takes_offered(&self) -> Vec<usize> {
        // R5: `allow_trade_zero=false` asks for a discard first.
        if self.traded.is_empty() && self.options.is("allow_trade_zero", "false") {
            return vec![];
        }
        let fits = |number: &usize| !self.over_limit || self.hand().len() + number <= HAND_LIMIT;
        (0..=self.most_to_take()).filter(fits).collect()
    }

    // R4: all at once, or one by one.
    fn most_to_take(&self) -> usize {
        let left = self.traded.len() - self.taken;
        if self.is_sequential() { left.min(1) } else { left }
    }

    fn is_sequential(&self) -> bool {
        self.options.is("trade_draw", "sequential")
    }

    // Each card becomes the new top of the discard pile.
    pub fn discard_for_trade(&mut self, card: Card) {
        self.take_from_hand(self.mover, card);
        self.traded.push(card);
        self.discard.insert(0, card);
    }

    // R4: a declared `take` ends the trade, a sequential one only if it is `take:0`.
    pub fn take(&mut self, number: usize) {
        if self.is_sequential() && number == 1 {
            self.taken += 1;
            self.owe(1, AfterDraw::Trade);
        } else {
            self.owe(number, AfterDraw::EndTurn);
        }
    }
}
