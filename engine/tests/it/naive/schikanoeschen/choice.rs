//! The actions of the active player, with a card in hand or without, in order or as an infraction.

use super::Schikanoeschen;
use super::card::Card;
use super::options::KnockMode;
use super::table::{Place, Table};

/// Something that the active player does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Action {
    Move(Place, Place),
    /// Turn over a main card.
    Turn,
    /// Take the joker on top of a stack out of the game.
    Joker(Place),
    /// Turn up a face-down card of the board.
    Flip(Place),
    End,
    Offer,
    /// Put the card in hand somewhere.
    Put(Place),
    /// Take the joker in hand out of the game.
    JokerInHand,
}

impl Action {
    /// The word of the notation.
    pub fn word(self) -> String {
        match self {
            Action::Move(from, to) => format!("{}>{}", from.name(), to.name()),
            Action::Turn => "turn".to_string(),
            Action::Joker(place) => format!("joker:{}", place.name()),
            Action::Flip(place) => format!("flip:{}", place.name()),
            Action::End => "end".to_string(),
            Action::Offer => "offer".to_string(),
            Action::Put(place) => format!("@>{}", place.name()),
            Action::JokerInHand => "joker:@".to_string(),
        }
    }

    /// The stack from which a card is taken, if it is no main card.
    pub fn source(self) -> Option<Place> {
        match self {
            Action::Move(from, _) => Some(from),
            Action::Joker(place) => Some(place),
            _ => None,
        }
    }
}

/// The three ways of missing an obligation, numbered as in the rules.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Infraction {
    /// Class 1.
    WrongSource,
    /// Class 2: the right card to the wrong place.
    WrongPlace,
    /// Class 3: an own card to a final stack before a card of the board.
    OwnBeforeBoard,
}

/// An action that can be chosen, and whether it is an infraction.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub action: Action,
    pub infraction: Option<Infraction>,
}

impl Choice {
    fn in_order(action: Action) -> Choice {
        Choice { action, infraction: None }
    }

    fn wrong(action: Action, class: Infraction) -> Choice {
        Choice { action, infraction: Some(class) }
    }
}

impl Schikanoeschen {
    /// ACT: with an obligation (O nonempty) the obliged choices, else the free ones.
    pub fn choices_to_act(&self) -> Vec<Choice> {
        let board = self.obligations(&Place::board());
        let own = self.obligations(&self.own_open_stacks());
        if board.is_empty() && own.is_empty() {
            self.free_choices()
        } else {
            self.obliged_choices(&board, &own)
        }
    }

    // Free actions 1 to 6.
    fn free_choices(&self) -> Vec<Choice> {
        let mut actions = self.shapes();
        if self.can_pass() {
            actions.push(Action::End);
        }
        if self.options.draw_offers && !self.offered {
            actions.push(Action::Offer); // X18
        }
        actions.into_iter().map(Choice::in_order).collect()
    }

    // The legal actions with an obligation: R is O_board if nonempty, else O_own.
    fn obliged_choices(&self, board: &[Action], own: &[Action]) -> Vec<Choice> {
        let right = if board.is_empty() { own } else { board };
        let mut choices: Vec<Choice> = right.iter().map(|action| Choice::in_order(*action)).collect();
        if self.options.knock_mode == KnockMode::Off {
            return choices;
        }
        if !board.is_empty() {
            choices.extend(own.iter().map(|action| Choice::wrong(*action, Infraction::OwnBeforeBoard)));
        }
        for shape in self.shapes() {
            let is_right_card = match shape {
                Action::Move(from, _) => right.iter().any(|action| action.source() == Some(from)),
                _ => false,
            };
            let class = if is_right_card { Infraction::WrongPlace } else { Infraction::WrongSource };
            choices.push(Choice::wrong(shape, class));
        }
        choices
    }

    // The moves to final stacks from some of the stacks whose tops are movable.
    fn obligations(&self, sources: &[Place]) -> Vec<Action> {
        let mut moves = vec![];
        for source in sources {
            let card = self.table.open_top(*source);
            if let Some(place) = card.and_then(|card| self.final_for(card)) {
                moves.push(Action::Move(*source, place));
            }
        }
        moves
    }

    fn final_for(&self, card: Card) -> Option<Place> {
        self.table.final_for(card, self.options.final_same_back)
    }

    // All actions but those to final stacks, `end` and `offer`, as if there were no obligation.
    fn shapes(&self) -> Vec<Action> {
        let mut actions = self.moves();
        if self.can_turn() {
            actions.push(Action::Turn);
        }
        for place in self.movable_stacks() {
            if self.table.open_top(place).is_some_and(Card::is_joker) {
                actions.push(Action::Joker(place));
            }
        }
        for column in 0..4 {
            let place = Place::Board(self.active, column);
            if self.table.is_covered(place) {
                actions.push(Action::Flip(place)); // X23: the own side only
            }
        }
        actions
    }

    // Free action 1: single cards (X3) of the board, the own side or the own discard stack.
    fn moves(&self) -> Vec<Action> {
        let mut moves = vec![];
        let mut after = Table::empty();
        for from in self.movable_stacks() {
            let Some(card) = self.table.open_top(from) else { continue };
            for to in self.stacks_that_take(card) {
                if from != to && !self.repeats(from, to, &mut after) {
                    moves.push(Action::Move(from, to));
                }
            }
        }
        moves
    }

    // X4: the stacks whose face-up tops can be moved.
    fn movable_stacks(&self) -> Vec<Place> {
        let mut places = Place::board();
        places.extend(self.own_open_stacks());
        places
    }

    fn own_open_stacks(&self) -> Vec<Place> {
        vec![Place::Side(self.active), Place::Discard(self.active)]
    }

    // The stacks of the board and of the opponent on which placement allows this card; never own ones (X13).
    fn stacks_that_take(&self, card: Card) -> Vec<Place> {
        let other = 1 - self.active;
        let mut places = Place::board();
        places.retain(|place| self.table.board_takes(*place, card));
        for place in [Place::Side(other), Place::Discard(other)] {
            if self.table.opponent_takes(place, card, self.options.ace_wrap) {
                places.push(place);
            }
        }
        places
    }

    // `no_repeat_in_turn`: this move would recreate a position of this turn.
    fn repeats(&self, from: Place, to: Place, after: &mut Table) -> bool {
        if !self.options.no_repeat_in_turn {
            return false;
        }
        after.copy_from(&self.table);
        after.shift(from, to);
        after.settle(self.options.joker_auto_remove);
        self.visited.contains(after)
    }

    // Free action 2: there is a main card, or a discard stack to turn around.
    fn can_turn(&self) -> bool {
        let (main, discard) = (Place::Main(self.active), Place::Discard(self.active));
        self.table.top(main).is_some() || self.table.top(discard).is_some()
    }

    // X9: main and side stack are empty; `literal_or_stuck`: or main and discard stack are.
    fn can_pass(&self) -> bool {
        let is_empty = |place| self.table.top(place).is_none();
        let nothing_to_turn = !self.options.pass_literal && is_empty(Place::Discard(self.active));
        is_empty(Place::Main(self.active)) && (is_empty(Place::Side(self.active)) || nothing_to_turn)
    }

    /// HELD: a card that fits a final stack is obliged to go there, unless an infraction is being completed.
    pub fn choices_in_hand(&self) -> Vec<Choice> {
        let card = self.held.expect("a card is in hand");
        let mut places = self.stacks_that_take(card);
        places.push(Place::Discard(self.active));
        let mut others: Vec<Action> = places.into_iter().map(Action::Put).collect();
        if card.is_joker() {
            others.push(Action::JokerInHand);
        }
        match self.final_for(card) {
            None => others.into_iter().map(Choice::in_order).collect(),
            Some(place) => self.choices_for_fitting_card(Action::Put(place), others),
        }
    }

    // HELD after a legal `turn`: another placement is of class 2. After an infraction by `turn` it is no
    // second one.
    fn choices_for_fitting_card(&self, to_final: Action, others: Vec<Action>) -> Vec<Choice> {
        let mut choices = vec![Choice::in_order(to_final)];
        if self.infraction {
            choices.extend(others.into_iter().map(Choice::in_order));
        } else if self.options.knock_mode != KnockMode::Off {
            choices.extend(others.into_iter().map(|action| Choice::wrong(action, Infraction::WrongPlace)));
        }
        choices
    }
}
