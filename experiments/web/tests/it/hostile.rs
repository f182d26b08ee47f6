//! What is not understood, too long, forged, replayed or from another page does no harm.

use serde_json::{Value as Json, json};
use tokio_tungstenite::tungstenite::Message;

use super::browser::{Seat, against, get, post, room, send, server, wait};

#[test]
fn every_answer_has_the_strict_headers() {
    let server = server();
    for path in ["/", "/assets/index.html", "/api/games", "/nothing", "/api/records/x"] {
        let (_, head, _) = get(server.address(), path);
        for header in
            ["content-security-policy: default-src 'none'", "nosniff", "x-frame-options: deny", "no-referrer"]
        {
            assert!(head.contains(header), "{path}: {head}");
        }
        assert!(!head.contains("unsafe-inline"), "{path}");
    }
}

#[test]
fn no_address_leads_to_the_file_system() {
    let server = server();
    for path in
        ["/assets/../Cargo.toml", "/assets/%2e%2e/Cargo.toml", "/assets//etc/passwd", "/..%2f..%2fetc/passwd"]
    {
        assert_eq!(get(server.address(), path).0, 404, "{path}");
    }
    let at = server.address();
    for (field, value) in [
        ("game", json!("tree")),
        ("options", json!({ "file": "/etc/passwd" })),
        ("others", json!(["table:/etc/passwd"])),
        ("others", json!(["cmd:touch /tmp/taken"])),
        ("others", json!(["/etc/passwd"])),
        ("others", json!(["random", "random"])),
        ("others", json!([])),
        ("name", json!("")),
        ("name", json!("x".repeat(100))),
        ("side", json!(7)),
        ("pace", json!(1_000_000)),
        ("best_of", json!(0)),
        ("seed", json!(1)),
    ] {
        let mut wish = against("kuhn", "random");
        wish[field] = value.clone();
        let (status, answer) = post(at, "/api/rooms", &wish);
        assert!(status == 400 || status == 422, "{field} {value}: {status} {answer}");
    }
}

#[test]
fn other_pages_are_refused() {
    let server = server();
    let at = server.address();
    let body = against("kuhn", "random").to_string();
    let head = |origin: &str| {
        format!(
            "POST /api/rooms HTTP/1.1\r\nHost: {at}\r\nOrigin: {origin}\r\nContent-Type: application/json"
        )
    };
    assert_eq!(send(at, &head("http://evil.example"), &body).0, 403);
    assert_eq!(send(at, &head(&format!("http://{at}")), &body).0, 200);
    assert_eq!(send(at, "GET / HTTP/1.1\r\nHost: evil.example", "").0, 403);
    let (room, _) = room(at, &against("kuhn", "random"));
    wait(async {
        assert!(Seat::connect(at, &room, "http://evil.example").await.is_err());
        assert!(Seat::connect(at, &room, &format!("http://{at}")).await.is_ok());
        assert!(Seat::connect(at, "aaaaaaaaaaaaaaaaaaaaaaaaaa/../x", &format!("http://{at}")).await.is_err());
    });
}

#[test]
fn bodies_have_a_limit() {
    let server = server();
    let mut wish = against("kuhn", "random");
    wish["name"] = json!("x".repeat(1 << 20));
    let (status, _) = post(server.address(), "/api/rooms", &wish);
    // It answers that it is too long, or closes before it has read all.
    assert!(status == 413 || status == 0, "{status}");
    assert_eq!(get(server.address(), "/").0, 200);
}

#[test]
fn wrong_messages_end_the_connection_and_nothing_else() {
    let server = server();
    let at = server.address();
    let (room, key) = room(at, &against("kuhn", "random"));
    let enter = json!({ "type": "enter", "key": key }).to_string();
    let cases: Vec<(bool, Message)> = vec![
        (false, Message::text("")),
        (false, Message::text("[")),
        (false, Message::text(r#"{"type":"enter","key":"aaaaaaaaaaaaaaaaaaaaaaaaaa"}"#)),
        (false, Message::text(r#"{"type":"act","hand":0,"made":0,"word":"bet"}"#)),
        (false, Message::binary(vec![0; 16])),
        (true, Message::text(r#"{"type":"act","side":1,"hand":0,"made":0,"word":"bet"}"#)),
        (true, Message::text(r#"{"type":"act","hand":-1,"made":0,"word":"bet"}"#)),
        (true, Message::text(r#"{"type":"cards"}"#)),
        (true, Message::text(enter.clone())),
        (true, Message::text("x".repeat(100_000))),
    ];
    wait(async {
        for (enters, message) in cases {
            let mut seat = Seat::connect(at, &room, &format!("http://{at}")).await.expect("connected");
            if enters {
                seat.say_raw(Message::text(enter.clone())).await;
            }
            seat.say_raw(message.clone()).await;
            let mut last = Json::Null;
            while let Some(heard) = seat.hear().await {
                last = heard;
            }
            assert!(last["type"] != "view" || message.len() > 4096, "{message:?}: {last}");
        }
        // The room is as it was.
        let mut seat = Seat::enter(at, &room, &key).await;
        assert_eq!(seat.asked().await["turn"], "you");
        for word in ["fold", "bet ", "deal:J,Q", ""] {
            seat.say(&json!({ "type": "act", "hand": 0, "made": 0, "word": word })).await;
            assert_eq!(seat.hear().await.expect("an answer")["reason"], "that is not legal here", "{word}");
        }
    });
}

#[test]
fn a_flood_of_messages_ends_the_connection() {
    let server = server();
    let at = server.address();
    let (room, key) = room(at, &against("kuhn", "random"));
    wait(async {
        let mut seat = Seat::enter(at, &room, &key).await;
        seat.asked().await;
        for _ in 0..1000 {
            seat.say(&json!({ "type": "ping" })).await;
        }
        let mut last = Json::Null;
        while let Some(heard) = seat.hear().await {
            last = heard;
        }
        assert!(last["reason"] == "too many messages" || last["type"] == "view", "{last}");
    });
}

#[test]
fn a_browser_is_told_whether_it_may_come_back() {
    let server = server();
    let at = server.address();
    let (room, _) = room(at, &against("kuhn", "random"));
    let key = "aaaaaaaaaaaaaaaaaaaaaaaaaa";
    wait(async {
        for (room, then, reason) in [
            ("bbbbbbbbbbbbbbbbbbbbbbbbbb", "forget", "there is no such room"),
            (&room, "leave", "this key opens no seat of this room"),
        ] {
            let gone = Seat::enter(at, room, key).await.hear().await.expect("a farewell");
            assert_eq!(gone, json!({ "type": "gone", "reason": reason, "then": then }));
        }
    });
}
