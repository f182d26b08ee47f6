//! The page without a server: what the page asks, as JSON, and the answers. Nothing is kept beyond its own
//! life and nothing is waited for: what rooms must write down, whom they ask, and when they go on is a part
//! of the answers, and the page does it.
//!
//! There are two parts, since a page loads them as programs of their own. [`LocalTables`] has rooms and the
//! rules alone, and is small, so that a hand can begin soon. [`LocalBots`] has everything that thinks; it is
//! asked where there is time, so that rooms can answer meanwhile.

mod bots;
mod tables;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

pub use bots::LocalBots;
#[cfg(feature = "server")]
pub(crate) use bots::NETWORK;
pub use tables::LocalTables;

use crate::room::{Question, Room};

/// Why there is no answer.
enum Failure {
    /// This slice of a solution, or this network, is not loaded.
    Needs(String),
    /// Anything else.
    Because(String),
}

impl<E: std::fmt::Display> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Because(error.to_string())
    }
}

/// Reads a request: an object whose key `ask` has the name of what is asked.
fn read<R: DeserializeOwned>(request: &str) -> Result<R, Failure> {
    let mut json: Json = serde_json::from_str(request)?;
    let ask = json.as_object_mut().and_then(|fields| fields.remove("ask"));
    let ask = ask.as_ref().and_then(Json::as_str).ok_or("the request is not understood")?;
    let named = Json::Object(Map::from_iter([(ask.to_owned(), json)]));
    Ok(serde_json::from_value(named)?)
}

/// The answer as text: `{"error": REASON}` if there is none, or `{"needs": SLICE}`, which is to be added
/// before it is asked again.
fn text_of(answer: Result<Json, Failure>) -> String {
    match answer {
        Ok(answer) => answer.to_string(),
        Err(Failure::Needs(slice)) => json!({ "needs": slice }).to_string(),
        Err(Failure::Because(reason)) => json!({ "error": reason }).to_string(),
    }
}

/// A question to a bot as text, since the bots do not know the rooms.
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
