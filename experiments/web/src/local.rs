//! The page without a server: what the page asks, as JSON, and the answers. It keeps nothing beyond its own
//! life and waits for nothing: what rooms must write down, whom they ask, and when they go on is a part of
//! the answers, and the page does it. Bots think where the page has another copy of this, so that rooms can
//! answer meanwhile.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hinterhand_players::bots::Bot;
use hinterhand_players::games::LoadedGame;
use hinterhand_players::records::Record;
use hinterhand_players::strategy::{StrategyFile, slice_asked};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use crate::bots::OpenBots;
use crate::catalogue::Catalogue;
use crate::records::{self, Adviser, Asked};
use crate::room::{self, Hand, Journal, Move, Question, Room, Said, Score, Side, Terms, Thought};
use crate::wish::Wish;

/// The page without a server.
#[derive(Debug)]
pub struct Local {
    catalogue: Catalogue,
    bots: OpenBots,
    /// Solutions by what the page calls them, of which slices are loaded when they are needed.
    solutions: Vec<String>,
    slices: HashMap<String, Arc<Bot>>,
    /// Rooms borrow their game for as long as the page is open: there is one of each with its options.
    games: HashMap<String, &'static Arc<LoadedGame>>,
    rooms: HashMap<String, LocalRoom>,
}

/// What the page asks.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    /// Names the solutions, first of all.
    Open { solutions: Vec<String> },
    /// A new room with this name, key and seed.
    Make { wish: Wish, room: String, key: String, seed: u64 },
    /// The room is shown from now on, as it was written down.
    Wake { room: String, key: String, terms: Terms, hands: Vec<Vec<(String, Option<String>)>>, now: f64 },
    /// The person says something.
    Said { room: String, said: Said, now: f64 },
    /// Time has passed.
    Later { room: String, now: f64 },
    /// A bot has answered this question of the room, or cannot.
    Thought { room: String, number: u64, thought: Option<Thought>, error: Option<String>, now: f64 },
    /// A bot is to answer.
    Think { question: Posed },
    /// A bot is to answer, about actions that the person is shown.
    Advise { question: Posed, shown: Vec<String> },
    /// The record of a hand.
    Played { terms: Terms, hands: Vec<Vec<(String, Option<String>)>>, hand: usize },
    /// A position of a record.
    Positions { about: Asked },
    /// What a bot thinks of a position.
    Opinions { about: Asked },
    /// What the decisions of a record cost.
    Reviews { about: Asked },
    /// Whether a hand could have been won.
    Hindsights { about: Asked },
    /// A record with what chance decides.
    Deals { about: Asked, seed: u64 },
}

/// Why there is no answer.
enum Failure {
    /// This slice of a solution is not loaded.
    Needs(String),
    /// Anything else.
    Because(String),
}

impl<E: std::fmt::Display> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Because(error.to_string())
    }
}

/// A question to a bot as text, for a copy of this that has no rooms.
#[derive(Debug, Serialize, Deserialize)]
struct Posed {
    game: String,
    options: Map<String, Json>,
    best_of: Option<u32>,
    /// The payoffs of earlier hands.
    returns: Vec<Vec<f64>>,
    /// The hand so far. The bot is asked by what its seat knows of it.
    words: Vec<String>,
    spec: String,
    seed: u64,
    stream: u64,
}

impl Posed {
    fn of(room: &Room<'_>, question: &Question) -> Posed {
        let terms = room.terms();
        Posed {
            game: terms.game.clone(),
            options: terms.options.clone(),
            best_of: terms.best_of,
            returns: room.score().returns().to_vec(),
            words: room.hand().history().words().iter().map(ToString::to_string).collect(),
            spec: question.spec.clone(),
            seed: question.seed,
            stream: question.stream,
        }
    }
}

/// A room that is shown.
#[derive(Debug)]
struct LocalRoom {
    room: Room<'static>,
    notes: Arc<Notes>,
    side: usize,
    /// The bot that gives hints.
    adviser: String,
    /// The number of questions to bots so far; the answer to any but the last comes too late.
    asked: u64,
    /// Whether the last question is still open.
    is_asking: bool,
    /// What the bot has answered, and when it acts.
    answered: Option<(Thought, Duration)>,
    /// What was shown last.
    last: String,
}

/// What a room has written and the page has not kept yet.
#[derive(Debug, Default)]
struct Notes(Mutex<Vec<Json>>);

impl Notes {
    fn note(&self, note: Json) -> Result<(), String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(note);
        Ok(())
    }

    fn take(&self) -> Vec<Json> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Journal for Notes {
    fn put(&self, _: &str, terms: &Terms) -> Result<(), String> {
        self.note(json!({ "terms": terms }))
    }

    fn add(&self, _: &str, hand: usize, ply: usize, one: &Move) -> Result<(), String> {
        self.note(json!({ "hand": hand, "ply": ply, "word": one.word, "thought": one.thought }))
    }

    fn cut(&self, _: &str, hand: usize, from: usize) -> Result<(), String> {
        self.note(json!({ "hand": hand, "cut": from }))
    }
}

impl Default for Local {
    fn default() -> Local {
        Local::new()
    }
}

impl Local {
    /// A page on which nothing happens yet.
    pub fn new() -> Local {
        Local {
            catalogue: Catalogue::new(Vec::new(), true),
            bots: OpenBots::new(HashMap::new()),
            solutions: Vec::new(),
            slices: HashMap::new(),
            games: HashMap::new(),
            rooms: HashMap::new(),
        }
    }

    /// The answer to a request: `{"error": REASON}` if there is none, or `{"needs": SLICE}`, which is to be
    /// added before it is asked again.
    pub fn answer(&mut self, request: &str) -> String {
        let request = serde_json::from_str(request).map_err(Failure::from);
        match request.and_then(|request| self.answered(request)) {
            Ok(answer) => answer.to_string(),
            Err(Failure::Needs(slice)) => json!({ "needs": slice }).to_string(),
            Err(Failure::Because(reason)) => json!({ "error": reason }).to_string(),
        }
    }

    /// Adds a slice of a solution, whose bytes begin at a multiple of 64.
    pub fn add_slice(&mut self, name: &str, bytes: &'static [u8]) -> Result<(), String> {
        let file = StrategyFile::of_bytes(Path::new(name), bytes).map_err(|error| error.to_string())?;
        let bot = Bot::of_strategy(name, file).map_err(|error| error.to_string())?;
        self.slices.insert(name.to_owned(), Arc::new(bot));
        Ok(())
    }

    fn answered(&mut self, request: Request) -> Result<Json, Failure> {
        match request {
            Request::Open { solutions } => {
                self.catalogue = Catalogue::new(solutions.clone(), true);
                self.solutions = solutions;
                Ok(json!({}))
            }
            Request::Make { wish, room, key, seed } => self.make(&wish, &room, key, seed),
            Request::Wake { room, key, terms, hands, now } => self.wake(room, &key, terms, hands, time(now)),
            Request::Said { room, said, now } => self.room(&room)?.said(said, time(now)),
            Request::Later { room, now } => Ok(self.room(&room)?.go_on(time(now), None)),
            Request::Thought { room, number, thought, error, now } => {
                let thought = thought.ok_or(error.unwrap_or_default());
                Ok(self.room(&room)?.think(number, thought, time(now)))
            }
            Request::Think { question } => Ok(json!(self.think(&question)?)),
            Request::Advise { question, shown } => {
                let words = self.posed(&question)?.words;
                let thought = self.think(&question)?;
                Ok(json!({ "actions": room::advised(&words, &shown, thought.opinions.as_deref()) }))
            }
            Request::Played { terms, hands, hand } => Ok(records::played(&terms, &moves(hands), hand)?),
            Request::Positions { about } => Ok(records::position(&about.record, about.ply)?),
            Request::Opinions { about } => {
                Ok(records::opinion(&about.record, about.ply, &self.adviser(&about)?)?)
            }
            Request::Reviews { about } => {
                Ok(records::reviewed(&about.record, &self.adviser(&about)?, &|| true)?)
            }
            Request::Hindsights { about } => {
                Ok(records::hindsight(&about.record, &self.adviser(&about)?, &|| true)?)
            }
            Request::Deals { about, seed } => Ok(records::dealt(&about.record, seed)?),
        }
    }

    fn make(&mut self, wish: &Wish, id: &str, key: String, seed: u64) -> Result<Json, Failure> {
        let (mut terms, name) = wish.terms(&self.catalogue)?;
        let game = terms.load()?;
        for side in 0..terms.sides.len() {
            if let Some(spec) = terms.bot(side).filter(|spec| !self.is_solution(spec)) {
                self.bots.bot(spec)?.for_game(&game)?;
            }
        }
        let free = terms.sides.iter().position(|side| *side == Side::Open);
        terms.sides[free.ok_or("a room has a seat for the person that makes it")?] =
            Side::Person { name, key };
        if !terms.is_complete() {
            return Err("two people need a server: `hinterhand serve`".into());
        }
        terms.seed = seed;
        let hand = Hand::replayed(game.rules(), wish.begun.iter().map(String::as_str));
        if hand.map_err(|error| error.to_string())?.history().returns().is_some() {
            return Err("the hand is over".into());
        }
        let notes = Notes::default();
        Journal::put(&notes, id, &terms)?;
        for (ply, word) in wish.begun.iter().enumerate() {
            Journal::add(&notes, id, 0, ply, &Move { word: word.clone(), thought: None })?;
        }
        Ok(json!({ "journal": notes.take() }))
    }

    fn wake(
        &mut self,
        id: String,
        key: &str,
        terms: Terms,
        hands: Vec<Vec<(String, Option<String>)>>,
        now: Duration,
    ) -> Result<Json, Failure> {
        let side = terms.side_of(key).ok_or("this key opens no seat of this room")?;
        let game = self.game(&terms.game, &terms.options)?;
        let notes = Arc::new(Notes::default());
        let adviser = Bot::adviser(game).spec().to_string();
        let room = Room::new(id.clone(), terms, game, Arc::clone(&notes) as Arc<dyn Journal>, &moves(hands));
        let (asked, is_asking, answered, last) = (0, false, None, String::new());
        let mut room = LocalRoom { room, notes, side, adviser, asked, is_asking, answered, last };
        let shown = room.go_on(now, None);
        // The page shows one room at a time.
        self.rooms = HashMap::from([(id, room)]);
        Ok(shown)
    }

    fn room(&mut self, id: &str) -> Result<&mut LocalRoom, Failure> {
        self.rooms.get_mut(id).ok_or_else(|| "the room has closed".into())
    }

    fn game(&mut self, name: &str, options: &Map<String, Json>) -> Result<&'static Arc<LoadedGame>, Failure> {
        let key = format!("{name} {}", json!(options));
        if let Some(game) = self.games.get(&key) {
            return Ok(game);
        }
        let game: &'static Arc<LoadedGame> = Box::leak(Box::new(room::load(name, options)?));
        self.games.insert(key, game);
        Ok(game)
    }

    fn is_solution(&self, spec: &str) -> bool {
        self.solutions.iter().any(|solution| solution == spec)
    }

    /// The bot of this text; of a solution the slice that is needed in this hand.
    fn bot(&self, spec: &str, hand: &Hand<'_>, game: &LoadedGame) -> Result<Arc<Bot>, Failure> {
        if !self.is_solution(spec) {
            return Ok(self.bots.bot(spec)?);
        }
        if game.hand().is_none() || hand.ply() == 0 {
            return Err("the solution is for hands of Kinderschnapsen".into());
        }
        let slice = format!("{spec}/{}", slice_asked(&hand.info_set(0)));
        self.slices.get(&slice).cloned().ok_or(Failure::Needs(slice))
    }

    fn posed(&mut self, posed: &Posed) -> Result<Question, Failure> {
        let game = self.game(&posed.game, &posed.options)?;
        let mut score = Score::new(game.rules(), posed.best_of);
        posed.returns.iter().for_each(|returns| score.enter(returns));
        let hand = Hand::replayed(game.rules(), posed.words.iter().map(String::as_str))?;
        let seat = hand.mover().ok_or("no player is to move here")?;
        Ok(Question {
            game: Arc::clone(game),
            spec: posed.spec.clone(),
            contest: score.contest(),
            info_set: hand.info_set(seat),
            legal: hand.legal(),
            words: hand.legal_words(),
            seed: posed.seed,
            stream: posed.stream,
        })
    }

    fn think(&mut self, posed: &Posed) -> Result<Thought, Failure> {
        let question = self.posed(posed)?;
        if let Some(only) = question.only_answer() {
            return Ok(only);
        }
        let hand = Hand::replayed(question.game.rules(), posed.words.iter().map(String::as_str))?;
        let bot = self.bot(&posed.spec, &hand, &question.game)?;
        Ok(question.answer_of(&bot)?)
    }

    fn adviser(&mut self, asked: &Asked) -> Result<Adviser, Failure> {
        match &asked.bot {
            Some(spec) if self.is_solution(spec) => {
                let bot = self.slice_for(&asked.record, spec)?;
                Ok(Adviser { name: spec.clone(), bot })
            }
            _ => Ok(asked.adviser(&self.catalogue, |name| self.bots.bot(name))?),
        }
    }

    fn slice_for(&mut self, record: &Record, spec: &str) -> Result<Arc<Bot>, Failure> {
        let game = records::game_of(record)?;
        let hand = Hand::replayed(game.rules(), record.actions.iter().take(1).map(String::as_str))?;
        self.bot(spec, &hand, &game)
    }
}

impl LocalRoom {
    fn said(&mut self, said: Said, now: Duration) -> Result<Json, Failure> {
        self.room.set_time(now);
        let mut refused = None;
        match said {
            Said::Ping => {}
            Said::Enter { key } if self.room.terms().side_of(&key) == Some(self.side) => {}
            Said::Enter { .. } => refused = Some("this key opens no seat of this room"),
            Said::Act { hand, made, word } => refused = self.room.act(self.side, (hand, made), word).err(),
            Said::Knock => self.room.knock(self.side),
            Said::Next { hand } => {
                if self.room.next(self.side, hand) {
                    self.forget_question();
                }
            }
            Said::Undo { hand, made } => match self.room.undo(self.side, (hand, made)) {
                Ok(true) => self.forget_question(),
                Ok(false) => {}
                Err(reason) => refused = Some(reason),
            },
            Said::Hint { hand, made } => match self.room.hint(self.side, (hand, made), &self.adviser) {
                Ok(Some((shown, question))) => {
                    let question = Posed::of(&self.room, &question);
                    let hint = json!({
                        "hand": hand, "made": made, "by": self.adviser, "shown": shown, "question": question,
                    });
                    return Ok(self.go_on(now, Some(("hint", hint))));
                }
                Ok(None) => {}
                Err(reason) => refused = Some(reason),
            },
        }
        Ok(self.go_on(now, refused.map(|reason| ("refused", reason.into()))))
    }

    /// The bot begins anew.
    fn forget_question(&mut self) {
        (self.is_asking, self.answered) = (false, None);
    }

    fn think(&mut self, number: u64, thought: Result<Thought, String>, now: Duration) -> Json {
        if self.is_asking && number == self.asked && self.answered.is_none() {
            match thought {
                Ok(thought) => self.keep(thought),
                Err(_) => {
                    self.room.set_time(now);
                    self.is_asking = false;
                    self.room.act_by(thought);
                }
            }
        }
        self.go_on(now, None)
    }

    fn keep(&mut self, thought: Thought) {
        let due = self.room.pace().may_act(thought.took);
        self.answered = Some((thought, due));
    }

    /// What happens now, and what the page is to do: show `view`, keep `journal`, let a bot `think`, and tell
    /// that it is later at `due`, in milliseconds; and one thing more.
    fn go_on(&mut self, now: Duration, more: Option<(&str, Json)>) -> Json {
        self.room.set_time(now);
        if self.answered.as_ref().is_some_and(|(_, due)| *due <= now)
            && let Some((thought, _)) = self.answered.take()
        {
            self.is_asking = false;
            self.room.act_by(Ok(thought));
        }
        self.room.go_on();
        let mut think = None;
        if !self.is_asking
            && let Some(question) = self.room.bot_question()
        {
            self.is_asking = true;
            self.asked += 1;
            match question.only_answer() {
                Some(only) => self.keep(only),
                None => {
                    think =
                        Some(json!({ "number": self.asked, "question": Posed::of(&self.room, &question) }));
                }
            }
        }
        let dues = [self.room.due(), self.answered.as_ref().map(|(_, due)| *due)];
        let due = dues.into_iter().flatten().min().map(|due| 1e3 * due.as_secs_f64());
        let view = self.room.view(self.side);
        let text = view.to_string();
        let is_new = text != self.last;
        self.last = text;
        let view = is_new.then_some(view);
        let mut told = json!({ "view": view, "journal": self.notes.take(), "think": think, "due": due });
        if let Some((name, json)) = more {
            told[name] = json;
        }
        told
    }
}

fn time(ms: f64) -> Duration {
    Duration::try_from_secs_f64(ms / 1e3).unwrap_or_default()
}

fn moves(hands: Vec<Vec<(String, Option<String>)>>) -> Vec<Vec<Move>> {
    let hand = |moves: Vec<_>| moves.into_iter().map(|(word, thought)| Move { word, thought }).collect();
    hands.into_iter().map(hand).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(local: &mut Local, request: &Json) -> Json {
        serde_json::from_str(&local.answer(&request.to_string())).expect("JSON")
    }

    /// What a page keeps of a room.
    #[derive(Default)]
    struct Kept {
        terms: Json,
        hands: Vec<Vec<(String, Option<String>)>>,
    }

    impl Kept {
        fn keep(&mut self, told: &Json) {
            for note in told["journal"].as_array().expect("a list") {
                if !note["terms"].is_null() {
                    self.terms = note["terms"].clone();
                    continue;
                }
                let hand = note["hand"].as_u64().expect("a number") as usize;
                self.hands.resize_with(self.hands.len().max(hand + 1), Vec::new);
                match note["cut"].as_u64() {
                    Some(from) => self.hands[hand].truncate(from as usize),
                    None => {
                        assert_eq!(note["ply"], self.hands[hand].len());
                        let text = |name: &str| note[name].as_str().map(str::to_owned);
                        self.hands[hand].push((text("word").expect("a word"), text("thought")));
                    }
                }
            }
        }
    }

    /// Plays hands of a game; the page is opened anew after every few steps.
    fn played(game: &str, bot: &str) -> Kept {
        let (mut local, mut thinker, mut kept) = (Local::new(), Local::new(), Kept::default());
        let wish = json!({ "game": game, "others": [bot], "name": "Anna", "pace": 0, "practice": true });
        let made =
            ask(&mut local, &json!({ "ask": "make", "wish": wish, "room": "a", "key": "k", "seed": 5 }));
        kept.keep(&made);
        let mut has_undone = false;
        let mut next = Json::Null;
        for step in 0..600 {
            if step % 7 == 0 {
                local = Local::new();
                next = json!({ "ask": "wake", "room": "a", "key": "k", "terms": kept.terms, "hands": kept.hands });
            }
            next["now"] = json!(step);
            let told = ask(&mut local, &next);
            assert_eq!(told["error"], Json::Null, "{next}");
            kept.keep(&told);
            let (think, view) = (&told["think"], &told["view"]);
            next = json!({ "ask": "later", "room": "a" });
            if !think.is_null() {
                let thought = ask(&mut thinker, &json!({ "ask": "think", "question": think["question"] }));
                assert_eq!(thought["error"], Json::Null);
                next =
                    json!({ "ask": "thought", "room": "a", "number": think["number"], "thought": thought });
            } else if view["turn"] == "over" {
                assert_eq!(view["trouble"], Json::Null);
                if kept.hands.len() == 2 {
                    break;
                }
                next =
                    json!({ "ask": "said", "room": "a", "said": { "type": "next", "hand": view["hand"] } });
            } else if view["turn"] == "you" {
                let (hand, made) = (&view["hand"], &view["made"]);
                let said = if *made != 0 && !has_undone {
                    has_undone = true;
                    json!({ "type": "undo", "hand": hand, "made": made })
                } else {
                    json!({ "type": "act", "hand": hand, "made": made, "word": view["legal"][0] })
                };
                next = json!({ "ask": "said", "room": "a", "said": said });
            }
        }
        assert!(has_undone);
        kept
    }

    #[test]
    fn hands_are_played_without_a_server() {
        for (game, bot) in [("kinderschnapsen", "ismcts:iterations=50"), ("phantom-ttt", "random")] {
            let kept = played(game, bot);
            assert_eq!(kept.hands.len(), 2, "{game}");
            let played = json!({ "ask": "played", "terms": kept.terms, "hands": kept.hands, "hand": 0 });
            let told = ask(&mut Local::new(), &played);
            assert_eq!(told["record"]["game"], game);
            assert_eq!(told["record"]["returns"].as_array().map(Vec::len), Some(2), "{told}");
        }
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        let mut local = Local::new();
        for text in ["", "{}", r#"{"ask":"later","room":"a","now":0}"#, r#"{"ask":"open"}"#] {
            assert!(local.answer(text).starts_with(r#"{"error":"#), "{text}");
        }
        let wish = json!({ "game": "kuhn", "others": ["person"], "name": "Anna" });
        let made =
            ask(&mut local, &json!({ "ask": "make", "wish": wish, "room": "a", "key": "k", "seed": 5 }));
        assert!(made["error"].as_str().is_some_and(|error| error.contains("need a server")), "{made}");
    }

    #[test]
    fn a_solution_asks_for_the_slice_that_it_needs() {
        let mut local = Local::new();
        ask(&mut local, &json!({ "ask": "open", "solutions": ["k.strategy"] }));
        let hand = "deal:JH,QH,7D/2S,2H,7H/7S/QS,QD,2D,JS,JD";
        let about = json!({
            "record": { "game": "kinderschnapsen", "actions": [hand] }, "ply": 1, "bot": "k.strategy",
        });
        let needs = ask(&mut local, &json!({ "ask": "opinions", "about": about }));
        assert_eq!(needs, json!({ "needs": "k.strategy/7" }));
        assert!(local.add_slice("k.strategy/7", b"no slice").is_err());
    }
}
