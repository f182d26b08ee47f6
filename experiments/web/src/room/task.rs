//! The task of a room: it lets people and bots act in turn, writes down every move before it is shown, and
//! tells each browser what its seat knows.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use hinterhand_engine::Turn;
use hinterhand_engine::dynamic::ActionNumber;
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::search::ActionValue;
use serde_json::{Value as Json, json};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::hand::WAIT;
use super::knocking::{self, Question};
use super::view::Shown;
use super::{Hand, Score, Side, Terms};
use crate::store::{Move, Store};
use crate::thinker::{self, Thinker, Thought};

/// What the task is asked.
#[derive(Debug)]
pub(crate) enum Ask {
    /// A person takes a free side under a name, and gets the key of it.
    Join { name: String, answer: oneshot::Sender<Result<String, &'static str>> },
    /// A browser enters with its key; views are sent to `views` from now on.
    Enter { key: String, views: mpsc::Sender<String>, answer: oneshot::Sender<Result<Entered, &'static str>> },
    /// The person at a side acts: in this hand, after this number of own actions.
    Act { side: usize, hand: usize, made: usize, word: String },
    /// A side knocks, at any time.
    Knock { side: usize },
    /// A side wants the next hand after this one.
    Next { side: usize, hand: usize },
    /// The person at a side takes back its last decision.
    Undo { side: usize, hand: usize, made: usize },
    /// The person at a side asks what a bot would do.
    Hint { side: usize, hand: usize, made: usize },
}

/// A browser that has entered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entered {
    /// Its side.
    pub(crate) side: usize,
}

/// A browser that is shown a side.
#[derive(Debug)]
struct Listener {
    side: usize,
    views: mpsc::Sender<String>,
    /// What it was shown last. Nothing is sent twice: a message would tell that something happened.
    last: String,
}

/// A room while it is awake.
#[derive(Debug)]
pub(crate) struct RoomTask {
    pub(crate) id: String,
    pub(crate) terms: Terms,
    pub(crate) game: Arc<LoadedGame>,
    pub(crate) store: Arc<Store>,
    pub(crate) thinker: Arc<Thinker>,
    /// The bot that gives hints.
    pub(crate) adviser: String,
    pub(crate) score: Score,
    listeners: Vec<Listener>,
    number: usize,
    sides: Vec<usize>,
    /// When people last noticed something.
    noticed: Instant,
    /// The slowest decision of a bot so far.
    slowest: Duration,
    pub(super) about: Option<About>,
    pub(super) has_knocked: bool,
    /// The hints that sides have asked for last.
    pub(super) hints: HashMap<usize, JoinHandle<()>>,
    trouble: Option<String>,
}

/// An action that is told before it is done.
#[derive(Debug)]
pub(super) struct About {
    action: Move,
    due: Instant,
}

type Awaited = Pin<Box<dyn Future<Output = Result<Thought, String>> + Send>>;

/// A room without browsers goes to sleep after this time.
const IDLE: Duration = Duration::from_secs(600);

/// Bots are never made to wait longer than this for the sake of others that were slower.
const SLOWEST: Duration = Duration::from_secs(3);

/// The number of browsers in one room.
const BROWSERS: usize = 16;

/// How long an action is told before it is done, at least, so that there is time to knock.
const KNOCKING: Duration = Duration::from_millis(1200);

impl RoomTask {
    /// A room that has just woken.
    pub(crate) fn new(
        id: String,
        terms: Terms,
        game: Arc<LoadedGame>,
        store: Arc<Store>,
        thinker: Arc<Thinker>,
        adviser: String,
    ) -> RoomTask {
        let score = Score::new(game.rules(), terms.best_of);
        RoomTask {
            id,
            game,
            store,
            thinker,
            adviser,
            sides: score.sides(),
            score,
            terms,
            listeners: Vec::new(),
            number: 0,
            noticed: Instant::now(),
            slowest: Duration::ZERO,
            about: None,
            has_knocked: false,
            hints: HashMap::new(),
            trouble: None,
        }
    }

    /// Plays on from what the store has, until no browser is there.
    pub(crate) async fn run(mut self, hands: Vec<Vec<Move>>, mut asks: mpsc::Receiver<Ask>) {
        let game = Arc::clone(&self.game);
        let mut hand = Hand::new(game.rules());
        for (number, moves) in hands.into_iter().enumerate() {
            if hand.turn() == Turn::Over {
                self.score_next();
            }
            self.number = number;
            let words = moves.iter().map(|one| one.word.as_str());
            hand = match Hand::replayed(game.rules(), words) {
                Ok(hand) => hand,
                Err(error) => {
                    self.trouble = Some(format!("hand {number} cannot be read: {error}"));
                    Hand::new(game.rules())
                }
            };
            if let Some(returns) = hand.history().returns() {
                self.score.enter(&returns);
            }
        }
        let mut bot: Option<Awaited> = None;
        loop {
            self.deal(&mut hand);
            self.answer_unasked(&mut hand);
            self.publish(&hand);
            if bot.is_none() {
                bot = self.ask_bot(&hand);
            }
            let due = self.about.as_ref().map(|about| about.due);
            tokio::select! {
                ask = tokio::time::timeout(IDLE, asks.recv()) => match ask {
                    Ok(Some(ask)) => {
                        if self.answer(&mut hand, ask) {
                            bot = None;
                        }
                    }
                    Ok(None) => return,
                    Err(_) if self.listeners.is_empty() => return,
                    Err(_) => {}
                },
                thought = async { bot.as_mut().expect("it is there").await }, if bot.is_some() => {
                    bot = None;
                    self.act_by(&mut hand, thought);
                }
                () = async { tokio::time::sleep_until(due.expect("it is there")).await }, if due.is_some() => {
                    let about = self.about.take().expect("it is due");
                    self.play(&mut hand, about.action);
                }
            }
        }
    }

    /// The sides in their seats for the hand after this one.
    fn score_next(&mut self) {
        self.sides = self.score.sides();
    }

    /// Lets chance decide.
    fn deal(&mut self, hand: &mut Hand<'_>) {
        while self.trouble.is_none() && self.terms.is_complete() {
            let ply = hand.ply();
            let mut next = hand.clone();
            let Some(word) = next.deal(self.terms.seed, self.number) else { return };
            if self.write(ply, Move { word, thought: None }) {
                *hand = next;
            }
        }
    }

    /// Writes a move down; if that fails the hand stands still.
    fn write(&mut self, ply: usize, one: Move) -> bool {
        match self.store.add(&self.id, self.number, ply, &[one]) {
            Ok(()) => true,
            Err(error) => {
                self.trouble = Some(format!("the move cannot be written down: {error}"));
                false
            }
        }
    }

    /// Answers for people what they are not asked.
    fn answer_unasked(&mut self, hand: &mut Hand<'_>) {
        while let Some(word) = self.unasked(hand) {
            self.play(hand, Move { word, thought: None });
        }
    }

    /// The answer of a person to a question that is not asked.
    fn unasked(&mut self, hand: &Hand<'_>) -> Option<String> {
        let side = self.sides[hand.mover()?];
        let is_held_up = self.about.is_some() || self.trouble.is_some();
        if is_held_up || self.terms.bot(side).is_some() || !hand.is_masked() {
            return None;
        }
        match (Question::of(hand), self.has_knocked) {
            (Question::Touch | Question::Done, true) => Some("knock".to_owned()),
            (Question::Touch, false) => Some(WAIT.to_owned()),
            // What is kept or taken back is a question, unless there is one answer.
            (Question::Missed, true) => match &knocking::answers(hand, true)[..] {
                [only] => Some(only.clone()),
                _ => None,
            },
            _ => {
                self.has_knocked = false;
                None
            }
        }
    }

    /// Plays a word that is legal.
    fn play(&mut self, hand: &mut Hand<'_>, one: Move) {
        let before: Vec<usize> = (0..self.sides.len()).map(|seat| hand.noticed(seat).len()).collect();
        let (mover, ply) = (hand.mover(), hand.ply());
        let mut next = hand.clone();
        if let Err(error) = next.play(&one.word) {
            self.trouble = Some(format!("the move is not legal: {error}"));
            return;
        }
        if one.word == "knock" || matches!(one.word.as_str(), "keep" | "revert") {
            self.has_knocked = false;
        }
        if !self.write(ply, one) {
            return;
        }
        *hand = next;
        let others = (0..before.len()).filter(|&seat| Some(seat) != mover);
        if others.into_iter().any(|seat| hand.noticed(seat).len() > before[seat]) {
            self.noticed = Instant::now();
        }
        if let Some(returns) = hand.history().returns() {
            self.score.enter(&returns);
        }
    }

    /// Begins to let a bot think, if it is its turn. Its answer comes no sooner than the pace after people
    /// last noticed something, and no sooner than its slowest one so far took: so it does not tell whether
    /// there was a choice, nor how many tries failed.
    fn ask_bot(&mut self, hand: &Hand<'_>) -> Option<Awaited> {
        let seat = hand.mover()?;
        let spec = self.terms.bot(self.sides[seat])?.to_owned();
        if self.about.is_some() || self.trouble.is_some() || !self.terms.is_complete() {
            return None;
        }
        let stream = 1 << 60 | (self.number as u64) << 20 | hand.ply() as u64;
        let thinking = Arc::clone(&self.thinker).think(self.question(hand, seat, spec, stream));
        let pace = Duration::from_millis(self.terms.pace_ms);
        // At a touch it answers at once, since after an action that is in order it is not asked.
        let is_touch = hand.is_masked() && Question::of(hand) == Question::Touch;
        let (noticed, slowest) = (self.noticed, self.slowest);
        Some(Box::pin(async move {
            let thought = thinking.await?;
            let slowest = slowest.max(thought.took.min(SLOWEST));
            let wait = if pace.is_zero() || is_touch { Duration::ZERO } else { pace.max(slowest) };
            tokio::time::sleep_until(noticed + wait).await;
            Ok(thought)
        }))
    }

    pub(super) fn question(
        &self,
        hand: &Hand<'_>,
        seat: usize,
        spec: String,
        stream: u64,
    ) -> thinker::Question {
        let (game, contest, seed) = (Arc::clone(&self.game), self.score.contest(), self.terms.seed);
        thinker::Question {
            game,
            spec,
            contest,
            info_set: hand.info_set(seat),
            legal: hand.legal(),
            seed,
            stream,
        }
    }

    /// Plays what a bot has decided.
    fn act_by(&mut self, hand: &mut Hand<'_>, thought: Result<Thought, String>) {
        let thought = match thought {
            Ok(thought) => thought,
            Err(error) => {
                self.trouble = Some(format!("the bot cannot go on: {error}"));
                return;
            }
        };
        self.slowest = self.slowest.max(thought.took.min(SLOWEST));
        let words = hand.legal_words();
        let word = words[thought.action.index()].clone();
        let json = thought.values.map(|values| {
            let entry = |entry: &ActionValue<ActionNumber>| {
                json!([words[entry.action.index()], entry.probability, entry.value])
            };
            Json::from_iter(values.entries.iter().map(entry)).to_string()
        });
        self.announce(hand, Move { word, thought: json });
    }

    /// Plays an action, at once or after it was told.
    fn announce(&mut self, hand: &mut Hand<'_>, action: Move) {
        if Question::of(hand) != Question::Act || !hand.is_masked() {
            self.play(hand, action);
            return;
        }
        let other = self.sides[1 - hand.mover().unwrap_or_default().min(1)];
        let wait = match self.terms.bot(other) {
            None => KNOCKING.min(Duration::from_millis(2 * self.terms.pace_ms)),
            // It is told all the same: a touch is shown so too while the bot thinks about it.
            Some(_) => Duration::ZERO,
        };
        self.about = Some(About { action, due: Instant::now() + wait });
    }

    /// Answers; tells whether a bot that thinks must begin anew.
    fn answer(&mut self, hand: &mut Hand<'_>, ask: Ask) -> bool {
        match ask {
            Ask::Join { name, answer } => {
                let joined = self.join(name);
                let _ = answer.send(joined);
            }
            Ask::Enter { key, views, answer } => {
                let entered = self.enter(&key, views);
                let _ = answer.send(entered);
            }
            Ask::Act { side, hand: number, made, word } => {
                if let Err(reason) = self.act(hand, side, (number, made), word) {
                    self.refuse(side, &reason);
                }
            }
            Ask::Knock { side } => {
                let passive =
                    self.about.is_some() && hand.mover().is_some_and(|seat| self.sides[seat] != side);
                if passive && hand.is_masked() {
                    self.has_knocked = true;
                }
            }
            Ask::Next { side, hand: number } => {
                if hand.turn() == Turn::Over && number == self.number && self.sides.contains(&side) {
                    *hand = Hand::new(hand.game());
                    self.number += 1;
                    self.score_next();
                    self.noticed = Instant::now();
                    return true;
                }
            }
            Ask::Undo { side, hand: number, made } => return self.undo(hand, side, (number, made)),
            Ask::Hint { side, hand: number, made } => self.hint(hand, side, (number, made)),
        }
        false
    }

    fn join(&mut self, name: String) -> Result<String, &'static str> {
        if self.terms.has_name(&name) {
            return Err("this name is taken");
        }
        let Some(free) = self.terms.sides.iter().position(|side| *side == Side::Open) else {
            return Err("all seats are taken");
        };
        let key = crate::secret::secret();
        let mut terms = self.terms.clone();
        terms.sides[free] = Side::Person { name, key: key.clone() };
        self.store.put(&self.id, &terms).map_err(|_| "the seat cannot be written down")?;
        self.terms = terms;
        self.noticed = Instant::now();
        Ok(key)
    }

    pub(super) fn enter(&mut self, key: &str, views: mpsc::Sender<String>) -> Result<Entered, &'static str> {
        let side = self.terms.side_of(key).ok_or("this key opens no seat of this room")?;
        self.listeners.retain(|listener| !listener.views.is_closed());
        if self.listeners.len() >= BROWSERS {
            return Err("too many browsers are in this room");
        }
        self.listeners.push(Listener { side, views, last: String::new() });
        Ok(Entered { side })
    }

    /// Whether a message belongs to this moment: a second click and a message that is sent again do not.
    pub(super) fn is_now(
        &self,
        hand: &Hand<'_>,
        side: usize,
        (number, made): (usize, usize),
    ) -> Option<usize> {
        let seat = self.sides.iter().position(|&other| other == side)?;
        (number == self.number && made == hand.made(seat) && self.terms.is_complete()).then_some(seat)
    }

    fn act(
        &mut self,
        hand: &mut Hand<'_>,
        side: usize,
        moment: (usize, usize),
        word: String,
    ) -> Result<(), String> {
        let seat = self.is_now(hand, side, moment).ok_or("that moment is over")?;
        if hand.mover() != Some(seat) || self.about.is_some() {
            return Err("it is not your turn".to_owned());
        }
        if !knocking::answers(hand, self.has_knocked).contains(&word) {
            return Err("that is not legal here".to_owned());
        }
        if Question::of(hand) == Question::Missed && word == "knock" {
            self.has_knocked = true;
            return Ok(());
        }
        if !hand.legal_words().contains(&word) {
            return Err("that is not legal here".to_owned());
        }
        self.announce(hand, Move { word, thought: None });
        Ok(())
    }

    fn undo(&mut self, hand: &mut Hand<'_>, side: usize, moment: (usize, usize)) -> bool {
        let people = self.terms.sides.iter().filter(|side| matches!(side, Side::Person { .. })).count();
        let Some(seat) = self.is_now(hand, side, moment) else { return false };
        if !self.terms.practice || people != 1 || self.about.is_some() {
            self.refuse(side, "nothing is taken back in this room");
            return false;
        }
        if hand.turn() == Turn::Over {
            // Its cards can be looked at by now, and it counts.
            self.refuse(side, "the hand is over");
            return false;
        }
        let Some((ply, earlier)) = before_last(hand, seat) else { return false };
        if let Err(error) = self.store.cut(&self.id, self.number, ply) {
            self.trouble = Some(format!("the move cannot be taken back: {error}"));
            return false;
        }
        *hand = earlier;
        self.has_knocked = false;
        self.noticed = Instant::now();
        true
    }

    pub(super) fn views_of(&self, side: usize) -> Vec<mpsc::Sender<String>> {
        self.listeners.iter().filter(|listener| listener.side == side).map(|one| one.views.clone()).collect()
    }

    pub(super) fn refuse(&self, side: usize, reason: &str) {
        let refusal = json!({ "type": "refused", "reason": reason }).to_string();
        for views in self.views_of(side) {
            let _ = views.try_send(refusal.clone());
        }
    }

    /// Shows every browser what its seat knows, if that has changed.
    fn publish(&mut self, hand: &Hand<'_>) {
        let shown = Shown {
            id: &self.id,
            terms: &self.terms,
            score: &self.score,
            hand,
            number: self.number,
            sides: &self.sides,
            about: self.about.as_ref().map(|about| about.action.word.as_str()),
            has_knocked: self.has_knocked,
            trouble: self.trouble.as_deref(),
        };
        let mut views: Vec<Option<String>> = vec![None; self.sides.len()];
        self.listeners.retain_mut(|listener| {
            let view = views[listener.side].get_or_insert_with(|| shown.to(listener.side).to_string());
            if *view == listener.last {
                return !listener.views.is_closed();
            }
            listener.last.clone_from(view);
            // A browser that does not read is let go, and comes back with its key.
            listener.views.try_send(view.clone()).is_ok()
        });
    }
}

/// The hand before the last decision of a seat, and its number of words.
fn before_last<'g>(hand: &Hand<'g>, seat: usize) -> Option<(usize, Hand<'g>)> {
    let mut earlier = Hand::new(hand.game());
    let mut found = None;
    for word in hand.history().words() {
        if earlier.mover() == Some(seat) && knocking::answers(&earlier, false).len() > 1 {
            found = Some((earlier.ply(), earlier.clone()));
        }
        earlier.play(word).expect("it was legal before");
    }
    found
}
