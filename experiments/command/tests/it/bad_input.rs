//! Records that are wrong in every way.

use serde_json::{Value as Json, json};

use crate::support::{WHOLE, run, run_with};

fn whole() -> Json {
    serde_json::from_str(WHOLE).expect("a record")
}

fn with(key: &str, value: Json) -> Vec<u8> {
    let mut record = whole();
    record[key] = value;
    record.to_string().into_bytes()
}

/// The golden record with the word at `ply` replaced.
fn with_word(ply: usize, word: &str) -> Vec<u8> {
    let mut record = whole();
    record["actions"][ply] = json!(word);
    record.to_string().into_bytes()
}

/// Replays `line` between two sound records: the sound ones are done, and `line` comes to positions before
/// `ply` and one error there, with these parts in its message.
#[track_caller]
fn check(line: &[u8], positions: usize, ply: usize, parts: &[&str]) {
    let input = [WHOLE.as_bytes(), line, b"\n", WHOLE.as_bytes()].concat();
    let run = run_with(&["inspect"], &input);
    assert_eq!((run.status, run.err.as_str()), (1, ""), "{run:?}");
    let lines = run.json_lines();
    let of = |record: usize| lines.iter().filter(move |line| line["record"] == json!(record));
    assert_eq!((of(0).count(), of(2).count()), (12, 12), "the sound records are done");
    assert!(of(0).chain(of(2)).all(|line| line.get("error").is_none()));
    let bad: Vec<&Json> = of(1).collect();
    let (error, before) = bad.split_last().expect("there is an error line");
    let plies: Vec<Json> = before.iter().map(|line| line["ply"].clone()).collect();
    assert_eq!(plies, (0..positions).map(Json::from).collect::<Vec<_>>(), "{error}");
    assert_eq!(error["ply"], json!(ply), "{error}");
    let message = error["error"].as_str().expect("a message");
    for part in parts {
        assert!(message.contains(part), "no {part:?} in {message:?}");
    }
}

#[test]
fn lines_that_cannot_be_read() {
    check(b"{\"game\":\"kinderschnapsen\",\"acti", 0, 0, &["not a record", "column"]);
    check(&WHOLE.as_bytes()[..90], 0, 0, &["EOF while parsing", "column 90"]);
    check(b"\x7fELF\x02\x01\x01\0\0\0\xff\xfe\0\x80", 0, 0, &["byte 0xff at offset 10 is not UTF-8"]);
    check(b"\0\0\0\0", 0, 0, &["not a record", "column 1"]);
    check(b"[1,2]", 0, 0, &["not a record"]);
    check(b"7", 0, 0, &["not a record"]);
    check(br#"{"game":"kinderschnapsen"}"#, 0, 0, &["missing field `actions`"]);
    check(br#"{"actions":[]}"#, 0, 0, &["missing field `game`"]);
    check(br#"{"game":"kinderschnapsen","actions":["deal:x",5]}"#, 0, 0, &["integer `5`", "a string"]);
    check(br#"{"game":"kinderschnapsen","actions":[],"options":[]}"#, 0, 0, &["sequence", "a map"]);
    check(br#"{"game":"kinderschnapsen","actions":[]} {}"#, 0, 0, &["trailing characters"]);
    check(&[b'['; 100_000], 0, 0, &["not a record"]);
    check(&with("returns", json!("-2,2")), 0, 0, &["not a record", "string \"-2,2\""]);
}

#[test]
fn games_and_options() {
    check(&with("game", json!("kinderschnapser")), 0, 0, &["did you mean `kinderschnapsen`?"]);
    check(&with("game", json!("bridge")), 0, 0, &["no game `bridge`", "sixty-six"]);
    for (options, parts) in [
        (json!({"close_min_stok": 4}), ["did you mean `close_min_stock`?", "auto_checkout"]),
        (json!({"close_min_stock": 3}), ["cannot be `3`", "2|4|6"]),
        (json!({"close_min_stock": "4"}), ["a whole number, not \"4\"", "2|4|6"]),
        (json!({"close_min_stock": 1e300}), ["a whole number, not", "2|4|6"]),
        (json!({"close_fail": "last_trik"}), ["did you mean `last_trick`?", "opponent_wins2or3"]),
        (json!({"close_fail": true}), ["a string, not true", "last_trick|opponent_wins2or3"]),
        (json!({"false_checkout": "opponent_fixed:4"}), ["`opponent_fixed:4`", "opponent_fixed:3"]),
        (json!({"auto_checkout": 1}), ["true or false, not 1", "false|true"]),
        (json!({"best_of": 3}), ["`best_of` belongs to a match", "one hand"]),
        (json!({"start_score": 5}), ["`start_score`", "match"]),
        (json!({"next_lead": "winner"}), ["`next_lead`", "match"]),
        (json!({"target": 8}), ["`target`", "match"]),
    ] {
        check(&with("options", options), 0, 0, &parts);
    }
}

#[test]
fn deals() {
    for (deal, parts) in [
        ("deal:2D,7D,ZD/2S,QH,QD/7H/2H,QS,JS,7S,JH", &["ZD"][..]),
        ("deal:2D,7D,jd/2S,QH,QD/7H/2H,QS,JS,7S,JH", &["jd"]),
        ("deal:2D,7D,AD/2S,QH,QD/7H/2H,QS,JS,7S,JH", &["AD is not in this pack", "byte 6"]),
        ("deal:2D,7D,JD/2S,QH,JD/7H/2H,QS,JS,7S,JH", &["JD is named twice", "byte 15"]),
        ("deal:2D,7D/2S,QH,QD/7H/2H,QS,JS,7S,JH,JD", &["hand of player 0 has 2 cards instead of 3"]),
        ("deal:2D,7D,JD/2S,QH,QD/7H", &["ends before the talon"]),
        ("deal:", &["hand of player 0"]),
        ("QS", &["`QS` where chance moves", "`deal:...`"]),
        ("", &["where chance moves"]),
    ] {
        check(&with_word(0, deal), 1, 0, parts);
    }
}

#[test]
fn actions() {
    // Played in the middle, and every position before it is printed.
    check(&with_word(5, "2D"), 6, 5, &["`2D` is not legal here; legal: QS"]);
    check(&with_word(1, "jd"), 2, 1, &["`jd` is not legal here; legal: 2D 7D JD close"]);
    check(&with_word(1, "J♦"), 2, 1, &["not legal"]);
    check(&with_word(1, " JD"), 2, 1, &["not legal"]);
    check(&with_word(1, &"x".repeat(100_000)), 2, 1, &["xxx...` is not legal"]);
    let mut record = whole();
    record["actions"].as_array_mut().expect("a list").push(json!("2S"));
    check(record.to_string().as_bytes(), 12, 11, &["`2S` after the end of the game"]);
}

#[test]
fn returns() {
    check(&with("returns", json!([2, -2])), 12, 11, &["`returns` is [2,-2] but the result is [-2,2]"]);
    check(&with("returns", json!([-2])), 12, 11, &["[-2] but"]);
    check(&with("returns", json!([-2, 2, 0])), 12, 11, &["[-2,2,0] but"]);
    let mut record = whole();
    record["actions"].as_array_mut().expect("a list").truncate(4);
    check(record.to_string().as_bytes(), 5, 4, &["the game is not over"]);
    // 2 and 2.0 are the same number.
    let run = run_with(&["inspect"], &with("returns", json!([-2.0, 2.0])));
    assert_eq!(run.good().json_lines().len(), 12);
}

#[test]
fn files_that_cannot_be_opened() {
    run(&["inspect", "/nowhere/records.jsonl"]).refused(1, &["cannot open /nowhere/records.jsonl"]);
    run(&["inspect", env!("CARGO_TARGET_TMPDIR")]).refused(1, &["cannot read", env!("CARGO_TARGET_TMPDIR")]);
}
