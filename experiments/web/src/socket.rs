//! A browser at a room: messages in, views out, within limits.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use serde::Serialize;
use serde_json::json;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};

use crate::room::{Ask, Entered, GONE, Said};
use crate::rooms::{RoomError, Rooms};

/// The longest message of a browser, in bytes.
pub(crate) const LONGEST: usize = 4096;

/// A browser that says nothing for this time has gone; the page says something every 20 seconds.
const SILENCE: Duration = Duration::from_secs(75);

/// The messages of a browser in any ten seconds.
const MESSAGES: u32 = 200;

/// The longest time for the last words to a browser.
const FAREWELL: Duration = Duration::from_secs(2);

/// The views that wait for a browser that is slow to read.
const WAITING: usize = 64;

/// Why a browser is let go, and what it may do then.
struct Gone {
    reason: String,
    then: Then,
}

/// What a browser that is let go may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Then {
    /// Forget the key of the seat: the room does not exist.
    Forget,
    /// Stay away: the same would be said again.
    Leave,
    /// Come back in a while.
    Again,
}

impl Gone {
    fn again(reason: &str) -> Gone {
        Gone { reason: reason.to_owned(), then: Then::Again }
    }

    /// Where a room would not let it in.
    fn refused(reason: &str) -> Gone {
        Gone { reason: reason.to_owned(), then: Then::Leave }
    }
}

impl From<RoomError> for Gone {
    fn from(error: RoomError) -> Gone {
        let then = match error {
            RoomError::Unknown => Then::Forget,
            RoomError::Terms(_) | RoomError::Bot(_) | RoomError::Begun(_) => Then::Leave,
            RoomError::Many | RoomError::Refused(_) | RoomError::Store(_) => Then::Again,
        };
        Gone { reason: error.to_string(), then }
    }
}

/// Serves a browser until it goes.
pub(crate) async fn serve(mut socket: WebSocket, rooms: Arc<Rooms>, room: String) {
    if let Err(Gone { reason, then }) = talk(&mut socket, &rooms, &room).await {
        let farewell = json!({ "type": "gone", "reason": reason, "then": then }).to_string();
        let _ = timeout(FAREWELL, socket.send(Message::Text(farewell.into()))).await;
    }
    let _ = timeout(FAREWELL, socket.send(Message::Close(None))).await;
}

async fn talk(socket: &mut WebSocket, rooms: &Arc<Rooms>, name: &str) -> Result<(), Gone> {
    let key = match hear(socket, Duration::from_secs(10)).await? {
        Some(Said::Enter { key }) => Some(key),
        Some(Said::Watch) => None,
        _ => return Err(Gone::refused("the first message must be `enter` or `watch`")),
    };
    let asks = rooms.room(name).await?;
    let (views, mut shown) = mpsc::channel(WAITING);
    let (answer, answered) = oneshot::channel();
    let closed = || Gone::again("the room has closed");
    asks.send(Ask::Enter { key, views, answer }).await.map_err(|_| closed())?;
    let entered = answered.await.map_err(|_| closed())?;
    let Entered { side } = entered.map_err(Gone::refused)?;
    let heard = relay(socket, &asks, &mut shown, side).await;
    drop(shown);
    let _ = asks.send(Ask::Left).await;
    heard
}

/// Takes messages to the room and views to the browser until it goes.
async fn relay(
    socket: &mut WebSocket,
    asks: &mpsc::Sender<Ask>,
    shown: &mut mpsc::Receiver<String>,
    side: Option<usize>,
) -> Result<(), Gone> {
    let (mut began, mut messages) = (Instant::now(), 0);
    loop {
        tokio::select! {
            view = shown.recv() => {
                let Some(view) = view else { return Err(Gone::again("the browser is too slow")) };
                let is_last = view.starts_with(GONE);
                let sent = timeout(Duration::from_secs(10), socket.send(Message::Text(view.into()))).await;
                if is_last || !matches!(sent, Ok(Ok(()))) {
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
                    return Err(Gone::again("too many messages"));
                }
                let ask = match (said, side) {
                    (Said::Enter { .. } | Said::Watch, _) => {
                        return Err(Gone::refused("this browser has entered already"));
                    }
                    (Said::Ping, _) => continue,
                    (Said::Next { hand }, side) => Ask::Next { side, hand },
                    (Said::Again { hand }, side) => Ask::Again { side, hand },
                    (_, None) => return Err(Gone::refused("those who watch do not play")),
                    (Said::Act { hand, made, word }, Some(side)) => Ask::Act { side, hand, made, word },
                    (Said::Knock, Some(side)) => Ask::Knock { side },
                    (Said::Undo { hand, made }, Some(side)) => Ask::Undo { side, hand, made },
                    (Said::Hint { hand, made }, Some(side)) => Ask::Hint { side, hand, made },
                };
                asks.send(ask).await.map_err(|_| Gone::again("the room has closed"))?;
            }
        }
    }
}

/// The next message; nothing if the browser has gone.
async fn hear(socket: &mut WebSocket, most: Duration) -> Result<Option<Said>, Gone> {
    loop {
        match timeout(most, socket.recv()).await {
            Err(_) => return Err(Gone::again("nothing was heard for too long")),
            Ok(None | Some(Err(_) | Ok(Message::Close(_)))) => return Ok(None),
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
            Ok(Some(Ok(Message::Binary(_)))) => return Err(Gone::refused("a message is text")),
            Ok(Some(Ok(Message::Text(text)))) => {
                let said = serde_json::from_str(&text).ok().as_ref().and_then(Said::read);
                return said.map(Some).ok_or_else(|| Gone::refused("the message is not understood"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::TermsError;

    #[test]
    fn a_key_is_forgotten_only_where_there_is_no_room() {
        let terms = || TermsError::NotOffered("tree".to_owned());
        for (error, then, reason) in [
            (RoomError::Unknown, Then::Forget, "no such room"),
            (RoomError::Many, Then::Again, "too many rooms"),
            (RoomError::Store(rusqlite::Error::InvalidQuery), Then::Again, "the store: "),
            (RoomError::Terms(terms()), Then::Leave, "`tree` cannot be played here"),
        ] {
            let gone = Gone::from(error);
            assert!(gone.then == then && gone.reason.contains(reason), "{}", gone.reason);
        }
        assert_eq!(json!(Then::Forget), json!("forget"));
    }
}
