//! What answers which address.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, Response, StatusCode, header};
use axum::response::IntoResponse as _;
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::catalogue::{self, Catalogue};
use crate::guard::{Guard, guard};
use crate::records::{Adviser, Asked};
use crate::rooms::{RoomError, Rooms};
use crate::slow::Awaited;
use crate::solutions::Solutions;
use crate::store::Store;
use crate::watch::Watch;
use crate::wish::{self, Wish};
use crate::{assets, records, secret, slow, socket};

/// What all answers are made from.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) catalogue: Arc<Catalogue>,
    /// The catalogue as the page gets it.
    pub(crate) listed: Arc<str>,
    /// The tournaments that are watched.
    pub(crate) watch: Arc<Watch>,
    /// Small games that were solved.
    pub(crate) solutions: Arc<Solutions>,
    /// Records that are replayed and judged at once.
    pub(crate) replaying: Arc<Semaphore>,
}

/// The longest body, in bytes: a record of the longest games.
const BODY: usize = 1 << 18;

/// An answer takes no longer than this.
const LONGEST: Duration = Duration::from_secs(60);

/// All routes, with `more` that other questions have.
pub(crate) fn routes(app: App, token: Option<String>, more: Router<App>) -> Router {
    Router::new()
        .route("/", get(|headers: HeaderMap| async move { assets::serve("index.html", &headers) }))
        .route("/assets/{*name}", get(asset))
        .route("/api/games", get(games))
        .route("/api/rooms", post(make))
        .route("/api/rooms/{id}/join", post(join))
        .route("/api/rooms/{id}/play", get(play))
        .route("/api/records/{name}", get(stored))
        .route("/api/positions", post(position))
        .route("/api/reviews", post(review))
        .route("/api/hindsights", post(hindsight))
        .route("/api/opinions", post(opinion))
        .route("/api/deals", post(deal))
        .route("/api/tournaments", get(tournaments))
        .merge(more)
        .fallback(|| async { failed(StatusCode::NOT_FOUND, "there is nothing at this address") })
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn(in_time))
        .layer(middleware::from_fn_with_state(Guard::new(token), guard))
        .with_state(app)
}

/// Ends what takes too long. A browser at a room has its own limits.
async fn in_time(request: axum::extract::Request, next: middleware::Next) -> Response<Body> {
    let late = || failed(StatusCode::REQUEST_TIMEOUT, "the answer took too long");
    tokio::time::timeout(LONGEST, next.run(request)).await.unwrap_or_else(|_| late())
}

fn failed(status: StatusCode, reason: &str) -> Response<Body> {
    (status, Json(json!({ "error": reason }))).into_response()
}

fn answer(result: Result<Value, String>) -> Response<Body> {
    match result {
        Ok(json) => ([(header::CACHE_CONTROL, "no-store")], Json(json)).into_response(),
        Err(reason) => failed(StatusCode::BAD_REQUEST, &reason),
    }
}

fn refused(error: &RoomError) -> Response<Body> {
    let status = match error {
        RoomError::Unknown => StatusCode::NOT_FOUND,
        RoomError::Many => StatusCode::SERVICE_UNAVAILABLE,
        RoomError::Refused(_) => StatusCode::CONFLICT,
        RoomError::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
        RoomError::Terms(_) | RoomError::Bot(_) | RoomError::Begun(_) => StatusCode::BAD_REQUEST,
    };
    failed(status, &error.to_string())
}

async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response<Body> {
    assets::serve(&name, &headers)
}

async fn games(State(app): State<App>) -> Response<Body> {
    ([(header::CONTENT_TYPE, "application/json")], app.listed.to_string()).into_response()
}

async fn make(State(app): State<App>, Json(wish): Json<Wish>) -> Response<Body> {
    let made = catalogue::settings(&wish.game);
    let made = made.and_then(|settings| wish.terms(settings, |bot| app.catalogue.admit(bot)));
    let (terms, name) = match made {
        Ok(made) => made,
        Err(reason) => return failed(StatusCode::BAD_REQUEST, &reason),
    };
    // Bots may have to open files.
    let (rooms, begun) = (Arc::clone(&app.rooms), wish.begun);
    match tokio::task::spawn_blocking(move || rooms.make(terms, name, &begun)).await {
        Ok(Ok((room, key))) => answer(Ok(json!({ "room": room, "key": key }))),
        Ok(Err(error)) => refused(&error),
        Err(error) => failed(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Joining {
    name: String,
}

async fn join(
    State(app): State<App>,
    Path(id): Path<String>,
    Json(joining): Json<Joining>,
) -> Response<Body> {
    let name = match wish::name(&joining.name) {
        Ok(name) => name,
        Err(reason) => return failed(StatusCode::BAD_REQUEST, &reason),
    };
    if !secret::is_secret(&id) {
        return refused(&RoomError::Unknown);
    }
    match app.rooms.join(&id, name).await {
        Ok(key) => answer(Ok(json!({ "key": key }))),
        Err(error) => refused(&error),
    }
}

async fn play(State(app): State<App>, Path(id): Path<String>, upgrade: WebSocketUpgrade) -> Response<Body> {
    if !secret::is_secret(&id) {
        return refused(&RoomError::Unknown);
    }
    let upgrade = upgrade.max_message_size(socket::LONGEST).max_frame_size(socket::LONGEST);
    upgrade.on_upgrade(move |browser| socket::serve(browser, app.rooms, id)).into_response()
}

async fn stored(State(app): State<App>, Path(name): Path<String>) -> Response<Body> {
    let rooms = Arc::clone(&app.rooms);
    replay(&app, move |_| stored_in(rooms.store(), &name)).await
}

/// The record of a hand that is over: `ROOM.HAND`.
fn stored_in(store: &Store, name: &str) -> Result<Value, String> {
    let missing = || records::MISSING.to_owned();
    let (room, hand) = name.split_once('.').ok_or_else(missing)?;
    let hand: usize = hand.parse().map_err(|_| missing())?;
    let terms = store.terms(room).map_err(|error| error.to_string())?.ok_or_else(missing)?;
    let hands = store.hands(room).map_err(|error| error.to_string())?;
    let game = terms.load().map_err(|error| error.to_string())?;
    records::played(game.rules(), &terms, &hands, hand)
}

async fn position(State(app): State<App>, Json(asked): Json<Asked>) -> Response<Body> {
    replay(&app, move |_| {
        let game = records::game_of(&asked.record)?;
        records::position(&game, &asked.record.actions, asked.ply)
    })
    .await
}

async fn review(State(app): State<App>, Json(asked): Json<Asked>) -> Response<Body> {
    let asked_of = app.clone();
    replay(&app, move |awaited| {
        records::reviewed(&asked.record, &asked_of.adviser(&asked)?, &|| awaited.is_awaited())
    })
    .await
}

async fn hindsight(State(app): State<App>, Json(asked): Json<Asked>) -> Response<Body> {
    let asked_of = app.clone();
    replay(&app, move |awaited| {
        records::hindsight(&asked.record, &asked_of.adviser(&asked)?, &|| awaited.is_awaited())
    })
    .await
}

async fn opinion(State(app): State<App>, Json(asked): Json<Asked>) -> Response<Body> {
    let asked_of = app.clone();
    replay(&app, move |_| records::opinion(&asked.record, asked.ply, &asked_of.adviser(&asked)?)).await
}

async fn deal(State(app): State<App>, Json(asked): Json<Asked>) -> Response<Body> {
    replay(&app, move |_| {
        let game = records::game_of(&asked.record)?;
        records::dealt(&game, &asked.record.actions, secret::seed())
    })
    .await
}

async fn tournaments(State(app): State<App>) -> Response<Body> {
    let watch = Arc::clone(&app.watch);
    replay(&app, move |_| Ok(watch.json())).await
}

impl App {
    /// The bot that a question names.
    fn adviser(&self, asked: &Asked) -> Result<Adviser, String> {
        asked.adviser(&self.catalogue, |name| self.rooms.bot(name))
    }
}

/// Answers from a thread on which there is time, a few at once.
pub(crate) async fn replay(
    app: &App,
    work: impl FnOnce(&Awaited) -> Result<Value, String> + Send + 'static,
) -> Response<Body> {
    match slow::work(&app.replaying, work).await {
        Ok(result) => answer(result),
        Err(error) => failed(StatusCode::INTERNAL_SERVER_ERROR, &error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::{Note, Terms};

    #[test]
    fn records_are_known_by_room_and_hand() {
        let store = Store::in_memory().expect("a store");
        let words = ["deal:J,Q", "bet", "pass"].map(str::to_owned);
        let notes: Vec<Note> =
            std::iter::once(Note::Terms(Terms::example("kuhn"))).chain(Note::begun(&words)).collect();
        store.write("a", &notes).expect("written");
        assert_eq!(stored_in(&store, "a.0").expect("it is over")["record"]["returns"], json!([1, -1]));
        for name in ["a.1", "b.0", "a", "a.x", "../a.0"] {
            assert!(stored_in(&store, name).is_err(), "{name}");
        }
    }
}
