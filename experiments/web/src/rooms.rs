//! All rooms: those that are awake have a task, the others are in the store.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use hinterhand_players::bots::Bot;
use tokio::sync::{mpsc, oneshot};

use crate::bots::{check, told};
use crate::room::{Ask, Hand, Move, Note, RoomTask, Side, Terms, TermsError};
use crate::secret::{secret, seed};
use crate::store::Store;
use crate::thinker::Thinker;
use crate::writer::Writer;

/// All rooms.
#[derive(Debug)]
pub(crate) struct Rooms {
    store: Arc<Store>,
    writer: Writer,
    thinker: Arc<Thinker>,
    awake: Mutex<HashMap<String, Place>>,
}

/// The way to the task of a room, once it is awake.
type Place = Arc<tokio::sync::Mutex<Option<mpsc::Sender<Ask>>>>;

/// The number of rooms that are awake at once.
const AWAKE: usize = 2_000;

/// The number of rooms that are kept.
const KEPT: usize = 100_000;

/// Why there is no room.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub(crate) enum RoomError {
    #[error("there is no such room")]
    Unknown,
    #[error("there are too many rooms; try again later")]
    Many,
    #[error(transparent)]
    Terms(#[from] TermsError),
    #[error("{0}")]
    Bot(String),
    #[error("the position to go on from: {0}")]
    Begun(String),
    #[error("{0}")]
    Refused(&'static str),
    #[error("the store: {0}")]
    Store(#[from] rusqlite::Error),
}

impl Rooms {
    /// The rooms of a store.
    pub(crate) fn new(store: Arc<Store>, thinker: Arc<Thinker>) -> Rooms {
        let writer = Writer::new(Arc::clone(&store));
        Rooms { store, writer, thinker, awake: Mutex::default() }
    }

    /// The store.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// The bot of this text, opened once.
    pub(crate) fn bot(&self, text: &str) -> Result<Arc<Bot>, String> {
        self.thinker.bot(text)
    }

    /// Makes a room on these terms, in which `name`, if it is given, takes the first free side; returns the name of the
    /// room and the key of the side. The first hand goes on after these words, which are none for a new one.
    pub(crate) fn make(
        &self,
        mut terms: Terms,
        name: Option<String>,
        begun: &[String],
    ) -> Result<(String, Option<String>), RoomError> {
        let game = terms.load()?;
        for side in 0..terms.sides.len() {
            if let Some(spec) = terms.bot(side) {
                let bot = self.thinker.bot(spec).map_err(RoomError::Bot)?;
                check(&bot, &game).map_err(|error| RoomError::Bot(told(&error, bot.spec())))?;
            }
        }
        let hand = Hand::replayed(game.rules(), begun.iter().map(String::as_str));
        let hand = hand.map_err(|error| RoomError::Begun(error.to_string()))?;
        if hand.history().returns().is_some() {
            return Err(RoomError::Begun("the hand is over".to_owned()));
        }
        if self.store.count()? >= KEPT {
            return Err(RoomError::Many);
        }
        let key = name.is_some().then(secret);
        if let (Some(name), Some(key)) = (name, key.clone()) {
            let free = terms.sides.iter().position(|side| *side == Side::Open);
            let free = free.ok_or(RoomError::Refused("a room has a seat for the person that makes it"))?;
            terms.sides[free] = Side::Person { name, key };
        }
        terms.seed = seed();
        let id = secret();
        let notes: Vec<Note> = std::iter::once(Note::Terms(terms)).chain(Note::begun(begun)).collect();
        self.store.write(&id, &notes)?;
        Ok((id, key))
    }

    /// The way to the task of a room, which is woken if it sleeps.
    pub(crate) async fn room(self: &Arc<Self>, id: &str) -> Result<mpsc::Sender<Ask>, RoomError> {
        let place = self.place(id)?;
        // Those that want the same room wait for the one that wakes it; other rooms are not held up.
        let mut asks = place.lock().await;
        if let Some(asks) = asks.as_ref().filter(|asks| !asks.is_closed()) {
            return Ok(asks.clone());
        }
        let (rooms, name) = (Arc::clone(self), id.to_owned());
        let reading = tokio::task::spawn_blocking(move || rooms.read(name));
        let (room, hands) = reading.await.map_err(|_| RoomError::Refused("the room cannot be read"))??;
        let (ask, asked) = mpsc::channel(64);
        tokio::spawn(room.run(hands, asked));
        *asks = Some(ask.clone());
        Ok(ask)
    }

    /// The place of a room among those that are awake.
    fn place(&self, id: &str) -> Result<Place, RoomError> {
        let mut awake = self.awake.lock().expect("no thread panics while it holds the rooms");
        if let Some(place) = awake.get(id) {
            return Ok(Arc::clone(place));
        }
        if awake.len() >= AWAKE {
            // A place that another one holds may be of a room that is being woken.
            awake.retain(|_, place| {
                Arc::get_mut(place)
                    .is_none_or(|place| place.get_mut().as_ref().is_some_and(|asks| !asks.is_closed()))
            });
            if awake.len() >= AWAKE {
                return Err(RoomError::Many);
            }
        }
        Ok(Arc::clone(awake.entry(id.to_owned()).or_default()))
    }

    /// A room as the store has it, with its hands.
    fn read(&self, id: String) -> Result<(RoomTask, Vec<Vec<Move>>), RoomError> {
        let terms = self.store.terms(&id)?.ok_or(RoomError::Unknown)?;
        let hands = self.store.hands(&id)?;
        let game = terms.load()?;
        let adviser = Bot::adviser(&game).spec().to_string();
        self.store.touch(&id)?;
        let (writer, thinker) = (self.writer.clone(), Arc::clone(&self.thinker));
        Ok((RoomTask::new(id, terms, game, writer, thinker, adviser), hands))
    }

    /// Takes a free side of a room; returns the key.
    pub(crate) async fn join(self: &Arc<Self>, id: &str, name: String) -> Result<String, RoomError> {
        let room = self.room(id).await?;
        let (answer, answered) = oneshot::channel();
        let asleep = RoomError::Refused("the room has closed; try again");
        if room.send(Ask::Join { name, answer }).await.is_err() {
            return Err(asleep);
        }
        answered.await.map_err(|_| asleep)?.map_err(RoomError::Refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rooms() -> Arc<Rooms> {
        let store = Arc::new(Store::in_memory().expect("a store"));
        for id in ["a", "b"] {
            store.write(id, &[Note::Terms(Terms::example("kuhn"))]).expect("written");
        }
        Arc::new(Rooms::new(store, Arc::new(Thinker::new(HashMap::new()))))
    }

    #[tokio::test]
    async fn a_room_that_is_read_holds_up_no_other() {
        let rooms = rooms();
        let reading = rooms.place("a").expect("there is room");
        let held = reading.lock().await;
        let other = rooms.room("b").await.expect("it is in the store");
        drop(held);
        // However often it is asked for, a room is woken once.
        let [one, again] =
            [rooms.room("a").await, rooms.room("a").await].map(|room| room.expect("it is there"));
        assert!(one.same_channel(&again) && !one.same_channel(&other));
        assert!(matches!(rooms.room("c").await, Err(RoomError::Unknown)));
    }

    #[tokio::test]
    async fn names_without_a_room_take_no_place_for_long() {
        let rooms = rooms();
        let awake = rooms.room("a").await.expect("it is in the store");
        let held = rooms.place("b").expect("there is room");
        for n in 2..AWAKE {
            rooms.place(&format!("x{n}")).expect("there is room");
        }
        let _ = rooms.place("y").expect("the others have gone");
        assert_eq!(rooms.awake.lock().expect("whole").len(), 3);
        assert!(rooms.room("a").await.expect("it is awake").same_channel(&awake));
        drop(held);
    }
}
