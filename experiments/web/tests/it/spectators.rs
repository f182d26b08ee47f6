//! Those who watch: bots that play each other, with open cards or not, and people; and what they may do.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use serde_json::{Value as Json, json};

use super::browser::{Seat, against, get, legal, post, room, server, wait};
use super::hidden::{cards, shown};

/// Opens a table of bots; returns its name.
fn of_bots(at: SocketAddr, game: &str, bots: [&str; 2], open: bool) -> String {
    let wish = json!({ "game": game, "others": bots, "watch": true, "open": open, "pace": 0 });
    let (status, made) = post(at, "/api/rooms", &wish);
    assert_eq!((status, &made["key"]), (200, &Json::Null), "{made}");
    made["room"].as_str().expect("a name").to_owned()
}

/// Watches a room until the hand with this number is over; returns the views, that of the end last.
async fn watched(seat: &mut Seat, hand: u64) -> Vec<Json> {
    let mut views = Vec::new();
    loop {
        let view = seat.hear().await.expect("the connection stands");
        assert_eq!((&view["type"], &view["trouble"]), (&json!("view"), &Json::Null), "{view}");
        assert_eq!(
            (&view["legal"], &view["hints"], &view["side"]),
            (&Json::Null, &json!(false), &Json::Null)
        );
        if view["hand"] != hand {
            continue;
        }
        let is_over = view["turn"] == "over";
        views.push(view);
        if is_over {
            return views;
        }
    }
}

/// The record of a hand that is over.
fn record(at: SocketAddr, view: &Json) -> Json {
    let name = view["result"]["record"].as_str().expect("a record");
    let (_, _, body) = get(at, &format!("/api/records/{name}"));
    serde_json::from_str::<Json>(&body).expect("JSON")["record"].clone()
}

/// The cards that have been played by a view, by the words of the players in it; and the card that is turned up.
fn played(view: &Json, record: &Json) -> BTreeSet<String> {
    let events = view["events"].as_array().expect("a list");
    let mut found: BTreeSet<String> = events.iter().flat_map(|event| cards(&event.to_string())).collect();
    let deal = record["actions"][0].as_str().expect("the deal");
    found.extend(deal.split('/').nth(2).map(cards).into_iter().flatten());
    found.extend(shown(record));
    found
}

#[test]
fn bots_are_watched_without_a_hidden_card() {
    let server = server();
    let at = server.address();
    let mut hidden = 0;
    for game in ["sixty-six", "schnapsen", "kinderschnapsen", "leduc"] {
        let room = of_bots(at, game, ["random", "random"], false);
        wait(async {
            let mut seat = Seat::watch(at, &room).await;
            for hand in 0..8 {
                let mut views = watched(&mut seat, hand).await;
                let over = views.pop().expect("the end");
                let record = record(at, &over);
                let all = cards(&record["actions"].to_string());
                for view in &views {
                    let (sent, known) = (cards(&view.to_string()), played(view, &record));
                    hidden += all.difference(&known).count();
                    let (others, game) = (sent.difference(&known).collect::<Vec<_>>(), &record["game"]);
                    // The board of Leduc poker is drawn, and no event tells of it.
                    let board: Vec<String> =
                        cards(&view["drawing"]["places"][2].to_string()).into_iter().collect();
                    let is_board = game == "leduc" && others.iter().all(|card| board.contains(card));
                    assert!(others.is_empty() || is_board, "{others:?} were told: {view}");
                }
                // At the end all hands are shown, whose cards are in the record.
                assert_eq!(over["drawings"].as_array().map(Vec::len), Some(2));
                seat.say(&json!({ "type": "next", "hand": hand })).await;
            }
        });
    }
    assert!(hidden > 1_000, "{hidden}");
}

#[test]
fn bots_are_watched_with_open_cards() {
    let server = server();
    let at = server.address();
    let room = of_bots(at, "kinderschnapsen", ["random", "greedy"], true);
    wait(async {
        let mut seat = Seat::watch(at, &room).await;
        let views = watched(&mut seat, 0).await;
        let first = views.iter().find(|view| view["turn"] == "other").expect("the hand is played");
        let deal =
            record(at, views.last().expect("the end"))["actions"][0].as_str().expect("a deal").to_owned();
        let hands = cards(&deal.split('/').take(2).collect::<Vec<_>>().join("/"));
        let sent = cards(&first["drawings"].to_string());
        assert!(first["open"] == true && hands.is_subset(&sent), "{hands:?} beside {sent:?}");
    });
}

#[test]
fn open_cards_are_for_bots_alone() {
    let server = server();
    let at = server.address();
    let refused = |wish: &Json, reason: &str| {
        let (status, told) = post(at, "/api/rooms", wish);
        assert_eq!(status, 400, "{told}");
        assert!(told["error"].as_str().is_some_and(|error| error.contains(reason)), "{told}");
    };
    let mut wish = against("kuhn", "random");
    wish["open"] = true.into();
    refused(&wish, "only bots play with open cards");
    let with_person = json!({ "game": "kuhn", "others": ["random", "person"], "watch": true });
    refused(&with_person, "for bots alone");
    refused(&json!({ "game": "kuhn", "others": ["random"], "watch": true }), "2 players");
}

#[test]
fn people_are_watched_and_told_so() {
    let server = server();
    let at = server.address();
    // A bot that plays at random would often end the hand with a false claim, after a card or two.
    let mut wish = against("sixty-six", "random");
    wish["options"] = json!({ "stop_only_if_66": "true" });
    let (room, key) = room(at, &wish);
    wait(async {
        let mut anna = Seat::enter(at, &room, &key).await;
        let alone = anna.asked().await;
        assert_eq!(alone["watching"], 0);
        let mut ben = Seat::watch(at, &room).await;
        let seen = ben.hear().await.expect("a view");
        let own = cards(&alone["drawing"].to_string());
        let told = cards(&seen.to_string());
        // Of what Anna sees it is the card that is turned up alone, if the bot has not led.
        assert!(told.len() <= 2 && told.is_subset(&own), "{told:?} beside {own:?}");
        let mut view = anna.asked().await;
        assert_eq!(view["watching"], 1);
        while view["turn"] != "over" {
            anna.act(&view, legal(&view)[0]).await;
            view = anna.asked().await;
        }
        let record = record(at, &view);
        let (mut live, mut over) = (0, 0);
        while over == 0 {
            let heard = ben.hear().await.expect("a view");
            if heard["turn"] == "over" {
                over += 1;
                continue;
            }
            live += 1;
            let (sent, known) = (cards(&heard.to_string()), played(&heard, &record));
            assert!(sent.is_subset(&known), "{:?}", sent.difference(&known));
        }
        assert!(live > 5);
        // The next hand is for those to begin who play, and so is everything else.
        ben.say(&json!({ "type": "next", "hand": 0 })).await;
        let mut again = Seat::enter(at, &room, &key).await;
        assert_eq!(again.asked().await["hand"], 0);
        ben.act(&view, "AS").await;
        let gone = loop {
            let heard = ben.hear().await.expect("an answer");
            if heard["type"] == "gone" {
                break heard;
            }
        };
        assert_eq!(gone["reason"], "those who watch do not play");
        while again.asked().await["watching"] != 0 {}
    });
}

#[test]
fn a_phantom_board_is_not_shown_before_the_end() {
    let server = server();
    let at = server.address();
    for game in ["phantom-ttt", "dark-hex"] {
        let room = of_bots(at, game, ["random", "random"], false);
        wait(async {
            let mut seat = Seat::watch(at, &room).await;
            for hand in 0..6 {
                let mut views = watched(&mut seat, hand).await;
                let over = views.pop().expect("the end");
                assert_eq!(over["drawings"].as_array().map(Vec::len), Some(2));
                for view in &views {
                    assert_eq!((&view["drawing"], &view["events"]), (&Json::Null, &json!([])));
                }
                // A try that fails sends nothing: whose turn it is is all that changes.
                assert!(views.windows(2).all(|pair| pair[0]["mover"] != pair[1]["mover"]), "{views:?}");
                seat.say(&json!({ "type": "next", "hand": hand })).await;
            }
        });
    }
}
