//! A room: the hand that is played, the score, and what each side may do at this moment. It waits for nothing
//! and has no clock of its own, so that a server and a page without one can use it: their part is to tell it
//! the time, to let bots think, and to show what it says.

use std::time::Duration;

#[cfg(feature = "server")]
use hinterhand_engine::Player;
use hinterhand_engine::Turn;
use hinterhand_engine::dynamic::AnyGame;
use serde_json::Value as Json;

use super::hand::WAIT;
use super::knocking::{self, Question as Asked};
use super::note::{Move, Note};
use super::thought::{Question, Thought};
use super::view::Shown;
use super::{Hand, Score, Side, Terms};

/// A room.
#[derive(Debug)]
pub(crate) struct Room<'g> {
    pub(super) id: String,
    pub(super) terms: Terms,
    /// What is to be written down before the room is shown.
    notes: Vec<Note>,
    score: Score,
    pub(super) hand: Hand<'g>,
    number: usize,
    sides: Vec<usize>,
    /// The time since the room has woken.
    now: Duration,
    /// When people last noticed something.
    noticed: Duration,
    /// The slowest decision of a bot so far.
    slowest: Duration,
    about: Option<About>,
    pub(super) has_knocked: bool,
    trouble: Option<String>,
    /// Whether the reason is that a bot could not answer, which it may be asked to do again.
    may_ask_again: bool,
}

/// When a bot may answer: no sooner than the pace after people last noticed something, and no sooner than the
/// slowest decision of a bot so far took. So its answer does not tell whether there was a choice, nor how
/// many tries failed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    noticed: Duration,
    /// Nothing if it answers at once.
    shortest: Option<Duration>,
}

impl Pace {
    /// When a bot that has thought for this time may answer, since the room has woken.
    pub(crate) fn may_act(&self, took: Duration) -> Duration {
        self.noticed + self.shortest.map_or(Duration::ZERO, |shortest| shortest.max(took.min(SLOWEST)))
    }
}

/// An action that is told before it is done.
#[derive(Debug)]
struct About {
    action: Move,
    due: Duration,
}

/// Bots are never made to wait longer than this for the sake of others that were slower.
const SLOWEST: Duration = Duration::from_secs(3);

/// How long an action is told before it is done, at least, so that there is time to knock.
const KNOCKING: Duration = Duration::from_millis(1200);

impl<'g> Room<'g> {
    /// A room that has just woken, with the hands that were played before.
    pub(crate) fn new(id: String, terms: Terms, game: &'g AnyGame, hands: &[Vec<Move>]) -> Room<'g> {
        let score = Score::new(game, terms.best_of);
        let mut room = Room {
            id,
            terms,
            notes: Vec::new(),
            sides: score.sides(),
            score,
            hand: Hand::new(game),
            number: 0,
            now: Duration::ZERO,
            noticed: Duration::ZERO,
            slowest: Duration::ZERO,
            about: None,
            has_knocked: false,
            trouble: None,
            may_ask_again: false,
        };
        room.read(hands);
        room
    }

    fn read(&mut self, hands: &[Vec<Move>]) {
        for (number, moves) in hands.iter().enumerate() {
            if self.hand.turn() == Turn::Over {
                self.sides = self.score.sides();
            }
            self.number = number;
            let words = moves.iter().map(|one| one.word.as_str());
            self.hand = match Hand::replayed(self.hand.game(), words) {
                Ok(hand) => hand,
                Err(error) => {
                    self.trouble = Some(format!("hand {number} cannot be read: {error}"));
                    Hand::new(self.hand.game())
                }
            };
            if let Some(returns) = self.hand.history().returns() {
                self.score.enter(&returns);
            }
        }
    }

    /// Tells the time since the room has woken.
    pub(crate) fn set_time(&mut self, now: Duration) {
        self.now = now;
    }

    /// Lets happen what waits for no one: an action that is due, chance, and what people are not asked.
    pub(crate) fn go_on(&mut self) {
        let now = self.now;
        if self.about.as_ref().is_some_and(|about| about.due <= now)
            && let Some(About { action, .. }) = self.about.take()
        {
            self.play(action);
        }
        self.deal();
        while let Some(word) = self.unasked() {
            self.play(Move { word, thought: None });
        }
    }

    /// When something is due that waits for no one.
    pub(crate) fn due(&self) -> Option<Duration> {
        self.about.as_ref().map(|about| about.due)
    }

    /// Lets chance decide.
    fn deal(&mut self) {
        while self.trouble.is_none() && self.terms.is_complete() {
            let ply = self.hand.ply();
            let Some(word) = self.hand.deal(self.terms.seed, self.number) else { return };
            self.note(ply, Move { word, thought: None });
        }
    }

    fn note(&mut self, ply: usize, one: Move) {
        self.notes.push(Note::Move { hand: self.number, ply, one });
    }

    /// What is to be written down before anything more is shown.
    pub(crate) fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes)
    }

    /// The answer of a person to a question that is not asked.
    fn unasked(&mut self) -> Option<String> {
        let side = self.sides[self.hand.mover()?];
        let is_held_up = self.about.is_some() || self.trouble.is_some();
        if is_held_up || self.terms.bot(side).is_some() || !self.hand.is_masked() {
            return None;
        }
        match (Asked::of(&self.hand), self.has_knocked) {
            (Asked::Touch | Asked::Done, true) => Some("knock".to_owned()),
            (Asked::Touch, false) => Some(WAIT.to_owned()),
            // What is kept or taken back is a question, unless there is one answer.
            (Asked::Missed, true) => match &knocking::answers(&self.hand, true)[..] {
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
    fn play(&mut self, one: Move) {
        let before: Vec<usize> = (0..self.sides.len()).map(|seat| self.hand.noticed(seat).len()).collect();
        let (mover, ply) = (self.hand.mover(), self.hand.ply());
        if let Err(error) = self.hand.play(&one.word) {
            self.trouble = Some(format!("the move is not legal: {error}"));
            return;
        }
        if matches!(one.word.as_str(), "knock" | "keep" | "revert") {
            self.has_knocked = false;
        }
        self.note(ply, one);
        let others = (0..before.len()).filter(|&seat| Some(seat) != mover);
        if others.into_iter().any(|seat| self.hand.noticed(seat).len() > before[seat]) {
            self.noticed = self.now;
        }
        if let Some(returns) = self.hand.history().returns() {
            self.score.enter(&returns);
        }
    }

    /// What a bot is to be asked, if it is its turn.
    pub(crate) fn bot_question(&self) -> Option<Question> {
        let seat = self.hand.mover()?;
        let spec = self.terms.bot(self.sides[seat])?.to_owned();
        if self.about.is_some() || self.trouble.is_some() || !self.terms.is_complete() {
            return None;
        }
        let stream = 1 << 60 | (self.number as u64) << 20 | self.hand.ply() as u64;
        Some(self.question(seat, spec, stream))
    }

    fn question(&self, seat: usize, spec: String, stream: u64) -> Question {
        Question {
            spec,
            #[cfg(feature = "server")]
            seat,
            contest: self.score.contest(),
            info_set: self.hand.info_set(seat),
            #[cfg(feature = "server")]
            seen: self.hand.history().seen(Player::new(seat)).to_owned(),
            legal: self.hand.legal(),
            words: self.hand.legal_words(),
            seed: self.terms.seed,
            stream,
        }
    }

    /// The pace at which a bot may answer at this moment.
    pub(crate) fn pace(&self) -> Pace {
        let pace = Duration::from_millis(self.terms.pace_ms);
        // At a touch it answers at once, since after an action that is in order it is not asked.
        let is_touch = self.hand.is_masked() && Asked::of(&self.hand) == Asked::Touch;
        let shortest = (!pace.is_zero() && !is_touch).then(|| pace.max(self.slowest));
        Pace { noticed: self.noticed, shortest }
    }

    /// Plays what a bot has decided.
    pub(crate) fn act_by(&mut self, thought: Result<Thought, String>) {
        match thought {
            Ok(Thought { word, opinions, took }) => {
                self.slowest = self.slowest.max(took.min(SLOWEST));
                let thought = opinions.map(|opinions| serde_json::json!(opinions).to_string());
                self.announce(Move { word, thought });
            }
            Err(error) => (self.trouble, self.may_ask_again) = (Some(error), true),
        }
    }

    /// Plays an action, at once or after it was told.
    fn announce(&mut self, action: Move) {
        if Asked::of(&self.hand) != Asked::Act || !self.hand.is_masked() {
            self.play(action);
            return;
        }
        let other = self.sides[1 - self.hand.mover().unwrap_or_default().min(1)];
        let wait = match self.terms.bot(other) {
            None => KNOCKING.min(Duration::from_millis(2 * self.terms.pace_ms)),
            // It is told all the same: a touch is shown so too while the bot thinks about it.
            Some(_) => Duration::ZERO,
        };
        self.about = Some(About { action, due: self.now + wait });
    }

    /// Gives the first free side to a person.
    #[cfg(feature = "server")]
    pub(crate) fn join(&mut self, name: String, key: &str) -> Result<(), &'static str> {
        if self.terms.has_name(&name) {
            return Err("this name is taken");
        }
        let Some(free) = self.terms.sides.iter().position(|side| *side == Side::Open) else {
            return Err("all seats are taken");
        };
        self.terms.sides[free] = Side::Person { name, key: key.to_owned() };
        self.notes.push(Note::Terms(self.terms.clone()));
        self.noticed = self.now;
        Ok(())
    }

    /// The seat of a side, if a message belongs to this moment: a second click and a message that is sent
    /// again do not.
    fn is_now(&self, side: usize, (number, made): (usize, usize)) -> Option<usize> {
        let seat = self.sides.iter().position(|&other| other == side)?;
        (number == self.number && made == self.hand.made(seat) && self.terms.is_complete()).then_some(seat)
    }

    /// The person at a side acts.
    pub(crate) fn act(
        &mut self,
        side: usize,
        moment: (usize, usize),
        word: String,
    ) -> Result<(), &'static str> {
        let seat = self.is_now(side, moment).ok_or("that moment is over")?;
        if self.hand.mover() != Some(seat) || self.about.is_some() {
            return Err("it is not your turn");
        }
        if !knocking::answers(&self.hand, self.has_knocked).contains(&word) {
            return Err("that is not legal here");
        }
        if Asked::of(&self.hand) == Asked::Missed && word == "knock" {
            self.has_knocked = true;
            return Ok(());
        }
        if !self.hand.legal_words().contains(&word) {
            return Err("that is not legal here");
        }
        self.announce(Move { word, thought: None });
        Ok(())
    }

    /// A side knocks, at any time.
    pub(crate) fn knock(&mut self, side: usize) {
        let is_passive = self.hand.mover().is_some_and(|seat| self.sides[seat] != side);
        if is_passive && self.about.is_some() && self.hand.is_masked() {
            self.has_knocked = true;
        }
    }

    /// A side wants the next hand after this one, or one who watches bots; returns whether it begins.
    pub(crate) fn next(&mut self, side: Option<usize>, number: usize) -> bool {
        let may_begin = side.map_or_else(|| self.terms.is_of_bots(), |side| self.sides.contains(&side));
        if self.hand.turn() != Turn::Over || number != self.number || !may_begin {
            return false;
        }
        self.hand = Hand::new(self.hand.game());
        self.number += 1;
        self.sides = self.score.sides();
        self.noticed = self.now;
        true
    }

    /// A bot that could not answer may be asked again.
    pub(crate) fn ask_again(&mut self, number: usize) {
        if self.may_ask_again && number == self.number {
            (self.trouble, self.may_ask_again) = (None, false);
        }
    }

    /// The person at a side takes back its last decision; returns whether there was one.
    pub(crate) fn undo(&mut self, side: usize, moment: (usize, usize)) -> Result<bool, &'static str> {
        let people = self.terms.sides.iter().filter(|side| matches!(side, Side::Person { .. })).count();
        let Some(seat) = self.is_now(side, moment) else { return Ok(false) };
        if !self.terms.practice || people != 1 || self.about.is_some() {
            return Err("nothing is taken back in this room");
        }
        if self.hand.turn() == Turn::Over {
            // Its cards can be looked at by now, and it counts.
            return Err("the hand is over");
        }
        let Some((ply, earlier)) = before_last(&self.hand, seat) else { return Ok(false) };
        self.notes.push(Note::Cut { hand: self.number, from: ply });
        self.hand = earlier;
        self.has_knocked = false;
        self.noticed = self.now;
        self.ask_again(self.number);
        Ok(true)
    }

    /// The actions that a person is shown, and what `adviser` is to be asked about them; nothing if the
    /// person is not asked anything at this moment.
    pub(crate) fn hint(
        &self,
        side: usize,
        moment: (usize, usize),
        adviser: &str,
    ) -> Result<Option<(Vec<String>, Question)>, &'static str> {
        let shown = knocking::answers(&self.hand, self.has_knocked);
        let seat = self.is_now(side, moment).filter(|&seat| self.hand.mover() == Some(seat));
        let Some(seat) = seat.filter(|_| !shown.is_empty() && self.about.is_none()) else { return Ok(None) };
        if !self.terms.practice {
            Err("there are no hints in this room")
        } else if !knocking::has_hints(&self.hand, self.has_knocked) {
            Err("there are no hints about knocking")
        } else {
            let stream = 1 << 61 | self.hand.ply() as u64;
            Ok(Some((shown, self.question(seat, adviser.to_owned(), stream))))
        }
    }

    /// The hand.
    pub(crate) fn hand(&self) -> &Hand<'g> {
        &self.hand
    }

    /// The score.
    pub(crate) fn score(&self) -> &Score {
        &self.score
    }

    /// What was agreed.
    pub(crate) fn terms(&self) -> &Terms {
        &self.terms
    }

    /// What the browser of a side is shown, or one that watches.
    pub(crate) fn view(&self, side: Option<usize>, watching: usize) -> Json {
        let shown = Shown {
            id: &self.id,
            terms: &self.terms,
            score: &self.score,
            hand: &self.hand,
            number: self.number,
            sides: &self.sides,
            about: self.about.as_ref().map(|about| about.action.word.as_str()),
            has_knocked: self.has_knocked,
            trouble: self.trouble.as_deref(),
            may_ask_again: self.may_ask_again,
            watching,
        };
        side.map_or_else(|| shown.public(), |side| shown.to(side))
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
