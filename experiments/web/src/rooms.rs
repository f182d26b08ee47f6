//! All rooms: those that are awake have a task, the others are in the store.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use hinterhand_players::bots::Bot;
use tokio::sync::{mpsc, oneshot};

use crate::room::{Ask, RoomTask, Side, Terms, TermsError};
use crate::secret::{secret, seed};
use crate::store::Store;
use crate::thinker::Thinker;

/// All rooms.
#[derive(Debug)]
pub(crate) struct Rooms {
    store: Arc<Store>,
    thinker: Arc<Thinker>,
    awake: Mutex<HashMap<String, mpsc::Sender<Ask>>>,
}

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
    #[error("{0}")]
    Refused(&'static str),
    #[error("the store: {0}")]
    Store(#[from] rusqlite::Error),
}

impl Rooms {
    /// The rooms of a store.
    pub(crate) fn new(store: Arc<Store>, thinker: Arc<Thinker>) -> Rooms {
        Rooms { store, thinker, awake: Mutex::default() }
    }

    /// The store.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// The bot of this text, opened once.
    pub(crate) fn bot(&self, text: &str) -> Result<Arc<Bot>, String> {
        self.thinker.bot(text)
    }

    /// Makes a room on these terms, in which `name` takes the first free side; returns its name and the key.
    pub(crate) fn make(&self, mut terms: Terms, name: String) -> Result<(String, String), RoomError> {
        let game = terms.load()?;
        for side in 0..terms.sides.len() {
            if let Some(spec) = terms.bot(side) {
                let bot = self.thinker.bot(spec).map_err(RoomError::Bot)?;
                bot.for_game(&game).map_err(|error| RoomError::Bot(error.to_string()))?;
            }
        }
        if self.store.count()? >= KEPT {
            return Err(RoomError::Many);
        }
        let key = secret();
        let free = terms.sides.iter().position(|side| *side == Side::Open);
        let free = free.ok_or(RoomError::Refused("a room has a seat for the person that makes it"))?;
        terms.sides[free] = Side::Person { name, key: key.clone() };
        terms.seed = seed();
        let id = secret();
        self.store.put(&id, &terms)?;
        Ok((id, key))
    }

    /// The way to the task of a room, which is woken if it sleeps.
    pub(crate) fn room(&self, id: &str) -> Result<mpsc::Sender<Ask>, RoomError> {
        let mut awake = self.awake.lock().expect("no thread panics while it holds the rooms");
        if let Some(asks) = awake.get(id).filter(|asks| !asks.is_closed()) {
            return Ok(asks.clone());
        }
        if awake.len() >= AWAKE {
            awake.retain(|_, asks| !asks.is_closed());
            if awake.len() >= AWAKE {
                return Err(RoomError::Many);
            }
        }
        let terms = self.store.terms(id)?.ok_or(RoomError::Unknown)?;
        let hands = self.store.hands(id)?;
        let game = terms.load()?;
        let adviser = Bot::adviser(&game).spec().to_string();
        let (asks, asked) = mpsc::channel(64);
        let (store, thinker) = (Arc::clone(&self.store), Arc::clone(&self.thinker));
        let room = RoomTask::new(id.to_owned(), terms, game, store, thinker, adviser);
        tokio::spawn(room.run(hands, asked));
        awake.insert(id.to_owned(), asks.clone());
        Ok(asks)
    }

    /// Takes a free side of a room; returns the key.
    pub(crate) async fn join(&self, id: &str, name: String) -> Result<String, RoomError> {
        let room = self.room(id)?;
        let (answer, answered) = oneshot::channel();
        let asleep = RoomError::Refused("the room has closed; try again");
        if room.send(Ask::Join { name, answer }).await.is_err() {
            return Err(asleep);
        }
        answered.await.map_err(|_| asleep)?.map_err(RoomError::Refused)
    }
}
