//! The turns after the set-up: what is legal, and how the game ends.

use super::action::{Action, Target};
use super::card::KING;
use super::moves::{flips, may_pass, moves};
use super::options::NoMove;
use super::table::Space;
use super::transfers::{adds, transfers};
use super::{KlondikeChess, LastTurn, Phase};

impl KlondikeChess {
    /// Repetition: the position at the start of the first turn counts.
    pub fn start_turns(&mut self) {
        self.positions.push(self.table.position(self.mover));
        self.await_turn();
    }

    /// After each turn 5, C24: without a legal action (a claim does not count) a draw, or only a pass.
    pub fn await_turn(&mut self) {
        let mut actions = self.legal_turns();
        if actions.is_empty() {
            match self.options.no_move {
                NoMove::Draw => return self.end([0.0, 0.0]),
                NoMove::Pass => actions.push(Action::Pass),
            }
        }
        if self.may_claim() {
            actions.push(Action::Claim);
        }
        self.offered = actions.into_iter().map(|action| (action.to_string(), action)).collect();
        self.offered.sort_by(|left, right| left.0.cmp(&right.0));
        self.phase = Phase::Turn;
    }

    fn legal_turns(&self) -> Vec<Action> {
        let mut actions = self.possible_turns();
        actions.retain(|action| !self.breaks_ko(*action));
        actions
    }

    // Turns 1 to 7, before ko.
    fn possible_turns(&self) -> Vec<Action> {
        let table = &self.table;
        let mut actions = flips(table, self.mover);
        actions.extend(moves(table, self.options.leap_turn, self.mover));
        if may_pass(table, self.mover) {
            actions.push(Action::Pass);
        }
        actions.extend(transfers(table, &self.options, self.mover));
        actions.extend(adds(table, &self.options, self.mover));
        if !table.pile.is_empty() {
            actions.push(Action::Draw);
        }
        if table.pile.is_empty() && !table.waste.is_empty() {
            actions.push(Action::Reshuffle);
        }
        actions
    }

    // Ko, C22: the position after the turn may not equal that before the opponent's last turn, unless it
    // passed. Only a turn that changes the same places as that turn can do that, so only such turns are tried
    // out.
    fn breaks_ko(&self, action: Action) -> bool {
        let Some(last) = &self.last_turn else { return false };
        let same_places = action.places(self.mover) == last.action.places(1 - self.mover);
        last.action != Action::Pass && same_places && self.restores(action, &last.position_before)
    }

    pub fn restores(&self, action: Action, position: &str) -> bool {
        let mut table = self.table.clone();
        table.apply(action, self.mover);
        table.position(1 - self.mover) == position
    }

    // C21: the condition is latched at turn fifty, or checked again on each turn from there on.
    fn may_claim(&self) -> bool {
        if self.options.king_draw_latched {
            self.kings_missed
        } else {
            self.turns >= 2 * self.options.king_draw_turn && self.no_king_shown()
        }
    }

    fn no_king_shown(&self) -> bool {
        !self.table.shows_king(0) && !self.table.shows_king(1)
    }

    /// Turn 8: the game ends at once as a draw; this is no turn.
    pub fn claim(&mut self) {
        self.tell_both(&format!("{} claim;", self.mover));
        self.end([0.0, 0.0]);
    }

    /// One legal turn of the player to move, then the end of the game, a chance word or the other's turn.
    pub fn take_turn(&mut self, action: Action) {
        let player = self.mover;
        let position_before = self.table.position(player);
        self.announce(action);
        self.table.apply(action, player);
        self.offered.clear();
        self.turns += 1;
        self.mover = 1 - player;
        self.last_turn = Some(LastTurn { action, position_before });
        self.count_reshuffles(action);
        self.note_position(action);
        self.note_kings();
        if let Some(payoff) = self.result(action, player) {
            self.end(payoff);
        } else if action == Action::Reshuffle {
            self.phase = Phase::Pile;
        } else {
            self.await_turn();
        }
    }

    // Seen: all turns, with the card shown by flip and draw.
    fn announce(&mut self, action: Action) {
        let shown = match action {
            Action::Flip(square) => match self.table.space(square) {
                Space::Reshuffle(card) => format!(" shows {card}"),
                _ => panic!("only face-down cards are flipped"),
            },
            Action::Draw => format!(" shows {}", self.table.pile.last().expect("draws need a card")),
            _ => String::new(),
        };
        self.tell_both(&format!("{} {action}{shown};", self.mover));
    }

    // C20: reshuffles are counted since the last change of the board.
    fn count_reshuffles(&mut self, action: Action) {
        match action {
            Action::Reshuffle => self.reshuffles += 1,
            Action::Flip(_) | Action::Move { .. } | Action::Transfer { .. } | Action::Add(_) => {
                self.reshuffles = 0;
            }
            Action::Pass | Action::Draw | Action::Claim => {}
        }
    }

    // Repetition: a reshuffle of two or more cards makes all earlier positions count no more.
    fn note_position(&mut self, action: Action) {
        if action == Action::Reshuffle && self.table.pile.len() >= 2 {
            self.positions.clear();
        }
        self.positions.push(self.table.position(self.mover));
    }

    // C16: kings face-up on the board count in any case. C21: right after turn fifty of both.
    fn note_kings(&mut self) {
        for colour in 0..2 {
            if self.table.shows_king(colour) {
                self.had_king[colour] = true;
            }
        }
        if self.turns == 2 * self.options.king_draw_turn {
            self.kings_missed = self.no_king_shown();
        }
    }

    // After each turn, 1 to 4 in this order.
    fn result(&self, action: Action, player: usize) -> Option<[f64; 2]> {
        if self.enthroned_king(action, player) {
            let winner = if self.had_king[1 - player] { player } else { 1 - player };
            Some(won_by(winner))
        } else if self.reshuffles >= self.options.reshuffle_draw {
            Some([0.0, 0.0])
        } else if self.occurrences() >= 3 {
            Some(won_by(1 - player))
        } else if self.turns >= self.options.max_plies {
            Some([0.0, 0.0])
        } else {
            None
        }
    }

    // The turn laid a king on the enemy throne.
    fn enthroned_king(&self, action: Action, player: usize) -> bool {
        let lays = matches!(action, Action::Transfer { target: Target::EnemyThrone, .. });
        lays && self.table.thrones[1 - player].last().is_some_and(|card| card.value == KING)
    }

    // The number of times that the present position has occurred.
    fn occurrences(&self) -> usize {
        let now = self.positions.last();
        self.positions.iter().filter(|position| Some(*position) == now).count()
    }

    // Seen: at the end the payoffs.
    fn end(&mut self, payoff: [f64; 2]) {
        self.payoff = payoff;
        self.phase = Phase::Over;
        self.tell_both(&format!("payoffs {} {};", payoff[0], payoff[1]));
    }
}

// Payoff: winner +1, loser -1.
fn won_by(winner: usize) -> [f64; 2] {
    if winner == 0 { [1.0, -1.0] } else { [-1.0, 1.0] }
}
