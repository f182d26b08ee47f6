//! Recipippes being played: the state, whose turn it is, the words and what they do.

mod setup;

mod turn;

mod trade;

mod capture;

mod theft;

mod arrangement;

mod score;

mod card;
mod cover;

use super::Naive;
use super::options::{OptionTable, Options};
use card::{Card, list};
use theft::Theft;

/// The values of each option, the default first.
const OPTIONS: OptionTable = &[
    ("players", &["2", "3", "4"]),
    ("setup", &["full", "fixed"]),
    ("hand_limit_check", &["at_action", "at_turn_start"]),
    ("over_limit_trade_only", &["true", "false"]),
    ("trade_draw", &["declared", "sequential"]),
    ("allow_trade_zero", &["true", "false"]),
    ("discard_order", &["full", "top_only", "canonical"]),
    ("capture_cover", &["irredundant", "each_relevant"]),
    ("excuse_on_attempt", &["false", "true"]),
    ("defense_minimal", &["false", "true"]),
    ("exhaust_at", &["last_taken", "failed_draw"]),
    ("final_turns", &["full", "capture_steal_only"]),
    ("final_turn_includes_trigger", &["true", "false"]),
    ("payoff", &["win", "margin"]),
];

/// A game of Recipippes.
#[derive(Clone, Debug)]
pub struct Recipippes {
    options: Options,
    phase: Phase,
    /// `pawn` or `court`, once player 0 called it.
    call: String,
    /// The card drawn after the call; it lies at the bottom of the pile.
    lot: Option<Card>,
    /// The player that may choose a seat.
    chooser: usize,
    /// Whose turn it is, also while a victim defends or arranges.
    mover: usize,
    /// The player that holds The Excuse.
    excuse: usize,
    /// Each in card order.
    hands: Vec<Vec<Card>>,
    /// Top first.
    deck: Vec<Card>,
    /// Top first.
    discard: Vec<Card>,
    /// In card order.
    display: Vec<Card>,
    /// The pawns and courts not yet seen, top first.
    pile: Vec<Card>,
    /// The cards that each player captured, in card order.
    captured: Vec<Vec<Card>>,
    /// The number of times that the deck ran out and was replaced.
    exhaustions: usize,
    /// The number of turns that are left once the pile has run out.
    final_turns: Option<usize>,
    /// Cards that the mover is still to draw from the deck.
    owed: usize,
    /// The next phase when nothing is owed.
    after_draw: AfterDraw,
    /// The mover's hand before its mandatory draw.
    hand_at_turn_start: usize,
    /// Whether the mover was found over the hand limit when it had to act.
    over_limit: bool,
    /// The cards of the trade under way, the first discarded first.
    traded: Vec<Card>,
    /// The number of cards of that the trade under way have been drawn, with `trade_draw=sequential`.
    taken: usize,
    /// The steal under way.
    theft: Option<Theft>,
    /// Cards that lie on the table to be arranged, in card order.
    table: Vec<Card>,
    /// The player that arranges them.
    arranger: usize,
    seen: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Phase {
    Call,
    Lot,
    Seat,
    Deal,
    Act,
    Trade,
    Support,
    Defend,
    Arrange,
    NewDeck,
    Over,
}

/// Where the game continues after the cards owed have been drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AfterDraw {
    /// The mandatory draw was made.
    Act,
    /// `trade_draw=sequential`: the next card of the trade may be drawn.
    Trade,
    EndTurn,
}

impl Recipippes {
    /// A game before its first action; options that are not given have their defaults.
    pub fn new(options: &[(&str, &str)]) -> Self {
        let options = Options::choose(OPTIONS, options);
        let players = options.number("players");
        // R1, `setup=fixed`: the game starts at the deal, player 0 moves first, player 1 holds The Excuse.
        let phase = if options.is("setup", "fixed") { Phase::Deal } else { Phase::Call };
        Recipippes {
            options,
            phase,
            call: String::new(),
            lot: None,
            chooser: 0,
            mover: 0,
            excuse: 1,
            hands: vec![vec![]; players],
            deck: vec![],
            discard: vec![],
            display: vec![],
            pile: vec![],
            captured: vec![vec![]; players],
            exhaustions: 0,
            final_turns: None,
            owed: 0,
            after_draw: AfterDraw::Act,
            hand_at_turn_start: 0,
            over_limit: false,
            traded: vec![],
            taken: 0,
            theft: None,
            table: vec![],
            arranger: 0,
            seen: vec![String::new(); players],
        }
    }

    fn players(&self) -> usize {
        self.options.number("players")
    }

    fn hand(&self) -> &[Card] {
        &self.hands[self.mover]
    }

    fn put_into_hand(&mut self, player: usize, card: Card) {
        self.hands[player].push(card);
        self.hands[player].sort();
    }

    fn take_from_hand(&mut self, player: usize, card: Card) {
        self.hands[player].retain(|held| *held != card);
    }

    // The observations: every action by every player.
    fn tell_all(&mut self, event: &str) {
        for player in 0..self.players() {
            self.tell(player, event);
        }
    }

    fn tell(&mut self, player: usize, event: &str) {
        self.seen[player].push_str(event);
        self.seen[player].push(';');
    }

    fn play_chance(&mut self, word: &str) {
        match (self.phase, word.split_once(':')) {
            (Phase::Lot, Some(("lot", card))) => self.draw_lot(card),
            (Phase::Deal, Some(("deal", groups))) => self.deal(groups),
            (Phase::NewDeck, Some(("pile", cards))) => self.replace_deck(cards),
            _ => panic!("`{word}` is not a chance action here"),
        }
    }

    fn play_word(&mut self, word: &str) {
        match word.split_once(':') {
            None => self.play_bare_word(word),
            Some(("call", kind)) => self.call(kind),
            Some(("seat", seat)) => self.seat(seat),
            Some(("draw", "discard")) => self.draw_discard(),
            Some(("discard", card)) => self.discard_for_trade(Card::read(card)),
            Some(("take", number)) => self.take(number.parse().expect("legal numbers are numbers")),
            Some(("capture", rest)) => self.capture(rest),
            Some(("steal", rest)) => self.steal(rest),
            Some(("support", card)) => self.support(Card::read(card)),
            Some(("defend", card)) => self.defend(Card::read(card)),
            Some(("place", card)) => self.place(Card::read(card)),
            Some(_) => panic!("`{word}` has no meaning"),
        }
    }

    fn play_bare_word(&mut self, word: &str) {
        match (self.phase, word) {
            (_, "draw") => self.draw(),
            (_, "trade") => self.begin_trade(),
            (_, "yield") => self.yield_target(),
            (Phase::Support, "done") => self.end_support(),
            (Phase::Defend, "done") => self.end_defence(),
            _ => panic!("`{word}` has no meaning"),
        }
    }
}

impl Naive for Recipippes {
    fn turn(&self) -> String {
        let player = match self.phase {
            Phase::Lot | Phase::Deal | Phase::NewDeck => return "chance".to_string(),
            Phase::Over => return "over".to_string(),
            Phase::Call => 0,
            Phase::Seat => self.chooser,
            Phase::Act | Phase::Trade | Phase::Support => self.mover,
            Phase::Defend => self.theft().victim,
            Phase::Arrange => self.arranger,
        };
        format!("player {player}")
    }

    fn legal(&self) -> Vec<String> {
        let mut words = match self.phase {
            Phase::Lot | Phase::Deal | Phase::NewDeck | Phase::Over => vec![],
            Phase::Call => vec!["call:pawn".to_string(), "call:court".to_string()],
            Phase::Seat => vec!["seat:first".to_string(), "seat:second".to_string()],
            Phase::Act => self.act_words(),
            Phase::Trade => self.trade_words(),
            Phase::Support => self.support_words(),
            Phase::Defend => self.defence_words(),
            Phase::Arrange => self.arrangement_words(),
        };
        words.sort();
        words
    }

    fn play(&mut self, word: &str) {
        assert!(self.phase != Phase::Over, "`{word}` comes after the end of the game");
        if self.turn() == "chance" {
            self.play_chance(word);
        } else {
            let legal = self.legal();
            assert!(legal.iter().any(|known| known == word), "`{word}` is not among {legal:?}");
            self.tell_all(word);
            self.play_word(word);
        }
    }

    fn returns(&self) -> Vec<f64> {
        assert!(self.phase == Phase::Over, "the game is not over");
        self.payoffs().iter().map(|payoff| *payoff as f64).collect()
    }

    fn seen(&self, player: usize) -> String {
        self.seen[player].clone()
    }
}

// `capture:` and `steal:` name a target and the cards played for it.
fn read_target_and_cards(text: &str) -> (Card, Vec<Card>) {
    let (target, cards) = text.split_once('=').expect("legal captures and steals name their cards");
    (Card::read(target), card::read_list(cards))
}

fn target_and_cards(verb: &str, target: Card, cards: &[Card]) -> String {
    format!("{verb}:{target}={}", list(cards))
}

fn card_words(verb: &str, cards: &[Card]) -> Vec<String> {
    cards.iter().map(|card| format!("{verb}:{card}")).collect()
}
