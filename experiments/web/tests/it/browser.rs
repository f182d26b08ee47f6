//! A browser for tests: requests by hand, and a seat at a room over a WebSocket.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use hinterhand_web::{ServeOptions, Server};
use serde_json::{Value as Json, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A server without a file.
pub(crate) fn server() -> Server {
    Server::start(ServeOptions::default()).expect("a free port")
}

/// Sends a request and returns its status, its head and its body.
pub(crate) fn send(at: SocketAddr, head: &str, body: &str) -> (u16, String, String) {
    let mut stream = TcpStream::connect(at).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
    let length = if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
    // A server that has read enough may close before it has read all.
    let _ = write!(stream, "{head}\r\nConnection: close\r\n{length}\r\n{body}");
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let text = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, head.to_lowercase(), body.to_owned())
}

/// Gets an address.
pub(crate) fn get(at: SocketAddr, path: &str) -> (u16, String, String) {
    send(at, &format!("GET {path} HTTP/1.1\r\nHost: {at}"), "")
}

/// Posts JSON as the page does.
pub(crate) fn post(at: SocketAddr, path: &str, body: &Json) -> (u16, Json) {
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {at}\r\nOrigin: http://{at}\r\nContent-Type: application/json"
    );
    let (status, _, body) = send(at, &head, &body.to_string());
    (status, serde_json::from_str(&body).unwrap_or(Json::Null))
}

/// Opens a room and returns its name and the key of the seat.
pub(crate) fn room(at: SocketAddr, wish: &Json) -> (String, String) {
    let (status, made) = post(at, "/api/rooms", wish);
    assert_eq!(status, 200, "{made}");
    let text = |name: &str| made[name].as_str().expect("a text").to_owned();
    (text("room"), text("key"))
}

/// A wish for a game against one bot, without any waiting.
pub(crate) fn against(game: &str, bot: &str) -> Json {
    json!({ "game": game, "others": [bot], "name": "Anna", "pace": 0, "practice": true })
}

/// A seat at a room.
pub(crate) struct Seat {
    socket: WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>,
    /// All that was received.
    pub(crate) traffic: Vec<String>,
}

impl Seat {
    /// Enters a room.
    pub(crate) async fn enter(at: SocketAddr, room: &str, key: &str) -> Seat {
        let mut seat = Seat::connect(at, room, &format!("http://{at}")).await.expect("connected");
        seat.say(&json!({ "type": "enter", "key": key })).await;
        seat
    }

    /// Watches a room.
    pub(crate) async fn watch(at: SocketAddr, room: &str) -> Seat {
        let mut seat = Seat::connect(at, room, &format!("http://{at}")).await.expect("connected");
        seat.say(&json!({ "type": "watch" })).await;
        seat
    }

    /// Connects to a room from a page of this origin.
    pub(crate) async fn connect(at: SocketAddr, room: &str, origin: &str) -> Result<Seat, String> {
        let address = format!("ws://{at}/api/rooms/{room}/play");
        let mut request = address.into_client_request().expect("an address");
        request.headers_mut().insert("origin", origin.parse().expect("a header"));
        let (socket, _) = connect_async(request).await.map_err(|error| error.to_string())?;
        Ok(Seat { socket, traffic: Vec::new() })
    }

    /// Sends a message.
    pub(crate) async fn say(&mut self, message: &Json) {
        self.say_raw(Message::text(message.to_string())).await;
    }

    /// Sends anything.
    pub(crate) async fn say_raw(&mut self, message: Message) {
        let _ = self.socket.send(message).await;
    }

    /// The next message; nothing if the connection has ended.
    pub(crate) async fn hear(&mut self) -> Option<Json> {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(60), self.socket.next()).await;
            match next.expect("an answer comes within a minute")? {
                Ok(Message::Text(text)) => {
                    self.traffic.push(text.to_string());
                    return serde_json::from_str(&text).ok();
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next view in which this seat is asked, or the hand is over.
    pub(crate) async fn asked(&mut self) -> Json {
        loop {
            let heard = self.hear().await.expect("the connection stands");
            assert_eq!(heard["trouble"], Json::Null, "{heard}");
            if heard["type"] == "view" && (heard["turn"] == "you" || heard["turn"] == "over") {
                return heard;
            }
        }
    }

    /// Acts at a view.
    pub(crate) async fn act(&mut self, view: &Json, word: &str) {
        let act = json!({ "type": "act", "hand": view["hand"], "made": view["made"], "word": word });
        self.say(&act).await;
    }
}

/// The legal words of a view.
pub(crate) fn legal(view: &Json) -> Vec<&str> {
    view["legal"].as_array().map_or_else(Vec::new, |words| words.iter().filter_map(Json::as_str).collect())
}

/// Runs a test that waits for answers.
pub(crate) fn wait<T>(test: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(test)
}
