//! The Capture action.

use super::card::Card;
use super::cover::{irredundant_covers, relevant_covers};
use super::{Recipippes, read_target_and_cards, target_and_cards};

impl Recipippes {
    pub fn capture_words(&self) -> Vec<String> {
        let mut words = vec![];
        for target in &self.display {
            for cards in self.capturing_sets(*target) {
                if self.may_leave(self.hand().len() - cards.len()) {
                    words.push(target_and_cards("capture", *target, &cards));
                }
            }
        }
        words
    }

    // R8.
    fn capturing_sets(&self, target: Card) -> Vec<Vec<Card>> {
        match self.options.value("capture_cover") {
            "irredundant" => irredundant_covers(target, self.hand()),
            "each_relevant" => relevant_covers(target, self.hand()),
            other => panic!("no capture cover {other}"),
        }
    }

    // The display is refilled before the cards played are arranged by the capturer.
    pub fn capture(&mut self, text: &str) {
        let (target, cards) = read_target_and_cards(text);
        for card in &cards {
            self.take_from_hand(self.mover, *card);
        }
        self.display.retain(|shown| *shown != target);
        self.captured[self.mover].push(target);
        self.captured[self.mover].sort();
        self.refill_display();
        self.begin_arrangement(&cards, self.mover);
    }

    // R20: with an empty pile the display shrinks.
    fn refill_display(&mut self) {
        if !self.pile.is_empty() {
            let card = self.pile.remove(0);
            self.display.push(card);
            self.display.sort();
            self.tell_all(&format!("display {card}"));
        }
    }
}
