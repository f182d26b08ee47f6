//! Questions about strategies: ranges, heat maps, differences, solutions with fixed behaviour, hands that go on from a
//! position.

use serde_json::{Value as Json, json};

use crate::browser::{Seat, get, legal, post, room, server, wait};

/// Asks a question, which must have an answer.
fn ask(question: &str, body: &Json) -> Json {
    let server = server();
    let (status, told) = post(server.address(), &format!("/api/studies/{question}"), body);
    assert_eq!(status, 200, "{told}");
    told
}

/// The reason for which a question has no answer.
fn refused(question: &str, body: &Json) -> String {
    let server = server();
    let (status, told) = post(server.address(), &format!("/api/studies/{question}"), body);
    assert_eq!(status, 400, "{told}");
    told["error"].as_str().expect("a reason").to_owned()
}

fn number(json: &Json) -> f64 {
    json.as_f64().unwrap_or_else(|| panic!("{json} is no number"))
}

fn near(found: &Json, expected: f64, within: f64) {
    assert!((number(found) - expected).abs() <= within, "{found} instead of {expected}");
}

/// A record as far as a position.
fn at(game: &str, words: &str) -> Json {
    let actions: Vec<&str> = words.split_whitespace().collect();
    json!({ "record": { "game": game, "actions": actions }, "ply": actions.len() })
}

/// The same question with more in it.
fn with(mut question: Json, more: &Json) -> Json {
    for (key, value) in more.as_object().expect("an object") {
        question[key] = value.clone();
    }
    question
}

#[test]
fn the_hand_of_the_other_is_weighed_by_what_it_did() {
    // By chance a bet says nothing: the other holds the Queen or the King.
    let question = with(at("kuhn", "deal:Q,J bet"), &json!({ "bot": "random", "viewer": 1, "of": 0 }));
    let told = ask("range", &question);
    assert_eq!((told["count"].as_u64(), &told["drawn"]), (Some(2), &Json::Null));
    for hand in told["hands"].as_array().expect("a list") {
        near(&hand["probability"], 0.5, 1e-12);
        near(&hand["before"], 0.5, 1e-12);
    }
    // The Jack is dealt to player 1 in a third of the deals, and player 0 bets in half of them.
    near(&told["reach"], 1.0 / 6.0, 1e-12);

    // In an equilibrium the Queen never bets first.
    let told = ask("range", &with(question, &json!({ "bot": "equilibrium" })));
    let hands = told["hands"].as_array().expect("a list");
    assert_eq!(hands[0]["hand"], json!(["K"]));
    near(&hands[0]["probability"], 1.0, 0.05);

    // With every hand: what player 1 does after the bet, as player 0 may think.
    let question = at("kuhn", "deal:Q,J bet");
    let question = with(question, &json!({ "bot": "equilibrium", "other": "random", "viewer": 0, "of": 1 }));
    let told = ask("range", &question);
    for hand in told["hands"].as_array().expect("a list") {
        let calls = if hand["hand"] == json!(["K"]) { 1.0 } else { 0.0 };
        near(&hand["actions"]["bet"], calls, 0.02);
        near(&hand["second"]["bet"], 0.5, 1e-12);
    }
}

#[test]
fn hidden_bids_are_weighed_too() {
    // Player 0 bid 2 and lost the prize: by chance player 1 bid the 3 as often as the 4.
    let question = with(at("goofspiel", "2 3"), &json!({ "bot": "random", "viewer": 0, "of": 1 }));
    let told = ask("range", &question);
    assert_eq!(told["count"], 2);
    for hand in told["hands"].as_array().expect("a list") {
        near(&hand["probability"], 0.5, 1e-12);
    }
    // Player 0 bids the 2 in a quarter of the hands, and a half of the answers wins.
    near(&told["reach"], 1.0 / 8.0, 1e-12);
}

#[test]
fn the_first_lead_of_kinderschnapsen_has_every_hand() {
    let deal = "deal:2H,7S,JD/JH,2S,2D/7H/QH,7D,JS,QS,QD";
    let question = with(at("kinderschnapsen", deal), &json!({ "bot": "random" }));
    let told = ask("range", &with(question.clone(), &json!({ "viewer": 1, "of": 0 })));
    let words = &told["hands"][7]["words"];
    let shown = post(
        server().address(),
        "/api/positions",
        &json!({ "record": { "game": "kinderschnapsen", "actions": words }, "ply": 1 }),
    )
    .1;
    let mut held = shown["seats"][0]["drawing"].to_string();
    held.truncate(400);
    let hand = told["hands"][7]["hand"].as_array().expect("a list");
    assert!(hand.iter().all(|card| held.contains(card.as_str().expect("a text"))), "{hand:?} {held}");
    // The dealer has three cards and sees the turnup: 8 over 3 hands are left, from each of which 4 actions follow.
    assert_eq!(told["count"], 56);
    for hand in told["hands"].as_array().expect("a list") {
        near(&hand["probability"], 1.0 / 56.0, 1e-12);
        near(&hand["actions"]["close"], 0.25, 1e-12);
    }
    for card in told["cards"].as_array().expect("a list") {
        near(&card[1], 3.0 / 8.0, 1e-12);
    }
    let reach = 6_720.0 / (13_305_600.0 / 3.0);
    near(&told["reach"], reach, 1e-15);

    // A lead in a quarter of the cases, whatever the hand.
    let led =
        with(at("kinderschnapsen", &format!("{deal} 2H")), &json!({ "bot": "random", "viewer": 1, "of": 0 }));
    let told = ask("range", &led);
    assert_eq!(told["count"], 21, "two cards of seven");
    near(&told["reach"], 21.0 * 120.0 / (13_305_600.0 / 3.0) / 4.0, 1e-15);
    // Whoever knows the hand knows that a greedy player leads another card: then hands count by the cards alone.
    let never = with(led, &json!({ "bot": "greedy" }));
    let told = ask("range", &never);
    let sum: f64 = told["hands"].as_array().expect("a list").iter().map(|hand| number(&hand["before"])).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
}

#[test]
fn where_deals_are_too_many_some_are_drawn() {
    let server = server();
    let (_, dealt) =
        post(server.address(), "/api/deals", &json!({ "record": { "game": "sixty-six", "actions": [] } }));
    let question = json!({ "record": { "game": "sixty-six", "actions": dealt["actions"] }, "ply": 1, "bot": "random", "viewer": 0, "of": 1 });
    let told = ask("range", &question);
    assert_eq!((&told["drawn"], &told["reach"]), (&json!(2_000), &Json::Null));
    let held: f64 = told["cards"].as_array().expect("a list").iter().map(|card| number(&card[1])).sum();
    assert!((held - 6.0).abs() < 1e-9, "{held} cards in hand");
}

#[test]
fn a_game_is_solved_again_with_what_is_fixed() {
    let kuhn = at("kuhn", "");
    let told = ask("solution", &kuhn);
    near(&told["free"]["values"][0], -1.0 / 18.0, 1e-4);
    assert_eq!((&told["free"], &told["free"]["fixed"]), (&told["fixed"], &json!(0)));
    // A player that bets with any card loses a third of a chip.
    let locks: Vec<Json> = ["J", "Q", "K"]
        .iter()
        .map(|card| json!({ "player": 0, "seen": format!("deal:{card}"), "probabilities": [0, 1] }))
        .collect();
    let fixed = with(kuhn.clone(), &json!({ "locks": locks }));
    let told = ask("solution", &fixed);
    near(&told["fixed"]["values"][0], -1.0 / 3.0, 1e-4);
    assert_eq!((&told["fixed"]["fixed"], &told["fixed"]["sets"]), (&json!(3), &json!(12)));
    // The other calls with the Queen, and with nothing fixed only sometimes.
    let question = with(at("kuhn", "deal:K,Q bet"), &json!({ "bot": "equilibrium", "locks": locks }));
    let told = ask("opinion", &question);
    near(&told["actions"][1][1], 1.0, 1e-3);
    near(&told["actions"][0][2], -1.0, 1e-9);
    near(&told["actions"][1][2], 0.0, 1e-3);
    // A whole player: by chance, with the best answer of the other.
    let told = ask("solution", &with(kuhn, &json!({ "locks": [{ "player": 1, "bot": "random" }] })));
    assert!(number(&told["fixed"]["values"][0]) > 0.2, "{told}");
    assert_eq!(told["fixed"]["fixed"], 6);
}

#[test]
fn all_hands_are_counted() {
    let kuhn = with(at("kuhn", ""), &json!({ "bot": "random", "other": "equilibrium" }));
    let told = ask("opening", &kuhn);
    assert_eq!(told["columns"], json!(["pass", "bet"]));
    assert_eq!(told["panels"][0]["rows"].as_array().map(Vec::len), Some(3));
    near(&told["panels"][1]["rows"][0]["cells"][0], 0.5, 1e-12);

    let told = ask("frequencies", &kuhn);
    let rows = told["rows"].as_array().expect("a list");
    assert_eq!((rows.len(), &told["games"]), (3, &Json::Null));
    for (row, reach) in rows.iter().zip([1.0, 0.25, 1.0]) {
        near(&row["reach"], reach, 1e-12);
    }

    let told = ask("differences", &kuhn);
    let all = told["differences"].as_array().expect("a list");
    let weights: Vec<f64> = all.iter().map(|one| number(&one["weight"])).collect();
    assert!(weights.len() > 8 && weights.is_sorted_by(|one, other| one >= other), "{weights:?}");
    let same = ask("differences", &with(kuhn, &json!({ "other": "random" })));
    assert_eq!((&same["differences"], &same["differing"]), (&json!([]), &json!(0)));

    // A game that is too large is played.
    let told = ask("frequencies", &with(at("schnapsen", ""), &json!({ "bot": "greedy" })));
    assert_eq!(told["games"], 1_000);
    near(&told["rows"][0]["reach"], 1.0, 1e-9);
}

#[test]
fn the_first_leads_of_kinderschnapsen_are_a_heat_map() {
    let told = ask("opening", &with(at("kinderschnapsen", ""), &json!({ "bot": "random" })));
    let panels = told["panels"].as_array().expect("a list");
    assert_eq!((panels.len(), told["columns"].as_array().map(Vec::len)), (4, Some(7)));
    let server = server();
    let (address, mut weight) = (server.address(), 0.0);
    for row in panels.iter().flat_map(|panel| panel["rows"].as_array().expect("a list")) {
        weight += number(&row["weight"]);
        let (status, shown) = post(
            address,
            "/api/positions",
            &json!({ "record": { "game": "kinderschnapsen", "actions": row["actions"] }, "ply": 1 }),
        );
        assert_eq!((status, &shown["turn"]), (200, &json!(0)), "{row}");
        for cell in &row["cells"].as_array().expect("a list")[..4] {
            near(cell, 0.25, 1e-12);
        }
    }
    assert!((weight - 1.0).abs() < 1e-9, "{weight}");
    let same = with(at("kinderschnapsen", ""), &json!({ "bot": "random", "other": "greedy" }));
    let told = ask("differences", &same);
    assert!(
        number(&told["sum"]) > 1.0 && told["differences"].as_array().is_some_and(|all| !all.is_empty()),
        "{told}"
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    let kuhn = |more: &Json| with(at("kuhn", "deal:Q,J bet"), more);
    for (question, body, reason) in [
        ("range", kuhn(&json!({ "bot": "random", "viewer": 1, "of": 1 })), "the hand of another"),
        ("range", kuhn(&json!({ "bot": "random", "viewer": 1, "of": 7 })), "the hand of another"),
        ("range", kuhn(&json!({ "bot": "/etc/passwd", "viewer": 1, "of": 0 })), "no such bot"),
        ("range", kuhn(&json!({ "viewer": 1, "of": 0 })), "no strategy was named"),
        ("range", with(at("phantom-ttt", ""), &json!({ "bot": "random", "viewer": 0, "of": 1 })), "no hands"),
        ("opinion", with(at("sixty-six", ""), &json!({ "bot": "equilibrium" })), "no player is to move"),
        ("opening", with(at("sixty-six", ""), &json!({ "bot": "random" })), "more than"),
        ("solution", at("schikanoeschen", ""), "more than"),
        ("solution", kuhn(&json!({ "locks": [{ "player": 0 }] })), "an information set, or a bot"),
        (
            "solution",
            kuhn(&json!({ "locks": [{ "player": 0, "seen": "deal:A" , "probabilities": [0, 1] }] })),
            "no decision",
        ),
        (
            "solution",
            kuhn(&json!({ "locks": [{ "player": 0, "seen": "deal:J" , "probabilities": [1] }] })),
            "2 probabilities",
        ),
        (
            "solution",
            kuhn(&json!({ "locks": [{ "player": 0, "seen": "deal:J" , "probabilities": [0.1, 0.1] }] })),
            "sum to 1",
        ),
        ("solution", kuhn(&json!({ "locks": [{ "player": 0, "bot": "cmd:sh" }] })), "no such bot"),
        ("solution", kuhn(&json!({ "locks": [{ "player": 2, "bot": "random" }] })), "no player 2"),
        ("solution", kuhn(&json!({ "locks": vec![json!({ "player": 0 }); 65] })), "at most"),
        ("differences", kuhn(&json!({ "bot": "random" })), "two strategies"),
    ] {
        let told = refused(question, &body);
        assert!(told.contains(reason), "{question} {body}: {told}");
    }
    let about = |game: &str| ask("game", &at(game, ""));
    assert_eq!(about("leduc"), json!({ "equilibrium": true, "hands": true, "opening": true }));
    assert_eq!(about("kinderschnapsen"), json!({ "equilibrium": false, "hands": true, "opening": true }));
    assert_eq!(about("dark-hex")["hands"], json!(false));
}

#[test]
fn a_hand_goes_on_from_a_position() {
    let server = server();
    let wish = |begun: &Json| json!({ "game": "kuhn", "others": ["random"], "name": "Anna", "pace": 0, "side": 1, "begun": begun });
    let (id, key) = room(server.address(), &wish(&json!(["deal:Q,J", "bet"])));
    wait(async {
        let mut seat = Seat::enter(server.address(), &id, &key).await;
        let view = seat.asked().await;
        assert_eq!(
            (&view["turn"], &view["seat"], legal(&view)),
            (&json!("you"), &json!(1), vec!["pass", "bet"])
        );
        assert!(seat.traffic.iter().all(|text| !text.contains("deal:Q")), "{:?}", seat.traffic);
        seat.act(&view, "pass").await;
        let view = seat.asked().await;
        assert_eq!((&view["turn"], &view["result"]["returns"]), (&json!("over"), &json!([1, -1])));
    });
    let (status, _, body) = get(server.address(), &format!("/api/records/{id}.0"));
    assert!(status == 200 && body.contains("deal:Q,J"), "{body}");
    for begun in [json!(["deal:Q,J", "bet", "bet"]), json!(["deal:Q,Q"]), json!(["x"])] {
        let (status, told) = post(server.address(), "/api/rooms", &wish(&begun));
        assert_eq!(status, 400, "{told}");
        assert!(
            told["error"].as_str().is_some_and(|error| error.starts_with("the position to go on from")),
            "{told}"
        );
    }
}
