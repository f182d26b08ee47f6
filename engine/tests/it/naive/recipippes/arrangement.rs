//! The order in which the cards of a capture or steal come onto the discard pile.

use super::card::{Card, sorted};
use super::{Phase, Recipippes, card_words};

impl Recipippes {
    // R7, `discard_order=canonical`: there is nothing to choose.
    pub fn begin_arrangement(&mut self, cards: &[Card], arranger: usize) {
        self.table = sorted(cards);
        self.arranger = arranger;
        self.phase = Phase::Arrange;
        if self.options.is("discard_order", "canonical") {
            self.place_rest();
            self.end_turn();
        }
    }

    pub fn arrangement_words(&self) -> Vec<String> {
        card_words("place", &self.table)
    }

    // R7: each card named becomes the new top and the last is placed by itself;
    // with `top_only` the card named comes on top of all others.
    pub fn place(&mut self, card: Card) {
        self.table.retain(|lying| *lying != card);
        if self.options.is("discard_order", "top_only") {
            self.place_rest();
            self.discard.insert(0, card);
        } else {
            self.discard.insert(0, card);
            if self.table.len() == 1 {
                self.place_rest();
            }
        }
        if self.table.is_empty() {
            self.end_turn();
        }
    }

    // From low to high card order, so that the highest ends on top.
    fn place_rest(&mut self) {
        for card in std::mem::take(&mut self.table) {
            self.discard.insert(0, card);
        }
    }
}
