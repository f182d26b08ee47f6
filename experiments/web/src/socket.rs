//! A browser at a room: messages in, views out, within limits.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};

use crate::room::{Ask, Entered};
use crate::rooms::Rooms;

/// The longest message of a browser, in bytes.
pub(crate) const LONGEST: usize = 4096;

/// A browser that says nothing for this time has gone; the page says something every 20 seconds.
const SILENCE: Duration = Duration::from_secs(75);

/// The messages of a browser in any ten seconds.
const MESSAGES: u32 = 200;

/// The views that wait for a browser that is slow to read.
const WAITING: usize = 64;

/// A message of a browser.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
enum Said {
    /// The key of the seat, first of all.
    Enter { key: String },
    /// An action.
    Act { hand: usize, made: usize, word: String },
    /// A knock, at any time.
    Knock,
    /// The next hand.
    Next { hand: usize },
    /// The last decision is taken back.
    Undo { hand: usize, made: usize },
    /// What would a bot do?
    Hint { hand: usize, made: usize },
    /// Still there.
    Ping,
}

/// Why a browser is let go.
struct Gone(&'static str);

/// Serves a browser until it goes.
pub(crate) async fn serve(mut socket: WebSocket, rooms: Arc<Rooms>, room: String) {
    if let Err(Gone(reason)) = talk(&mut socket, &rooms, &room).await {
        let farewell = json!({ "type": "gone", "reason": reason }).to_string();
        let _ = socket.send(Message::Text(farewell.into())).await;
    }
    let _ = timeout(Duration::from_secs(2), socket.send(Message::Close(None))).await;
}

async fn talk(socket: &mut WebSocket, rooms: &Rooms, name: &str) -> Result<(), Gone> {
    let Some(Said::Enter { key }) = hear(socket, Duration::from_secs(10)).await? else {
        return Err(Gone("the first message must be `enter`"));
    };
    let asks = rooms.room(name).map_err(|_| Gone("there is no such room"))?;
    let (views, mut shown) = mpsc::channel(WAITING);
    let (answer, answered) = oneshot::channel();
    let closed = Gone("the room has closed");
    asks.send(Ask::Enter { key, views, answer }).await.map_err(|_| Gone("the room has closed"))?;
    let Entered { side } = answered.await.map_err(|_| closed)?.map_err(Gone)?;
    let (mut began, mut messages) = (Instant::now(), 0);
    loop {
        tokio::select! {
            view = shown.recv() => {
                let Some(view) = view else { return Err(Gone("the browser is too slow")) };
                let sent = timeout(Duration::from_secs(10), socket.send(Message::Text(view.into()))).await;
                if !matches!(sent, Ok(Ok(()))) {
                    return Ok(());
                }
            }
            said = hear(socket, SILENCE) => {
                let Some(said) = said? else { return Ok(()) };
                if began.elapsed() > Duration::from_secs(10) {
                    (began, messages) = (Instant::now(), 0);
                }
                messages += 1;
                if messages > MESSAGES {
                    return Err(Gone("too many messages"));
                }
                let ask = match said {
                    Said::Enter { .. } => return Err(Gone("this browser has entered already")),
                    Said::Ping => continue,
                    Said::Act { hand, made, word } => Ask::Act { side, hand, made, word },
                    Said::Knock => Ask::Knock { side },
                    Said::Next { hand } => Ask::Next { side, hand },
                    Said::Undo { hand, made } => Ask::Undo { side, hand, made },
                    Said::Hint { hand, made } => Ask::Hint { side, hand, made },
                };
                asks.send(ask).await.map_err(|_| Gone("the room has closed"))?;
            }
        }
    }
}

/// The next message; nothing if the browser has gone.
async fn hear(socket: &mut WebSocket, most: Duration) -> Result<Option<Said>, Gone> {
    loop {
        match timeout(most, socket.recv()).await {
            Err(_) => return Err(Gone("nothing was heard for too long")),
            Ok(None | Some(Err(_) | Ok(Message::Close(_)))) => return Ok(None),
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
            Ok(Some(Ok(Message::Binary(_)))) => return Err(Gone("a message is text")),
            Ok(Some(Ok(Message::Text(text)))) => {
                return serde_json::from_str(&text)
                    .map(Some)
                    .map_err(|_| Gone("the message is not understood"));
            }
        }
    }
}
