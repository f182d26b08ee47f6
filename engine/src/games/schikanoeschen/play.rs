//! The course of the game: actions, knocks, turns, and the end.

use super::action::{Action, Actions, FINAL_ROW, FLIP_ROW, JOKER_ROW};
use super::card::Open;
use super::deal::Deal;
use super::info_set::InfoSet;
use super::legal::Fault;
use super::position::{Flags, Phase, Position};
use super::rules::{KnockMode, Schikanoeschen};
use super::stack::Stack;
use crate::{Game, Player, Rng, Turn};

/// The number of times a turn may start from the same position before the game is a draw.
const OCCURRENCES: usize = 3;

impl Schikanoeschen {
    /// An action of the active player without a card in hand.
    #[inline]
    fn act(&self, position: &mut Position, action: Action) {
        if action == Action::OFFER {
            position.flags.offered = true;
            position.phase = Phase::Offer;
            return;
        }
        let fault = match self.knock_mode {
            KnockMode::Off => Fault::None,
            _ => self.obligation(position).fault(action),
        };
        match fault {
            Fault::WrongCard => {
                position.touched = action;
                position.phase = Phase::Touch;
            }
            fault => self.perform(position, action, fault != Fault::None),
        }
    }

    /// An action without a card in hand takes place.
    #[inline]
    fn perform(&self, position: &mut Position, action: Action, wrong: bool) {
        position.begin();
        let player = position.active;
        position.flags.on_final = action.row() == FINAL_ROW;
        if action == Action::TURN {
            position.flags.took_last = position.own_cards(player) == 1;
            position.flags.wrong_turn = wrong;
            if position.height(Stack::main(player)) == 0 {
                position.turn_over(player);
            }
            position.shift(Stack::main(player), Stack::HAND);
            if self.joker_auto_remove && position.held().map(Open::of) == Some(Open::JOKER) {
                position.shift(Stack::HAND, Stack::OUT);
                position.past.leave();
                self.complete(position, wrong, false);
            } else {
                position.phase = Phase::Held;
            }
            return;
        }
        let before = position.key;
        let source = action.source();
        let takes_own = action.row() < FLIP_ROW && !source.is_board();
        position.flags.took_last = takes_own && position.own_cards(player) == 1;
        match action.row() {
            FLIP_ROW => position.turn_up(source),
            JOKER_ROW => position.shift(source, Stack::OUT),
            row if row <= FINAL_ROW => self.put(position, source, row),
            _ => debug_assert!(action == Action::END, "{action} is no action of the active player"),
        }
        self.settle(position);
        if !action.is_on_board() {
            position.past.leave();
        } else if self.no_repeat_in_turn {
            position.past.step(before, position.key);
        }
        self.complete(position, wrong, action == Action::END);
    }

    /// The card in hand is put down.
    #[inline]
    fn place(&self, position: &mut Position, action: Action) {
        let missed =
            self.knock_mode != KnockMode::Off && action.row() != FINAL_ROW && self.held_fits(position);
        let wrong = position.flags.wrong_turn || missed;
        position.flags.on_final = action.row() == FINAL_ROW;
        match action.row() {
            JOKER_ROW => position.shift(Stack::HAND, Stack::OUT),
            row => self.put(position, Stack::HAND, row),
        }
        self.settle(position);
        position.past.leave();
        self.complete(position, wrong, action.row() == Stack::discard(position.active).index());
    }

    /// Moves a card to the stack of this row.
    #[inline]
    fn put(&self, position: &mut Position, from: Stack, row: usize) {
        let to = if row == FINAL_ROW {
            let card = position.top(from);
            position
                .final_for(card, self.final_same_back)
                .expect("only a card that fits goes to a final stack")
        } else {
            Stack::from_index(row)
        };
        position.shift(from, to);
    }

    /// The events that happen by themselves: side cards are turned up, and open jokers leave by the rules.
    #[inline]
    fn settle(&self, position: &mut Position) {
        self.turn_side_up(position, position.active);
        if self.joker_auto_remove {
            self.remove_jokers(position);
        }
    }

    #[inline]
    fn turn_side_up(&self, position: &mut Position, player: Player) {
        let side = Stack::side(player);
        if position.open(side) == Open::DOWN {
            position.turn_up(side);
        }
    }

    fn remove_jokers(&self, position: &mut Position) {
        for n in 0..Stack::SHOWN {
            let stack = Stack::from_index(n);
            while position.open(stack) == Open::JOKER {
                position.shift(stack, Stack::OUT);
                self.turn_side_up(position, Player::FIRST);
                self.turn_side_up(position, Player::SECOND);
            }
        }
    }

    /// An action is complete: a player may knock, or the game goes on.
    #[inline]
    fn complete(&self, position: &mut Position, wrong: bool, ended_turn: bool) {
        let ends = ended_turn;
        if wrong {
            position.phase = Phase::After;
        } else if self.knock_mode == KnockMode::Full {
            position.phase = Phase::Window;
        } else {
            self.go_on(position, ends);
            return;
        }
        position.flags.ends = ends;
    }

    /// The game goes on after an action without a knock, or with one that changed nothing.
    #[inline]
    fn go_on(&self, position: &mut Position, ends: bool) {
        let player = position.active;
        if position.has_won(player) {
            position.phase = Phase::Out;
        } else if position.has_won(player.other()) {
            position.active = player.other();
            position.phase = Phase::Out;
        } else if ends {
            self.start_turn(position, player.other());
        } else {
            self.await_action(position);
        }
    }

    /// `player` becomes the active player.
    #[inline]
    pub(super) fn start_turn(&self, position: &mut Position, player: Player) {
        position.active = player;
        position.flags = Flags { warned: position.flags.warned, ..Flags::default() };
        position.past.leave();
        self.await_action(position);
        if self.repetition_draw {
            if position.progress != position.progress_at_start {
                position.past.forget();
                position.progress_at_start = position.progress;
            }
            if position.past.start(position.key.of_turn(player)) >= OCCURRENCES {
                position.phase = Phase::Repeated;
            }
        }
    }

    /// The active player is to act, if there is anything to do.
    #[inline]
    fn await_action(&self, position: &mut Position) {
        position.phase = if self.is_stuck(position) { Phase::Stuck } else { Phase::Act };
    }

    /// The other player knocks though nothing was wrong: a warning, or the game is lost.
    fn knock_wrongly(&self, position: &mut Position) {
        let other = position.active.other();
        let warned = &mut position.flags.warned[other.index()];
        if *warned {
            position.phase = Phase::Knocks;
        } else {
            *warned = true;
            self.go_on(position, position.flags.ends);
        }
    }

    /// The other player answers: to an offer, before or after an action.
    fn answer(&self, position: &mut Position, action: Action) {
        let other = position.active.other();
        match (position.phase, action) {
            (Phase::Offer, Action::ACCEPT) => position.phase = Phase::Agreed,
            (Phase::Offer, _) => self.await_action(position),
            (Phase::Touch, Action::WAIT) => self.perform(position, position.touched, true),
            (Phase::Window, Action::KNOCK) => self.knock_wrongly(position),
            (_, Action::LET) => self.go_on(position, position.flags.ends),
            (_, action) => {
                if action == Action::REVERT {
                    position.undo();
                }
                self.start_turn(position, other);
            }
        }
    }
}

impl Game for Schikanoeschen {
    type State = Position;
    type Action = Action;
    type Legal = Actions;
    type Chance = Deal;
    type InfoSet = InfoSet;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn start(&self) -> Position {
        Position::UNDEALT
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        match position.phase {
            Phase::Deal => Turn::Chance,
            Phase::Act | Phase::Held => Turn::Player(position.active),
            Phase::Offer | Phase::Touch | Phase::After | Phase::Window => {
                Turn::Player(position.active.other())
            }
            _ => Turn::Over,
        }
    }

    #[inline]
    fn legal(&self, position: &Position) -> Actions {
        self.legal_actions(position)
    }

    #[inline]
    fn play(&self, position: &mut Position, action: Action) {
        debug_assert!(crate::ActionSet::contains(&self.legal(position), action), "{action} is not legal");
        position.digest.absorb(action.index() as u64);
        position.actions += 1;
        match position.phase {
            Phase::Act => self.act(position, action),
            Phase::Held => self.place(position, action),
            _ => self.answer(position, action),
        }
        if position.actions >= self.max_actions && self.turn(position) != Turn::Over {
            position.phase = Phase::Capped;
        }
    }

    #[inline]
    fn draw(&self, _: &Position, rng: &mut Rng) -> Deal {
        Deal::draw(rng)
    }

    #[inline]
    fn reveal(&self, position: &mut Position, deal: &Deal) {
        *position = Position::dealt(deal);
        if self.joker_auto_remove {
            self.remove_jokers(position);
            position.begin();
        }
        let starter = deal.starter().expect("a deal decides who starts");
        self.start_turn(position, Player::new(starter));
    }

    #[inline]
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        match position.phase {
            phase if !phase.is_won() => 0.0,
            _ if position.active == player => 1.0,
            _ => -1.0,
        }
    }

    #[inline]
    fn info_set(&self, position: &Position, player: Player) -> InfoSet {
        InfoSet::of(position, player)
    }

    #[inline]
    fn sample(&self, info_set: &InfoSet, rng: &mut Rng) -> Position {
        info_set.sample(rng)
    }
}
