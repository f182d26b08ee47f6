//! The Steal action: the theft, its support and the defence.

use super::card::Card;
use super::cover::exact_covers;
use super::{Phase, Recipippes, card_words, read_target_and_cards, target_and_cards};

/// A steal under way; its cards have left the hands.
#[derive(Clone, Debug)]
pub struct Theft {
    pub target: Card,
    pub victim: usize,
    /// The cards that match the suits of the target.
    pub cards: Vec<Card>,
    /// In increasing card order, as is the defence.
    pub support: Vec<Card>,
    pub defence: Vec<Card>,
}

impl Recipippes {
    pub fn theft(&self) -> &Theft {
        self.theft.as_ref().expect("this phase belongs to a steal")
    }

    fn theft_mut(&mut self) -> &mut Theft {
        self.theft.as_mut().expect("this phase belongs to a steal")
    }

    // R9, R10, R21: from any other player, with at least one more card to support it.
    pub fn steal_words(&self) -> Vec<String> {
        let mut words = vec![];
        for victim in (0..self.players()).filter(|player| *player != self.mover) {
            for target in &self.captured[victim] {
                for cards in exact_covers(*target, self.hand()) {
                    if cards.len() < self.hand().len() {
                        words.push(target_and_cards("steal", *target, &cards));
                    }
                }
            }
        }
        words
    }

    pub fn steal(&mut self, text: &str) {
        let (target, cards) = read_target_and_cards(text);
        for card in &cards {
            self.take_from_hand(self.mover, *card);
        }
        let victim = self.captured.iter().position(|captured| captured.contains(&target));
        let victim = victim.expect("legal steals are of captured cards");
        self.theft = Some(Theft { target, victim, cards, support: vec![], defence: vec![] });
        self.phase = Phase::Support;
    }

    // R10: any cards, in increasing card order, at least one.
    pub fn support_words(&self) -> Vec<String> {
        let mut words = card_words("support", &self.supports_offered());
        if !self.theft().support.is_empty() && self.may_leave(self.hand().len()) {
            words.push("done".to_string());
        }
        words
    }

    // R3: over the limit a support is offered only if `done` can still be reached.
    fn supports_offered(&self) -> Vec<Card> {
        let hand = self.hand();
        let higher = higher_cards(hand, self.theft().support.last());
        let fewest_left = |card: Card| hand.len() - 1 - higher_cards(hand, Some(&card)).len();
        higher.into_iter().filter(|card| self.may_leave(fewest_left(*card))).collect()
    }

    pub fn support(&mut self, card: Card) {
        self.take_from_hand(self.mover, card);
        self.theft_mut().support.push(card);
    }

    // R11, `excuse_on_attempt=true`: the attempt alone moves The Excuse.
    pub fn end_support(&mut self) {
        if self.options.is("excuse_on_attempt", "true") {
            self.excuse = self.theft().victim;
        }
        self.phase = Phase::Defend;
    }

    // The strength is the sum of the support cards' values.
    fn strength(&self) -> usize {
        sum(&self.theft().support)
    }

    // `yield` only before the first card; `done` when the cards are a defence.
    pub fn defence_words(&self) -> Vec<String> {
        let theft = self.theft();
        let mut words = card_words("defend", &self.defences_offered());
        if theft.defence.is_empty() {
            words.push("yield".to_string());
        } else if self.is_defence(&theft.defence) {
            words.push("done".to_string());
        }
        words
    }

    // In increasing card order, each only if some defence begins so.
    fn defences_offered(&self) -> Vec<Card> {
        let theft = self.theft();
        let hand = &self.hands[theft.victim];
        let leads_to_defence = |card: &Card| {
            let so_far = [theft.defence.as_slice(), &[*card]].concat();
            self.begins_defence(&so_far, &higher_cards(hand, Some(card)))
        };
        higher_cards(hand, theft.defence.last()).into_iter().filter(leads_to_defence).collect()
    }

    // Whether these cards are a defence, alone or together with some of the later ones.
    fn begins_defence(&self, so_far: &[Card], later: &[Card]) -> bool {
        self.is_defence(so_far)
            || (0..later.len())
                .any(|next| self.begins_defence(&[so_far, &[later[next]]].concat(), &later[next + 1..]))
    }

    // R12: any cards that reach the strength; with `defense_minimal=true` none may be left out.
    fn is_defence(&self, cards: &[Card]) -> bool {
        let strength = self.strength();
        let is_minimal = || cards.iter().all(|card| sum(cards) - card.value() < strength);
        sum(cards) >= strength && (self.options.is("defense_minimal", "false") || is_minimal())
    }

    pub fn defend(&mut self, card: Card) {
        let victim = self.theft().victim;
        self.take_from_hand(victim, card);
        self.theft_mut().defence.push(card);
    }

    // R11: the target moves to the thief, and The Excuse to the victim.
    pub fn yield_target(&mut self) {
        let Theft { target, victim, .. } = *self.theft();
        self.captured[victim].retain(|card| *card != target);
        self.captured[self.mover].push(target);
        self.captured[self.mover].sort();
        self.excuse = victim;
        self.discard_theft();
    }

    // R11: the target stays where it is, and so does The Excuse.
    pub fn end_defence(&mut self) {
        self.discard_theft();
    }

    // R13: the victim arranges all cards played, whether it defended or not.
    fn discard_theft(&mut self) {
        let theft = self.theft.take().expect("a steal was under way");
        self.begin_arrangement(&[theft.cards, theft.support, theft.defence].concat(), theft.victim);
    }
}

fn sum(cards: &[Card]) -> usize {
    cards.iter().map(|card| card.value()).sum()
}

// The cards that come later in card order than the last one named; all if there is none.
fn higher_cards(hand: &[Card], last: Option<&Card>) -> Vec<Card> {
    hand.iter().copied().filter(|card| last.is_none_or(|last| card > last)).collect()
}
