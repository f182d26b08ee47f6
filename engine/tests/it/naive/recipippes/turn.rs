//! A turn: the mandatory draw, the choice of an action, drawing, running out and the end of the turn.

use super::card::{read_list, sorted};
use super::{AfterDraw, Phase, Recipippes};

/// The hand limit of the Trade action.
pub const HAND_LIMIT: usize = 10;

impl Recipippes {
    // The mandatory first draw happens by itself.
    pub fn begin_turn(&mut self) {
        self.hand_at_turn_start = self.hand().len();
        self.owe(1, AfterDraw::Act);
    }

    pub fn begin_act(&mut self) {
        self.over_limit = self.is_over_limit();
        self.phase = Phase::Act;
    }

    // R2: the hand after the mandatory draw counts, or with `at_turn_start` the hand before it.
    fn is_over_limit(&self) -> bool {
        if self.options.is("hand_limit_check", "at_turn_start") {
            self.hand_at_turn_start > HAND_LIMIT
        } else {
            self.hand().len() > HAND_LIMIT
        }
    }

    pub fn act_words(&self) -> Vec<String> {
        let mut words = vec!["trade".to_string()];
        if self.may_draw() {
            words.push("draw".to_string());
            if !self.discard.is_empty() {
                words.push("draw:discard".to_string());
            }
        }
        if self.may_capture_and_steal() {
            words.extend(self.capture_words());
            words.extend(self.steal_words());
        }
        words
    }

    // Over the limit there is no draw (R2, R3), nor in last turns that are for captures and steals only
    // (R16).
    fn may_draw(&self) -> bool {
        !self.over_limit && !self.is_restricted_last_turn()
    }

    // R3: over the limit only Trade, unless `over_limit_trade_only=false`.
    fn may_capture_and_steal(&self) -> bool {
        !self.over_limit || self.options.is("over_limit_trade_only", "false")
    }

    // R3: a capture or steal over the limit must leave at most ten cards.
    pub fn may_leave(&self, cards_left: usize) -> bool {
        !self.over_limit || cards_left <= HAND_LIMIT
    }

    // R16, `final_turns=capture_steal_only`.
    pub fn is_restricted_last_turn(&self) -> bool {
        self.final_turns.is_some() && self.options.is("final_turns", "capture_steal_only")
    }

    pub fn draw(&mut self) {
        self.owe(1, AfterDraw::EndTurn);
    }

    // The top of the discard pile is open, so all see who takes what.
    pub fn draw_discard(&mut self) {
        let card = self.discard.remove(0);
        self.put_into_hand(self.mover, card);
        self.end_turn();
    }

    // `take`, `draw` and the mandatory draw draw one card at a time.
    pub fn owe(&mut self, cards: usize, after_draw: AfterDraw) {
        self.owed = cards;
        self.after_draw = after_draw;
        self.draw_owed();
    }

    fn draw_owed(&mut self) {
        let is_checked_first = self.options.is("exhaust_at", "failed_draw");
        while self.owed > 0 {
            if is_checked_first && self.deck.is_empty() {
                self.run_out();
                return;
            }
            self.draw_one();
            if !is_checked_first && self.deck.is_empty() {
                self.run_out();
                return;
            }
        }
        self.go_on();
    }

    // The drawer sees each card and its order, the others only that a card was drawn.
    fn draw_one(&mut self) {
        let card = self.deck.remove(0);
        self.owed -= 1;
        self.put_into_hand(self.mover, card);
        for player in 0..self.players() {
            let event = if player == self.mover { format!("drawn {card}") } else { "drawn".to_string() };
            self.tell(player, &event);
        }
    }

    // R14, R15, R22: the first time the discard pile is shuffled into a new deck, if there is one;
    // otherwise the game is over at once and the cards owed are not drawn.
    fn run_out(&mut self) {
        if self.exhaustions == 0 && !self.discard.is_empty() {
            self.exhaustions = 1;
            self.phase = Phase::NewDeck;
        } else {
            self.phase = Phase::Over;
        }
    }

    // R6: the new deck is exactly the old discard pile, in an order that no player sees.
    pub fn replace_deck(&mut self, text: &str) {
        let cards = read_list(text);
        assert!(sorted(&cards) == sorted(&self.discard), "`{text}` is not an order of the discard pile");
        self.deck = cards;
        self.discard.clear();
        self.tell_all("pile");
        self.draw_owed();
    }

    fn go_on(&mut self) {
        match self.after_draw {
            AfterDraw::Act => self.begin_act(),
            AfterDraw::Trade => self.phase = Phase::Trade,
            AfterDraw::EndTurn => self.end_turn(),
        }
    }

    // R16, R17, R18: the last turns are counted down.
    pub fn end_turn(&mut self) {
        self.final_turns = match self.final_turns {
            None if self.pile.is_empty() => Some(self.last_turns()),
            None => None,
            Some(left) => Some(left - 1),
        };
        if self.final_turns == Some(0) {
            self.phase = Phase::Over;
        } else {
            self.mover = (self.mover + 1) % self.players();
            self.begin_turn();
        }
    }

    // R17: one more turn for every player, the trigger player last or not at all.
    fn last_turns(&self) -> usize {
        if self.options.is("final_turn_includes_trigger", "true") {
            self.players()
        } else {
            self.players() - 1
        }
    }
}
