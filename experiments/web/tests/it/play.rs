//! Whole hands of every game against bots, hints, undo, the score, and two people.

use hinterhand_players::games;
use hinterhand_players::records::Record;
use serde_json::{Value as Json, json};

use super::browser::{Seat, against, get, legal, post, room, server, wait};

/// The most actions of a person that a test plays; what is longer is left.
const MOST: usize = 150;

/// Plays a hand by the word that `choose` picks; returns the last view.
async fn play(seat: &mut Seat, mut view: Json, choose: impl Fn(usize) -> usize) -> Json {
    for n in 0..MOST {
        if view["turn"] == "over" {
            break;
        }
        let words = legal(&view);
        let word = words[choose(n) % words.len()].to_owned();
        seat.act(&view, &word).await;
        view = seat.asked().await;
    }
    view
}

#[test]
fn a_hand_of_every_game_is_played_and_its_record_is_sound() {
    let server = server();
    let at = server.address();
    for name in games::complete_names() {
        let (room, key) = room(at, &against(name, "random"));
        wait(async {
            let mut seat = Seat::enter(at, &room, &key).await;
            let first = seat.asked().await;
            let last = play(&mut seat, first, |n| 7 * n + 3).await;
            if last["turn"] != "over" {
                // A long game goes on; what was shown is enough.
                assert!(last["made"].as_u64().is_some_and(|made| made >= MOST as u64 / 2), "{name}");
                return;
            }
            let record = last["result"]["record"].as_str().expect("a record");
            let (status, _, body) = get(at, &format!("/api/records/{record}"));
            assert_eq!(status, 200, "{body}");
            let told: Json = serde_json::from_str(&body).expect("JSON");
            let record = Record::read(told["record"].to_string().as_bytes()).expect("a record");
            assert!(record.returns.is_some(), "{name}");
            let (status, shown) = post(at, "/api/positions", &json!({ "record": told["record"], "ply": 1 }));
            assert_eq!((status, shown["ply"].as_u64()), (200, Some(1)), "{name}");
        });
    }
}

#[test]
fn hands_follow_and_the_score_goes_on() {
    let server = server();
    let at = server.address();
    let (room, key) = room(at, &against("kinderschnapsen", "greedy"));
    wait(async {
        let mut seat = Seat::enter(at, &room, &key).await;
        let first = seat.asked().await;
        assert_eq!((&first["seat"], &first["score"]["points"]), (&json!(0), &json!([5, 5])));
        let over = play(&mut seat, first, |_| 0).await;
        let won = over["result"]["returns"][0].as_i64().expect("a payoff");
        let loser_side = usize::from(won > 0);
        assert_eq!(over["score"]["points"][loser_side], 5);
        assert_eq!(over["score"]["points"][1 - loser_side].as_i64(), Some(5 - won.abs()));
        seat.say(&json!({ "type": "next", "hand": 0 })).await;
        let second = seat.asked().await;
        // The deal alternates: the other side leads now.
        assert_eq!(
            (&second["hand"], &second["seat"], &second["seats"]),
            (&json!(1), &json!(1), &json!([1, 0]))
        );
    });
}

/// A player that follows the hints in some hands gets reasons: the claim of a won hand has one.
#[test]
fn hints_say_why() {
    let server = server();
    let at = server.address();
    let (id, key) = room(at, &against("schnapsen", "random"));
    wait(async {
        let mut seat = Seat::enter(at, &id, &key).await;
        let (mut view, mut said) = (seat.asked().await, 0);
        while said < 3 && view["hand"].as_u64() < Some(20) {
            if view["turn"] == "over" {
                seat.say(&json!({ "type": "next", "hand": view["hand"] })).await;
                view = seat.asked().await;
                continue;
            }
            seat.say(&json!({ "type": "hint", "hand": view["hand"], "made": view["made"] })).await;
            let hint = seat.hear().await.expect("a hint");
            let share = |action: &Json| action[1].as_f64().expect("a probability");
            let actions = hint["actions"].as_array().expect("actions");
            let best = actions
                .iter()
                .fold(&actions[0], |best, other| if share(other) > share(best) { other } else { best });
            if let Some(why) = hint["why"].as_array() {
                assert_eq!(why[0], best[0], "{hint}");
                assert_eq!(why[1] == "takes", why[2].is_u64(), "{hint}");
                said += 1;
            }
            seat.act(&view, best[0].as_str().expect("a word")).await;
            view = seat.asked().await;
        }
        assert_eq!(said, 3);
    });
}

#[test]
fn hints_and_undo_belong_to_practice() {
    let server = server();
    let at = server.address();
    let (practice, key) = room(at, &against("kinderschnapsen", "greedy"));
    let mut strict = against("kinderschnapsen", "greedy");
    strict["practice"] = json!(false);
    let (strict, strict_key) = room(at, &strict);
    wait(async {
        let mut seat = Seat::enter(at, &practice, &key).await;
        let first = seat.asked().await;
        seat.say(&json!({ "type": "hint", "hand": 0, "made": 0 })).await;
        let hint = seat.hear().await.expect("a hint");
        assert_eq!(
            (&hint["type"], hint["actions"].as_array().map(Vec::len)),
            (&json!("hint"), Some(legal(&first).len()))
        );
        let words = legal(&first).join(" ");
        seat.act(&first, legal(&first)[0]).await;
        let second = seat.asked().await;
        assert_eq!(second["made"], 1);
        seat.say(&json!({ "type": "undo", "hand": 0, "made": 1 })).await;
        let again = seat.asked().await;
        assert_eq!((legal(&again).join(" "), &again["made"]), (words, &json!(0)));

        let mut seat = Seat::enter(at, &strict, &strict_key).await;
        seat.asked().await;
        for kind in ["hint", "undo"] {
            seat.say(&json!({ "type": kind, "hand": 0, "made": 0 })).await;
            assert_eq!(seat.hear().await.expect("an answer")["type"], "refused");
        }
    });
}

#[test]
fn a_hand_that_is_over_is_not_taken_back() {
    let server = server();
    let at = server.address();
    let (room, key) = room(at, &against("kuhn", "random"));
    wait(async {
        let mut seat = Seat::enter(at, &room, &key).await;
        let first = seat.asked().await;
        let over = play(&mut seat, first, |_| 0).await;
        seat.say(&json!({ "type": "undo", "hand": 0, "made": over["made"] })).await;
        let refused = seat.hear().await.expect("an answer");
        assert_eq!((&refused["type"], &refused["reason"]), (&json!("refused"), &json!("the hand is over")));
        // The score stands.
        let mut again = Seat::enter(at, &room, &key).await;
        assert_eq!(again.asked().await["score"], over["score"]);
    });
}

#[test]
fn missed_duties_are_not_told_while_people_play() {
    let server = server();
    let at = server.address();
    let mut wish = against("schikanoeschen", "random");
    wish["options"] = json!({ "knock_mode": "full", "max_actions": "60" });
    let (room, key) = room(at, &wish);
    wait(async {
        let mut waited = 0;
        for hand in 0..4 {
            let mut seat = Seat::enter(at, &room, &key).await;
            let mut view = seat.asked().await;
            while view["turn"] != "over" {
                let asks = legal(&view).join(" ") == "knock let";
                if asks {
                    seat.say(&json!({ "type": "hint", "hand": hand, "made": view["made"] })).await;
                    let refused = seat.hear().await.expect("an answer");
                    assert_eq!(refused["reason"], "there are no hints about knocking");
                }
                let words = legal(&view);
                seat.act(&view, if asks { "let" } else { words.last().expect("a word") }).await;
                // What may be tried need not be legal.
                let mut heard = seat.hear().await.expect("an answer");
                for word in words {
                    if heard["type"] != "refused" {
                        break;
                    }
                    seat.act(&view, word).await;
                    heard = seat.hear().await.expect("an answer");
                }
                while heard["turn"] == "other" {
                    heard = seat.hear().await.expect("a view");
                }
                view = heard;
            }
            assert!(!seat.traffic.iter().any(|line| line.contains("wait") || line.contains("about to")));
            let (_, _, body) =
                get(at, &format!("/api/records/{}", view["result"]["record"].as_str().expect("one")));
            waited += body.matches("\"wait\"").count();
            seat.say(&json!({ "type": "next", "hand": hand })).await;
        }
        // Duties were missed, on both sides.
        assert!(waited > 3, "{waited}");
    });
}

#[test]
fn two_people_meet_by_one_link() {
    let server = server();
    let at = server.address();
    let (room, key) = room(at, &against("sixty-six", "person"));
    let (taken, refused) = post(at, &format!("/api/rooms/{room}/join"), &json!({ "name": "anna" }));
    assert_eq!((taken, &refused["error"]), (409, &json!("this name is taken")));
    wait(async {
        let mut anna = Seat::enter(at, &room, &key).await;
        let waiting = anna.hear().await.expect("a view");
        assert_eq!((&waiting["turn"], &waiting["sides"][1]["kind"]), (&json!("waiting"), &json!("open")));
        let (status, joined) = post(at, &format!("/api/rooms/{room}/join"), &json!({ "name": "Ben" }));
        assert_eq!(status, 200);
        let (full, _) = post(at, &format!("/api/rooms/{room}/join"), &json!({ "name": "Cleo" }));
        assert_eq!(full, 409);
        let mut ben = Seat::enter(at, &room, joined["key"].as_str().expect("a key")).await;
        let lead = anna.asked().await;
        assert_eq!(lead["sides"][1]["name"], "Ben");
        // Ben cannot act for Anna, nor out of turn.
        let view = ben.hear().await.expect("a view");
        assert_eq!(view["turn"], "other");
        ben.act(&view, legal(&lead)[0]).await;
        assert_eq!(ben.hear().await.expect("an answer")["type"], "refused");
        anna.act(&lead, legal(&lead)[0]).await;
        let reply = ben.asked().await;
        assert_eq!(reply["turn"], "you");
        // A message that is sent again does nothing.
        anna.act(&lead, legal(&lead)[1]).await;
        let heard = loop {
            let heard = anna.hear().await.expect("an answer");
            if heard["type"] != "view" {
                break heard;
            }
        };
        assert_eq!(heard["reason"], "that moment is over");
    });
}
