//! A hand goes on after a reload, after a lost connection, and after the end of the server.

use std::path::Path;

use hinterhand_web::{ServeOptions, Server};
use serde_json::json;

use super::browser::{Seat, against, legal, room, wait};

fn server(store: &Path) -> Server {
    let options = ServeOptions { store: Some(store.to_owned()), ..ServeOptions::default() };
    Server::start(options).expect("a free port")
}

#[test]
fn a_hand_survives_the_browser_and_the_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("rooms.sqlite");
    let first = server(&store);
    let (room, key) = room(first.address(), &against("klondike-chess", "greedy"));
    let before = wait(async {
        let mut seat = Seat::enter(first.address(), &room, &key).await;
        let mut view = seat.asked().await;
        for _ in 0..8 {
            let word = legal(&view)[0].to_owned();
            seat.act(&view, &word).await;
            view = seat.asked().await;
        }
        // A second browser with the key sees the same.
        let mut again = Seat::enter(first.address(), &room, &key).await;
        assert_eq!(again.asked().await, view);
        view
    });
    drop(first);
    let second = server(&store);
    wait(async {
        let mut seat = Seat::enter(second.address(), &room, &key).await;
        let after = seat.asked().await;
        assert_eq!(after, before);
        assert!(after["made"].as_u64() >= Some(8));
        seat.act(&after, legal(&after)[0]).await;
        assert!(seat.asked().await["made"].as_u64() > after["made"].as_u64());
    });
}

#[test]
fn the_store_has_a_move_before_it_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rooms.sqlite");
    let server = server(&path);
    let (room, key) = room(server.address(), &against("kuhn", "random"));
    wait(async {
        let mut seat = Seat::enter(server.address(), &room, &key).await;
        for hand in 0..5 {
            let mut view = seat.asked().await;
            while view["turn"] == "you" {
                seat.act(&view, legal(&view)[0]).await;
                view = seat.asked().await;
                let count = "SELECT count(*) FROM moves WHERE hand = ?1";
                let file = rusqlite::Connection::open(&path).expect("the file");
                let words: i64 = file.query_row(count, [hand], |row| row.get(0)).expect("a number");
                // The deal, and every event that this seat has noticed since.
                assert_eq!(Some(words as u64), view["noticed"].as_u64());
            }
            seat.say(&json!({ "type": "next", "hand": hand })).await;
        }
    });
}
