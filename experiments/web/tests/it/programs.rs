//! Bots that are programs: whole hands, what they are shown, and faults, which do not disturb other tables.
#![cfg(unix)]

use std::path::Path;

use hinterhand_web::{ServeOptions, Server};
use serde_json::{Value as Json, json};

use super::browser::{Seat, against, get, legal, room, wait};

/// Plays the first legal action. Each word on its command line makes it do something else; `log=FILE` writes
/// down what it was shown, `once=FILE` makes a fault only where the file is not there yet.
const PROGRAM: &str = r#"
import json, os, sys, time
words = dict(word.partition("=")[::2] for word in sys.argv[1:])
for line in sys.stdin:
    word, _, body = line.strip().partition(" ")
    if word == "hinterhand":
        print('id {"name": "first", "version": "7", "games": ["kinderschnapsen", "kuhn"]}\nhinterhandok', flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "view":
        view = json.loads(body)
        if "log" in words:
            open(words["log"], "a").write(body + "\n")
    elif word == "go":
        faulty = "once" not in words or not os.path.exists(words["once"])
        if "once" in words:
            open(words["once"], "w").close()
        if faulty and "crash" in words:
            print("I hold", view["seen"], file=sys.stderr)
            sys.exit(3)
        if faulty and "sleep" in words:
            time.sleep(60)
        action = "a-secret" if faulty and "illegal" in words else view["legal"][0]
        print("bestmove", json.dumps({"action": action, "value": 0.25}), flush=True)
"#;

/// A server with the program, once for each of these ends of its command line, and what browsers call them.
fn server(folder: &Path, ends: &[&str]) -> (Server, Vec<String>) {
    let script = folder.join("first.py");
    std::fs::write(&script, PROGRAM).expect("written");
    let bots: Vec<String> =
        ends.iter().map(|end| format!("cmd:python3 {} {end}", script.display())).collect();
    // No word is told with its folders.
    let word = |word: &str| word.rsplit('/').next().expect("a word").to_owned();
    let names = bots.iter().map(|bot| bot.split(' ').map(word).collect::<Vec<_>>().join(" ")).collect();
    (Server::start(ServeOptions { bots, ..ServeOptions::default() }).expect("a free port"), names)
}

/// Plays the first legal action until the hand is over.
async fn play_on(seat: &mut Seat, mut view: Json) -> Json {
    while view["turn"] != "over" {
        let word = legal(&view)[0].to_owned();
        seat.act(&view, &word).await;
        view = seat.asked().await;
    }
    view
}

/// Plays until the bot cannot go on; returns that view.
async fn until_trouble(seat: &mut Seat) -> Json {
    loop {
        let heard = seat.hear().await.expect("the connection stands");
        if !heard["trouble"].is_null() {
            return heard;
        }
        if heard["turn"] == "you" {
            let word = legal(&heard)[0].to_owned();
            seat.act(&heard, &word).await;
        }
    }
}

#[test]
fn a_program_plays_and_sees_what_its_seat_sees() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let (server, names) = server(folder.path(), &[&format!("log={}", log.display())]);
    let at = server.address();
    let (_, _, games) = get(at, "/api/games");
    let games: Json = serde_json::from_str(&games).expect("JSON");
    for game in games["games"].as_array().expect("a list") {
        let offered =
            game["bots"].as_array().expect("a list").iter().find(|bot| bot["spec"] == names[0].as_str());
        let plays_it = ["kinderschnapsen", "kuhn"].map(Json::from).contains(&game["name"]);
        assert_eq!(
            offered.map(|bot| &bot["about"]),
            plays_it.then(|| json!("first 7")).as_ref(),
            "{}",
            game["name"]
        );
    }
    let (room, key) = room(at, &against("kinderschnapsen", &names[0]));
    wait(async {
        let mut seat = Seat::enter(at, &room, &key).await;
        let first = seat.asked().await;
        let mine = first["events"][0][1].as_str().expect("the deal").to_owned();
        let over = play_on(&mut seat, first).await;
        let (_, _, record) =
            get(at, &format!("/api/records/{}", over["result"]["record"].as_str().expect("a name")));
        assert!(record.contains(&names[0]) && record.contains("0.25"), "{record}");
        let log = std::fs::read_to_string(&log).expect("it was asked");
        let hand = |deal: &str| deal["deal:".len()..].split('/').next().expect("a hand").to_owned();
        let held = hand(&mine);
        for view in log.lines() {
            let view: Json = serde_json::from_str(view).expect("JSON");
            assert_eq!(view["seat"], 1);
            let deal = view["seen"][0].as_str().expect("the deal");
            assert!(hand(deal).split(',').all(|card| !held.contains(card)), "{deal} beside {mine}");
        }
    });
}

#[test]
fn a_fault_is_told_without_the_words_of_the_program_and_harms_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let once = folder.path().join("once");
    let ends = ["crash", "sleep,time=100,grace=0", "illegal", &format!("crash once={}", once.display())];
    let (server, names) = server(folder.path(), &ends);
    let at = server.address();
    wait(async {
        for (name, expected) in names.iter().zip([
            "the program has ended",
            "the program has not answered in time",
            "the action of the program is not legal",
        ]) {
            let (room, key) = room(at, &against("kuhn", name));
            let mut seat = Seat::enter(at, &room, &key).await;
            let told = until_trouble(&mut seat).await;
            assert_eq!((&told["trouble"], &told["again"]), (&json!(expected), &json!(true)));
            // Asked again, it does the same again.
            seat.say(&json!({ "type": "again", "hand": told["hand"] })).await;
            assert_eq!(until_trouble(&mut seat).await["trouble"], expected);
            let words = seat.traffic.join("\n");
            assert!(!words.contains("secret") && !words.contains("I hold"), "{words}");
        }
        // One that has ended once goes on, at the same table.
        let (room_of_once, key) = room(at, &against("kuhn", &names[3]));
        let mut seat = Seat::enter(at, &room_of_once, &key).await;
        let told = until_trouble(&mut seat).await;
        seat.say(&json!({ "type": "again", "hand": told["hand"] })).await;
        let view = loop {
            let heard = seat.hear().await.expect("the connection stands");
            if heard["trouble"].is_null() && (heard["turn"] == "you" || heard["turn"] == "over") {
                break heard;
            }
        };
        assert_eq!(play_on(&mut seat, view).await["turn"], "over");
        // And another table has felt nothing of it.
        let (other, key) = room(at, &against("kuhn", "random"));
        let mut seat = Seat::enter(at, &other, &key).await;
        let first = seat.asked().await;
        assert_eq!(play_on(&mut seat, first).await["turn"], "over");
    });
}
