//! The task of a room on a server: it waits for people and bots, lets them act in turn, and tells each
//! browser what its seat knows.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use hinterhand_players::games::LoadedGame;
use serde_json::json;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::Terms;
use super::hint::{advised, why};
use super::note::Move;
use super::play::Room;
use super::thought::Thought;
use crate::thinker::Thinker;
use crate::writer::Writer;

/// What the task is asked.
#[derive(Debug)]
pub(crate) enum Ask {
    /// A person takes a free side under a name, and gets the key of it.
    Join { name: String, answer: oneshot::Sender<Result<String, &'static str>> },
    /// A browser enters with its key, or watches without one; views are sent to `views` from now on.
    Enter {
        key: Option<String>,
        views: mpsc::Sender<String>,
        answer: oneshot::Sender<Result<Entered, &'static str>>,
    },
    /// A browser has gone.
    Left,
    /// The person at a side acts: in this hand, after this number of own actions.
    Act { side: usize, hand: usize, made: usize, word: String },
    /// A side knocks, at any time.
    Knock { side: usize },
    /// A side wants the next hand after this one, or one who watches bots.
    Next { side: Option<usize>, hand: usize },
    /// The bot that could not answer in this hand is asked again.
    Again { side: Option<usize>, hand: usize },
    /// The person at a side takes back its last decision.
    Undo { side: usize, hand: usize, made: usize },
    /// The person at a side asks what a bot would do.
    Hint { side: usize, hand: usize, made: usize },
}

/// A browser that has entered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entered {
    /// Its side; none if it watches.
    pub(crate) side: Option<usize>,
}

/// A browser that is shown a side, or watches.
#[derive(Debug)]
struct Listener {
    side: Option<usize>,
    views: mpsc::Sender<String>,
    /// What it was shown last. Nothing is sent twice: a message would tell that something happened.
    last: String,
}

/// A room while it is awake.
#[derive(Debug)]
pub(crate) struct RoomTask {
    id: String,
    terms: Terms,
    game: Arc<LoadedGame>,
    writer: Writer,
    thinker: Arc<Thinker>,
    /// The bot that gives hints.
    adviser: String,
    began: Instant,
    /// Keys of sides that were taken, which are told once that is written down.
    joined: Vec<(oneshot::Sender<Result<String, &'static str>>, String)>,
    listeners: Vec<Listener>,
    /// The hints that sides have asked for last.
    hints: HashMap<usize, JoinHandle<()>>,
}

type Awaited = Pin<Box<dyn Future<Output = Result<Thought, String>> + Send>>;

/// A room without browsers goes to sleep after this time.
const IDLE: Duration = Duration::from_secs(600);

/// How the last message to a browser begins.
pub(crate) const GONE: &str = r#"{"type":"gone""#;

/// The number of browsers in one room that play, and of those that watch: they take no place of players.
const BROWSERS: usize = 16;

impl RoomTask {
    /// A room that has just woken.
    pub(crate) fn new(
        id: String,
        terms: Terms,
        game: Arc<LoadedGame>,
        writer: Writer,
        thinker: Arc<Thinker>,
        adviser: String,
    ) -> RoomTask {
        let began = Instant::now();
        let (listeners, hints) = (Vec::new(), HashMap::new());
        RoomTask { id, terms, game, writer, thinker, adviser, began, joined: Vec::new(), listeners, hints }
    }

    /// Plays on from what the store has, until no browser is there.
    pub(crate) async fn run(mut self, hands: Vec<Vec<Move>>, mut asks: mpsc::Receiver<Ask>) {
        let game = Arc::clone(&self.game);
        let mut room = Room::new(self.id.clone(), self.terms.clone(), game.rules(), &hands);
        drop(hands);
        let mut bot: Option<Awaited> = None;
        loop {
            room.set_time(self.began.elapsed());
            room.go_on();
            let notes = room.take_notes();
            if !notes.is_empty()
                && let Err(reason) = self.writer.write(&self.id, notes).await
            {
                return self.close(&format!("the move cannot be written down: {reason}"));
            }
            for (answer, key) in self.joined.drain(..) {
                let _ = answer.send(Ok(key));
            }
            self.publish(&room);
            // Bots play each other only while somebody watches.
            let is_awaited = !self.listeners.is_empty() || !room.terms().is_of_bots();
            if bot.is_none() && is_awaited {
                bot = self.ask_bot(&room);
            }
            let due = room.due().map(|due| self.began + due);
            tokio::select! {
                ask = tokio::time::timeout(IDLE, asks.recv()) => match ask {
                    Ok(Some(ask)) => {
                        room.set_time(self.began.elapsed());
                        if self.answer(&mut room, ask) {
                            bot = None;
                        }
                    }
                    Ok(None) => return,
                    Err(_) if self.listeners.is_empty() => return,
                    Err(_) => {}
                },
                thought = async { bot.as_mut().expect("it is there").await }, if bot.is_some() => {
                    bot = None;
                    room.set_time(self.began.elapsed());
                    room.act_by(thought);
                }
                () = async { tokio::time::sleep_until(due.expect("it is there")).await }, if due.is_some() => {}
            }
        }
    }

    /// Begins to let a bot think, if it is its turn.
    fn ask_bot(&self, room: &Room<'_>) -> Option<Awaited> {
        let thinking = Arc::clone(&self.thinker).think(room.bot_question()?, Arc::clone(&self.game));
        let (began, pace) = (self.began, room.pace());
        Some(Box::pin(async move {
            let thought = thinking.await?;
            tokio::time::sleep_until(began + pace.may_act(thought.took)).await;
            Ok(thought)
        }))
    }

    /// Answers; tells whether a bot that thinks must begin anew.
    fn answer(&mut self, room: &mut Room<'_>, ask: Ask) -> bool {
        match ask {
            Ask::Join { name, answer } => {
                let key = crate::secret::secret();
                match room.join(name, &key) {
                    Ok(()) => self.joined.push((answer, key)),
                    Err(reason) => drop(answer.send(Err(reason))),
                }
            }
            Ask::Enter { key, views, answer } => {
                let entered = self.enter(room, key.as_deref(), views);
                let _ = answer.send(entered);
            }
            Ask::Act { side, hand, made, word } => {
                if let Err(reason) = room.act(side, (hand, made), word) {
                    self.refuse(side, reason);
                }
            }
            Ask::Knock { side } => room.knock(side),
            Ask::Next { side, hand } => return room.next(side, hand),
            // Among people it is for those who play to ask again. That a browser has gone is told when the room is shown.
            Ask::Again { side, hand } if side.is_some() || room.terms().is_of_bots() => room.ask_again(hand),
            Ask::Again { .. } | Ask::Left => {}
            Ask::Undo { side, hand, made } => match room.undo(side, (hand, made)) {
                Ok(is_taken_back) => return is_taken_back,
                Err(reason) => self.refuse(side, reason),
            },
            Ask::Hint { side, hand, made } => self.hint(room, side, (hand, made)),
        }
        false
    }

    fn enter(
        &mut self,
        room: &Room<'_>,
        key: Option<&str>,
        views: mpsc::Sender<String>,
    ) -> Result<Entered, &'static str> {
        let side_of = |key| room.terms().side_of(key).ok_or("this key opens no seat of this room");
        let side = key.map(side_of).transpose()?;
        self.listeners.retain(|listener| !listener.views.is_closed());
        if self.listeners.iter().filter(|other| other.side.is_some() == side.is_some()).count() >= BROWSERS {
            return Err("too many browsers are in this room");
        }
        self.listeners.push(Listener { side, views, last: String::new() });
        Ok(Entered { side })
    }

    /// Lets a bot think about the decision of a side, if it is asked at this moment, and shows the answer to
    /// the side.
    fn hint(&mut self, room: &Room<'_>, side: usize, moment: (usize, usize)) {
        let (shown, question) = match room.hint(side, moment, &self.adviser) {
            Ok(Some(asked)) => asked,
            Ok(None) => return,
            Err(reason) => return self.refuse(side, reason),
        };
        if self.hints.get(&side).is_some_and(|hint| !hint.is_finished()) {
            return self.refuse(side, "a hint is on its way");
        }
        let (asked, game) = (question.clone(), Arc::clone(&self.game));
        let thinking = Arc::clone(&self.thinker).think(question, Arc::clone(&self.game));
        let (views, adviser, (number, made)) = (self.views_of(side), self.adviser.clone(), moment);
        let hint = tokio::spawn(async move {
            let hint = match thinking.await {
                Ok(thought) => {
                    let actions = advised(&asked.words, &shown, thought.opinions.as_deref());
                    let why = why(&game, &asked, &actions);
                    json!({
                        "type": "hint",
                        "hand": number,
                        "made": made,
                        "by": adviser,
                        "actions": actions,
                        "why": why,
                    })
                }
                Err(reason) => json!({ "type": "refused", "reason": reason }),
            };
            for views in views {
                let _ = views.try_send(hint.to_string());
            }
        });
        self.hints.insert(side, hint);
    }

    fn views_of(&self, side: usize) -> Vec<mpsc::Sender<String>> {
        let at_side = self.listeners.iter().filter(|listener| listener.side == Some(side));
        at_side.map(|listener| listener.views.clone()).collect()
    }

    fn refuse(&self, side: usize, reason: &str) {
        let refusal = json!({ "type": "refused", "reason": reason }).to_string();
        for views in self.views_of(side) {
            let _ = views.try_send(refusal.clone());
        }
    }

    /// Ends the room with a reason. Browsers come back to what is written down of it.
    fn close(self, reason: &str) {
        let gone = json!({ "type": "gone", "reason": reason, "then": "again" }).to_string();
        for listener in self.listeners {
            let _ = listener.views.try_send(gone.clone());
        }
    }

    /// Shows every browser what its seat knows, or all players, if that has changed.
    fn publish(&mut self, room: &Room<'_>) {
        self.listeners.retain(|listener| !listener.views.is_closed());
        let watching = self.listeners.iter().filter(|listener| listener.side.is_none()).count();
        let mut views: HashMap<Option<usize>, String> = HashMap::new();
        self.listeners.retain_mut(|listener| {
            let side = listener.side;
            let view = views.entry(side).or_insert_with(|| room.view(side, watching).to_string());
            if *view == listener.last {
                return true;
            }
            listener.last.clone_from(view);
            // A browser that does not read is let go, and comes back with its key.
            listener.views.try_send(view.clone()).is_ok()
        });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use serde_json::Value as Json;

    use super::*;
    use crate::room::knocking::tests::{full, hand};
    use crate::store::Store;

    /// A room for Schikanöschen, and its task, in which Ben, at side 1, has entered.
    fn room(game: &Arc<LoadedGame>) -> (Room<'_>, RoomTask, mpsc::Receiver<String>) {
        let mut terms = Terms::example("schikanoeschen");
        terms.practice = true;
        terms.options.insert("knock_mode".to_owned(), Json::from("full"));
        let writer = Writer::new(Arc::new(Store::in_memory().expect("a store")));
        let thinker = Arc::new(Thinker::new(HashMap::new()));
        let room = Room::new("a".to_owned(), terms.clone(), game.rules(), &[]);
        let mut task =
            RoomTask::new("a".to_owned(), terms, Arc::clone(game), writer, thinker, "random".to_owned());
        let (views, heard) = mpsc::channel(8);
        task.enter(&room, Some("key of Ben"), views).expect("it is the key");
        (room, task, heard)
    }

    async fn next(heard: &mut mpsc::Receiver<String>) -> Json {
        serde_json::from_str(&heard.recv().await.expect("a message")).expect("JSON")
    }

    #[tokio::test]
    async fn a_hint_does_not_tell_whether_a_duty_was_missed() {
        let game = Arc::new(full());
        let (mut room, mut task, mut heard) = room(&game);
        for (has_duty, words) in [(false, "E1>F0"), (true, "E1>F0 wait")] {
            room.hand = hand(&game, has_duty, words);
            task.hint(&room, 1, (0, 0));
            let refused = json!({ "type": "refused", "reason": "there are no hints about knocking" });
            assert_eq!(next(&mut heard).await, refused, "{words}");
        }
        // At a touch the player is not asked anything.
        room.hand = hand(&game, true, "E1>F0");
        task.hint(&room, 1, (0, 0));
        assert!(heard.try_recv().is_err());
        // After a right knock the question is what the page shows, and no more.
        room.has_knocked = true;
        room.hand = hand(&game, true, "E1>F0 wait");
        task.hint(&room, 1, (0, 0));
        assert_eq!(next(&mut heard).await["actions"], json!([["keep", 0.5, null], ["revert", 0.5, null]]));
    }

    #[tokio::test]
    async fn a_side_has_one_hint_at_a_time() {
        let game = Arc::new(full());
        let (mut room, mut task, mut heard) = room(&game);
        room.hand = hand(&game, false, "turn @>B0 let");
        let pending = tokio::spawn(std::future::pending());
        let end = pending.abort_handle();
        task.hints.insert(1, pending);
        task.hint(&room, 1, (0, 1));
        assert_eq!(next(&mut heard).await["reason"], "a hint is on its way");
        end.abort();
        tokio::task::yield_now().await;
        task.hint(&room, 1, (0, 1));
        assert_eq!(next(&mut heard).await["type"], "hint");
    }
}
