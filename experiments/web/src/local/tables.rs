//! Rooms in a browser, by the rules alone.

use std::collections::HashMap;
use std::time::Duration;

use hinterhand_engine::Game as _;
use hinterhand_engine::dynamic::AnyGame;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::{Failure, Posed, read, text_of};
use crate::records;
use crate::room::{self, Hand, Move, Note, Room, Said, Side, Terms, Thought};
use crate::wish::Wish;

/// The rooms of a page without a server.
#[derive(Debug, Default)]
pub struct LocalTables {
    /// Rooms borrow their game for as long as the page is open: there is one of each with its options.
    games: HashMap<String, &'static AnyGame>,
    rooms: HashMap<String, LocalRoom>,
}

/// What the page asks.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    /// A new room with this key and seed.
    Make { wish: Wish, key: String, seed: u64 },
    /// The room is shown from now on, as it was written down; this bot gives hints.
    Wake {
        room: String,
        key: String,
        terms: Terms,
        hands: Vec<Vec<(String, Option<String>)>>,
        adviser: String,
        now: f64,
    },
    /// The person says something.
    Said { room: String, said: Json, now: f64 },
    /// Time has passed.
    Later { room: String, now: f64 },
    /// A bot has answered this question of the room, or cannot.
    Thought { room: String, number: u64, thought: Option<Thought>, error: Option<String>, now: f64 },
    /// The record of a hand.
    Played { terms: Terms, hands: Vec<Vec<(String, Option<String>)>>, hand: usize },
    /// A position of a record.
    Positions { about: About },
    /// A record with what chance decides.
    Deals { about: About, seed: u64 },
}

/// A position of a record.
#[derive(Debug, Deserialize)]
struct About {
    record: Played,
    #[serde(default)]
    ply: usize,
}

/// What the rules need of a record.
#[derive(Debug, Deserialize)]
struct Played {
    game: String,
    #[serde(default)]
    options: Map<String, Json>,
    actions: Vec<String>,
}

/// A room that is shown.
#[derive(Debug)]
struct LocalRoom {
    room: Room<'static>,
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

impl LocalTables {
    /// A page on which nothing happens yet.
    pub fn new() -> LocalTables {
        LocalTables::default()
    }

    /// The answer to a request: `{"error": REASON}` if there is none.
    pub fn answer(&mut self, request: &str) -> String {
        text_of(read(request).and_then(|request| self.answered(request)))
    }

    fn answered(&mut self, request: Request) -> Result<Json, Failure> {
        match request {
            Request::Make { wish, key, seed } => self.make(&wish, key, seed),
            Request::Wake { room, key, terms, hands, adviser, now } => {
                self.wake(room, &key, terms, hands, adviser, time(now))
            }
            Request::Said { room, said, now } => self.room(&room)?.said(&said, time(now)),
            Request::Later { room, now } => Ok(self.room(&room)?.go_on(time(now), None)),
            Request::Thought { room, number, thought, error, now } => {
                let thought = thought.ok_or(error.unwrap_or_default());
                Ok(self.room(&room)?.think(number, thought, time(now)))
            }
            Request::Played { terms, hands, hand } => {
                let game = self.game(&terms.game, &terms.options)?;
                Ok(records::played(game, &terms, &moves(hands), hand)?)
            }
            Request::Positions { about } => {
                Ok(records::position(self.game_of(&about)?, &about.record.actions, about.ply)?)
            }
            Request::Deals { about, seed } => {
                Ok(records::dealt(self.game_of(&about)?, &about.record.actions, seed)?)
            }
        }
    }

    fn make(&mut self, wish: &Wish, key: String, seed: u64) -> Result<Json, Failure> {
        let (_, settings) = room::rules_of(&wish.game)?;
        // The page has asked the bots whether they play it.
        let (mut terms, name) = wish.terms(settings, |bot| Ok(bot.to_owned()))?;
        let name = name.ok_or("a table is watched on a server: `hinterhand serve`")?;
        let game = self.game(&terms.game, &terms.options)?;
        terms.check_sides(game.players())?;
        let free = terms.sides.iter().position(|side| *side == Side::Open);
        terms.sides[free.ok_or("a room has a seat for the person that makes it")?] =
            Side::Person { name, key };
        if !terms.is_complete() {
            return Err("two people need a server: `hinterhand serve`".into());
        }
        terms.seed = seed;
        let hand = Hand::replayed(game, wish.begun.iter().map(String::as_str));
        if hand.map_err(|error| error.to_string())?.history().returns().is_some() {
            return Err("the hand is over".into());
        }
        let journal: Vec<Json> = std::iter::once(Note::Terms(terms))
            .chain(Note::begun(&wish.begun))
            .map(|note| note.json())
            .collect();
        Ok(json!({ "journal": journal }))
    }

    fn wake(
        &mut self,
        id: String,
        key: &str,
        terms: Terms,
        hands: Vec<Vec<(String, Option<String>)>>,
        adviser: String,
        now: Duration,
    ) -> Result<Json, Failure> {
        let side = terms.side_of(key).ok_or("this key opens no seat of this room")?;
        let game = self.game(&terms.game, &terms.options)?;
        let room = Room::new(id.clone(), terms, game, &moves(hands));
        let (asked, is_asking, answered, last) = (0, false, None, String::new());
        let mut room = LocalRoom { room, side, adviser, asked, is_asking, answered, last };
        let shown = room.go_on(now, None);
        // The page shows one room at a time.
        self.rooms = HashMap::from([(id, room)]);
        Ok(shown)
    }

    fn room(&mut self, id: &str) -> Result<&mut LocalRoom, Failure> {
        self.rooms.get_mut(id).ok_or_else(|| "the room has closed".into())
    }

    fn game(&mut self, name: &str, options: &Map<String, Json>) -> Result<&'static AnyGame, Failure> {
        let key = format!("{name} {}", json!(options));
        if let Some(game) = self.games.get(&key) {
            return Ok(game);
        }
        let game: &'static AnyGame = Box::leak(Box::new(room::load_rules(name, options)?));
        self.games.insert(key, game);
        Ok(game)
    }

    fn game_of(&mut self, about: &About) -> Result<&'static AnyGame, Failure> {
        self.game(&about.record.game, &about.record.options)
    }
}

impl LocalRoom {
    fn said(&mut self, said: &Json, now: Duration) -> Result<Json, Failure> {
        let said = Said::read(said).ok_or("the message is not understood")?;
        self.room.set_time(now);
        let mut refused = None;
        match said {
            Said::Ping => {}
            Said::Enter { key } if self.room.terms().side_of(&key) == Some(self.side) => {}
            Said::Enter { .. } => refused = Some("this key opens no seat of this room"),
            Said::Act { hand, made, word } => refused = self.room.act(self.side, (hand, made), word).err(),
            Said::Watch => refused = Some("a table is watched on a server"),
            Said::Knock => self.room.knock(self.side),
            Said::Again { hand } => self.room.ask_again(hand),
            Said::Next { hand } => {
                if self.room.next(Some(self.side), hand) {
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
        let view = self.room.view(Some(self.side), 0);
        let text = view.to_string();
        let is_new = text != self.last;
        self.last = text;
        let view = is_new.then_some(view);
        let journal: Vec<Json> = self.room.take_notes().iter().map(Note::json).collect();
        let mut told = json!({ "view": view, "journal": journal, "think": think, "due": due });
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
    use super::super::LocalBots;
    use super::*;

    fn ask(local: &mut LocalTables, request: &Json) -> Json {
        serde_json::from_str(&local.answer(&request.to_string())).expect("JSON")
    }

    fn ask_bots(bots: &mut LocalBots, request: &Json) -> Json {
        serde_json::from_str(&bots.answer(&request.to_string())).expect("JSON")
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
        let (mut local, mut thinker, mut kept) = (LocalTables::new(), LocalBots::new(), Kept::default());
        let wish = json!({ "game": game, "others": [bot], "name": "Anna", "pace": 0, "practice": true });
        let made = ask(&mut local, &json!({ "ask": "make", "wish": wish, "key": "k", "seed": 5 }));
        kept.keep(&made);
        let mut has_undone = false;
        let mut next = Json::Null;
        for step in 0..600 {
            if step % 7 == 0 {
                local = LocalTables::new();
                next = json!({ "ask": "wake", "room": "a", "key": "k", "terms": kept.terms, "hands": kept.hands, "adviser": "random" });
            }
            next["now"] = json!(step);
            let told = ask(&mut local, &next);
            assert_eq!(told["error"], Json::Null, "{next}");
            kept.keep(&told);
            let (think, view) = (&told["think"], &told["view"]);
            next = json!({ "ask": "later", "room": "a" });
            if !think.is_null() {
                let thought =
                    ask_bots(&mut thinker, &json!({ "ask": "think", "question": think["question"] }));
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
            let told = ask(&mut LocalTables::new(), &played);
            assert_eq!(told["record"]["game"], game);
            assert_eq!(told["record"]["returns"].as_array().map(Vec::len), Some(2), "{told}");
        }
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        let mut local = LocalTables::new();
        for text in ["", "{}", r#"{"ask":"later","room":"a","now":0}"#, r#"{"ask":"open"}"#] {
            assert!(local.answer(text).starts_with(r#"{"error":"#), "{text}");
        }
        let wish = json!({ "game": "kuhn", "others": ["person"], "name": "Anna" });
        let made = ask(&mut local, &json!({ "ask": "make", "wish": wish, "key": "k", "seed": 5 }));
        assert!(made["error"].as_str().is_some_and(|error| error.contains("need a server")), "{made}");
    }
}
