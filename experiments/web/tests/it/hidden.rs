//! The traffic of many games is searched for what the seat could not know.
//!
//! Each game is played by a person at one seat. Its record says what that seat has noticed; a card that it
//! never noticed must not be in any byte that was sent to it.

use std::collections::BTreeSet;

use hinterhand_engine::History;
use hinterhand_players::games;
use serde_json::{Value as Json, json};

use super::browser::{Seat, against, get, legal, room, server, wait};

/// The cards of the notation in a text: a rank and a suit with nothing of a word around them.
pub(super) fn cards(text: &str) -> BTreeSet<String> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric();
    let words = text.split(|letter| !is_part(letter));
    let french = |word: &&str| {
        let bytes = word.as_bytes();
        bytes.len() == 2 && b"A23456789TJQK".contains(&bytes[0]) && b"CSHD".contains(&bytes[1])
    };
    let decktet = |word: &&str| {
        let bytes = word.as_bytes();
        (2..=3).contains(&bytes.len())
            && b"A23456789XPC".contains(&bytes[0])
            && bytes[1..].iter().all(|letter| b"MSWLYK".contains(letter))
    };
    words.filter(|word| french(word) || decktet(word)).map(str::to_owned).collect()
}

/// The cards that actions show without naming them: the lowest trump that is exchanged, the pair that is
/// announced.
pub(super) fn shown(record: &Json) -> Vec<String> {
    let word = |word: &Json| word.as_str().map(str::to_owned);
    let words: Vec<String> = record["actions"].as_array().into_iter().flatten().filter_map(word).collect();
    let trump = words[0].split('/').nth(2).and_then(|open| open.chars().nth(1));
    let lowest = if record["game"] == "schnapsen" { 'J' } else { '9' };
    let mut shown = Vec::new();
    for word in &words {
        if let (true, Some(trump)) = (word == "exchange", trump) {
            shown.push(format!("{lowest}{trump}"));
        }
        if let Some(suit) = word.strip_prefix("marry:") {
            shown.extend([format!("K{suit}"), format!("Q{suit}")]);
        }
    }
    shown
}

/// Plays `hands` hands; returns for each the traffic, the record and the seat.
async fn played(
    at: std::net::SocketAddr,
    game: &str,
    hands: usize,
    most: usize,
) -> Vec<(String, Json, usize)> {
    let (room, key) = room(at, &against(game, "random"));
    let mut found = Vec::new();
    for hand in 0..hands {
        // A connection for each hand: one that never rests is taken for a flood.
        let mut seat = Seat::enter(at, &room, &key).await;
        if hand > 0 {
            seat.asked().await;
            seat.say(&json!({ "type": "next", "hand": hand - 1 })).await;
            seat.traffic.clear();
        }
        let mut view = seat.asked().await;
        let place = view["seat"].as_u64().expect("a seat") as usize;
        for n in 0..most {
            if view["turn"] == "over" {
                break;
            }
            let words = legal(&view);
            let word = words[(5 * n + 3 * hand) % words.len()].to_owned();
            if n % 3 == 0 {
                seat.say(&json!({ "type": "hint", "hand": view["hand"], "made": view["made"] })).await;
            }
            seat.act(&view, &word).await;
            view = seat.asked().await;
        }
        if view["turn"] != "over" {
            break;
        }
        let record = view["result"]["record"].as_str().expect("a record");
        let (_, _, body) = get(at, &format!("/api/records/{record}"));
        let told: Json = serde_json::from_str(&body).expect("JSON");
        found.push((std::mem::take(&mut seat.traffic).join("\n"), told["record"].clone(), place));
    }
    found
}

/// Checks hands of a game; returns the number of hidden cards that were searched for.
fn search(game: &str, hands: usize, most: usize) -> usize {
    let server = server();
    let at = server.address();
    let rules = games::load_default(game).expect("a game");
    let mut hidden = 0;
    for (traffic, record, seat) in wait(played(at, game, hands, most)) {
        let mut history = History::new(rules.rules());
        let words = record["actions"].as_array().expect("words");
        words.iter().for_each(|word| history.play_word(word.as_str().expect("a text")).expect("legal"));
        let all = cards(&record["actions"].to_string());
        let mut seen = cards(history.seen(hinterhand_engine::Player::new(seat)));
        seen.extend(shown(&record));
        let sent = cards(&traffic);
        for card in all.difference(&seen) {
            hidden += 1;
            assert!(!sent.contains(card), "{game}: {card} was sent to seat {seat}: {record}");
        }
        // The search finds what is there.
        assert!(seen.is_empty() || seen.intersection(&sent).next().is_some(), "{game}");
    }
    hidden
}

#[test]
fn no_card_that_a_seat_did_not_see_was_sent() {
    // Of every hand of Sixty-six some cards of the talon are never seen, and so on.
    assert!(search("sixty-six", 12, 100) > 12);
    assert!(search("schnapsen", 12, 100) > 12);
    assert!(search("kinderschnapsen", 12, 100) > 0);
    assert!(search("leduc", 12, 100) > 6);
}

#[test]
fn tries_of_the_other_are_not_told() {
    let server = server();
    let at = server.address();
    wait(async {
        for (traffic, record, seat) in played(at, "phantom-ttt", 12, 100).await {
            // The number of views does not depend on tries that failed: no two views in a row are the same.
            let views: Vec<&str> =
                traffic.lines().filter(|line| line.contains("\"type\":\"view\"")).collect();
            assert!(views.windows(2).all(|pair| pair[0] != pair[1]), "{record}");
            let events = |line: &str| serde_json::from_str::<Json>(line).expect("JSON")["noticed"].as_u64();
            assert!(
                views
                    .windows(2)
                    .all(|pair| events(pair[0]) < events(pair[1]) || pair[1].contains("\"over\"")),
                "{seat}"
            );
        }
    });
}

#[test]
#[ignore = "a thousand hands take half a minute"]
fn no_card_was_sent_in_a_thousand_hands() {
    let mut hidden = 0;
    for (game, hands) in [("sixty-six", 300), ("schnapsen", 300), ("kinderschnapsen", 200), ("leduc", 200)] {
        hidden += search(game, hands, 200);
    }
    hidden += search("recipippes", 20, 600);
    assert!(hidden > 2_000, "{hidden}");
}
