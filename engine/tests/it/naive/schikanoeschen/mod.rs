//! Schikanöschen for two players, one small function per rule; the marks X1 to X29 are those of the rules
//! page.

use super::Naive;
use card::{Card, compare_for_start, read_deal};
use choice::{Action, Choice, Infraction};
use options::{KnockMode, Options};
use std::cmp::Ordering;
use table::{Place, Table};

mod card;
mod choice;
mod options;
mod table;

/// Schikanöschen being played.
#[derive(Clone, Debug)]
pub struct Schikanoeschen {
    options: Options,
    phase: Phase,
    table: Table,
    active: usize,
    /// The main card in hand, between `turn` and its placing.
    held: Option<Card>,
    /// The positions of this turn with no card in hand.
    visited: Vec<Table>,
    /// Position and active player at every start of a turn.
    starts: Vec<(Table, usize)>,
    /// The active player has offered a draw in this turn.
    offered: bool,
    /// A false knock of this player has been warned.
    warned: [bool; 2],
    /// The action that waits at TOUCH, or the last one that took place.
    action: Action,
    /// That action is an infraction.
    infraction: bool,
    /// The table before that action; before `turn` if that began it.
    before: Table,
    /// All words but the deal.
    words: usize,
    payoff: [f64; 2],
    /// Everything is public: both players see the same.
    seen: String,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Phase {
    Deal,
    Act,
    Held,
    /// The passive player answers an offer.
    Offer,
    /// The wrong card is touched.
    Touch,
    /// The infraction is complete.
    After,
    /// Full mode: after an action that was in order.
    Window,
    Over,
}

impl Schikanoeschen {
    /// A game before its deal; options that are not given have their defaults.
    pub fn new(options: &[(&str, &str)]) -> Self {
        Schikanoeschen {
            options: Options::choose(options),
            phase: Phase::Deal,
            table: Table::empty(),
            active: 0,
            held: None,
            visited: vec![],
            starts: vec![],
            offered: false,
            warned: [false, false],
            action: Action::End,
            infraction: false,
            before: Table::empty(),
            words: 0,
            payoff: [0.0, 0.0],
            seen: String::new(),
        }
    }

    fn passive(&self) -> usize {
        1 - self.active
    }

    // Setup: the deal, the starter, then `joker_auto_remove`, then the first turn.
    fn deal(&mut self, word: &str) {
        let decks = read_deal(word);
        for (player, deck) in decks.iter().enumerate() {
            self.table.deal(player, deck);
        }
        for player in 0..2 {
            for place in places_of_start(player) {
                let card = self.table.open_top(place).expect("five open cards");
                self.tell(place, card);
            }
        }
        let starter = starter(&self.table);
        self.settle();
        self.start_turn(starter);
    }

    fn tell(&mut self, place: Place, card: Card) {
        self.seen.push_str(&format!(" {}={}", place.name(), card.text()));
    }

    // The actions of the active player, at ACT or HELD.
    fn choices(&self) -> Vec<Choice> {
        match self.phase {
            Phase::Act => self.choices_to_act(),
            Phase::Held => self.choices_in_hand(),
            _ => vec![],
        }
    }

    // The actions of the passive player.
    fn answers(&self) -> Vec<&'static str> {
        match self.phase {
            Phase::Offer => vec!["accept", "decline"],
            Phase::Touch => vec!["knock", "wait"],
            Phase::After => self.answers_after(),
            Phase::Window => vec!["knock", "let"],
            _ => vec![],
        }
    }

    // AFTER, which answers.
    fn answers_after(&self) -> Vec<&'static str> {
        if self.took_last_own_card() || self.table.wins(self.active) {
            vec!["let", "revert"]
        } else if self.put_on_final() {
            vec!["let", "keep"]
        } else {
            vec!["let", "keep", "revert"]
        }
    }

    // (a): A, B and C held exactly one card before the infraction, and it took that card, to anywhere.
    fn took_last_own_card(&self) -> bool {
        let took_own = match self.action {
            Action::Turn | Action::Put(_) | Action::JokerInHand => true,
            action => {
                let source = action.source();
                source == Some(Place::Side(self.active)) || source == Some(Place::Discard(self.active))
            }
        };
        took_own && self.before.own_cards(self.active) == 1
    }

    fn put_on_final(&self) -> bool {
        matches!(self.action, Action::Move(_, Place::Final(_)) | Action::Put(Place::Final(_)))
    }

    // Classes 1 and 3 wait at TOUCH; everything else takes place at once.
    fn act(&mut self, choice: Choice) {
        match choice.infraction {
            Some(Infraction::WrongSource | Infraction::OwnBeforeBoard) => {
                self.action = choice.action;
                self.phase = Phase::Touch;
            }
            Some(Infraction::WrongPlace) => self.begin(choice.action, true),
            None if choice.action == Action::Offer => self.offer(),
            None => self.begin(choice.action, false),
        }
    }

    // X18: once per turn.
    fn offer(&mut self) {
        self.offered = true;
        self.phase = Phase::Offer;
    }

    // An action at ACT takes place.
    fn begin(&mut self, action: Action, infraction: bool) {
        self.before = self.table.clone();
        self.infraction = infraction;
        if action == Action::Turn {
            self.turn_main();
        } else {
            self.perform(action);
            self.complete(action);
        }
    }

    // Free action 2; with `joker_auto_remove` a joker leaves at once and the action is complete.
    fn turn_main(&mut self) {
        let main = Place::Main(self.active);
        if self.table.top(main).is_none() {
            self.table.flip_discard(self.active);
        }
        let card = self.table.take(main).face_up();
        self.tell(main, card);
        if card.is_joker() && self.options.joker_auto_remove {
            self.table.put(Place::Gone, card);
            self.complete(Action::Turn);
        } else {
            self.held = Some(card);
            self.phase = Phase::Held;
        }
    }

    // HELD: the card goes where it was chosen to go; turning over and putting down is one action.
    fn put_down(&mut self, choice: Choice) {
        if choice.infraction.is_some() {
            self.infraction = true;
        }
        self.perform(choice.action);
        self.complete(choice.action);
    }

    // The effect of an action on the table.
    fn perform(&mut self, action: Action) {
        match action {
            Action::Move(from, to) => self.table.shift(from, to),
            Action::Joker(place) => self.table.shift(place, Place::Gone),
            Action::Flip(place) => {
                let card = self.table.turn_up(place);
                self.tell(place, card);
            }
            Action::Put(place) => self.put_held(place),
            Action::JokerInHand => self.put_held(Place::Gone),
            Action::End => {}
            Action::Turn | Action::Offer => unreachable!("done elsewhere"),
        }
    }

    fn put_held(&mut self, place: Place) {
        let card = self.held.take().expect("a card is in hand");
        self.table.put(place, card);
    }

    // Order after an action, 1 and 2: side stacks turn up, then the knock window if there is one.
    fn complete(&mut self, action: Action) {
        self.action = action;
        self.settle();
        if self.infraction {
            self.phase = Phase::After;
        } else if self.options.knock_mode == KnockMode::Full {
            self.phase = Phase::Window;
        } else {
            self.finish();
        }
    }

    fn settle(&mut self) {
        for (place, card) in self.table.settle(self.options.joker_auto_remove) {
            self.tell(place, card);
        }
    }

    // Order after an action, 3 and 4: the win test (X17: actor first), then perhaps the other's turn.
    fn finish(&mut self) {
        if self.table.wins(self.active) {
            self.win(self.active);
        } else if self.table.wins(self.passive()) {
            self.win(self.passive());
        } else if self.action == Action::End || self.action == Action::Put(Place::Discard(self.active)) {
            self.start_turn(self.passive());
        } else {
            self.visited.push(self.table.clone());
            self.await_action();
        }
    }

    // A new active player; `repetition_draw` at the third start with the same position and active player.
    fn start_turn(&mut self, player: usize) {
        self.active = player;
        self.offered = false;
        self.infraction = false;
        self.visited = vec![self.table.clone()];
        let start = (self.table.clone(), player);
        self.starts.push(start.clone());
        let times = self.starts.iter().filter(|before| **before == start).count();
        if self.options.repetition_draw && times >= 3 {
            self.draw();
        } else {
            self.await_action();
        }
    }

    // `pass_rule=literal`: a player at ACT without any legal action ends the game as a draw.
    fn await_action(&mut self) {
        self.phase = Phase::Act;
        if self.options.pass_literal && self.choices().is_empty() {
            self.draw();
        }
    }

    fn answer(&mut self, word: &str) {
        match (self.phase, word) {
            (Phase::Offer, "accept") => self.draw(),
            (Phase::Offer, "decline") => self.await_action(),
            (Phase::Touch, "wait") => self.begin(self.action, true),
            (Phase::After | Phase::Window, "let") => self.finish(),
            (Phase::Touch, "knock") | (Phase::After, "keep") => self.start_turn(self.passive()),
            (Phase::After, "revert") => self.revert(),
            (Phase::Window, "knock") => self.knock_falsely(),
            _ => unreachable!("the answer was legal"),
        }
    }

    // `revert`: all stacks as they were before the infraction; only the knowledge stays.
    fn revert(&mut self) {
        self.table = self.before.clone();
        self.start_turn(self.passive());
    }

    // Full mode: the first false knock is a warning, the second loses before the win test.
    fn knock_falsely(&mut self) {
        if self.warned[self.passive()] {
            self.win(self.active);
        } else {
            self.warned[self.passive()] = true;
            self.finish();
        }
    }

    fn win(&mut self, player: usize) {
        self.payoff[player] = 1.0;
        self.payoff[1 - player] = -1.0;
        self.phase = Phase::Over;
    }

    fn draw(&mut self) {
        self.phase = Phase::Over;
    }

    // Order after an action, 5: `max_actions` words without an end are a draw, wherever the game stands.
    fn cap(&mut self) {
        if self.phase != Phase::Over && self.words >= self.options.max_actions {
            self.draw();
        }
    }

    fn play_player_word(&mut self, word: &str) {
        self.words += 1;
        self.seen.push_str(&format!("; {word}"));
        if self.answers().contains(&word) {
            self.answer(word);
        } else {
            let choice = self.choices().into_iter().find(|choice| choice.action.word() == word);
            let choice = choice.unwrap_or_else(|| panic!("not legal: {word:?}, but {:?}", self.legal()));
            if self.phase == Phase::Act { self.act(choice) } else { self.put_down(choice) }
        }
        self.cap();
    }
}

// Setup: the open cards are compared on C, E, F, G and H, in this order.
fn places_of_start(player: usize) -> Vec<Place> {
    let mut places = vec![Place::Side(player)];
    places.extend((0..4).map(|column| Place::Board(player, column)));
    places
}

// Setup: the owner of the higher open card starts; a deal that ties throughout is not allowed.
fn starter(table: &Table) -> usize {
    for (place_0, place_1) in places_of_start(0).into_iter().zip(places_of_start(1)) {
        let card_0 = table.open_top(place_0).expect("an open card");
        let card_1 = table.open_top(place_1).expect("an open card");
        match compare_for_start(card_0, card_1) {
            Ordering::Greater => return 0,
            Ordering::Less => return 1,
            Ordering::Equal => {}
        }
    }
    panic!("all open cards of the deal tie");
}

impl Naive for Schikanoeschen {
    fn turn(&self) -> String {
        match self.phase {
            Phase::Deal => "chance".to_string(),
            Phase::Over => "over".to_string(),
            Phase::Act | Phase::Held => format!("player {}", self.active),
            Phase::Offer | Phase::Touch | Phase::After | Phase::Window => {
                format!("player {}", self.passive())
            }
        }
    }

    fn legal(&self) -> Vec<String> {
        let mut words: Vec<String> = self.choices().iter().map(|choice| choice.action.word()).collect();
        words.extend(self.answers().iter().map(ToString::to_string));
        words.sort();
        words
    }

    fn play(&mut self, word: &str) {
        match self.phase {
            Phase::Deal => self.deal(word),
            Phase::Over => panic!("the game is over"),
            _ => self.play_player_word(word),
        }
    }

    fn returns(&self) -> Vec<f64> {
        self.payoff.to_vec()
    }

    fn seen(&self, _player: usize) -> String {
        self.seen.clone()
    }
}
