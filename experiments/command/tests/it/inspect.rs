//! `hinterhand inspect` on good records.

use serde_json::{Value as Json, json};

use crate::support::{WHOLE, file, run, run_with};

const POSITIONS: &str = include_str!("golden/kinderschnapsen.positions.jsonl");

fn positions() -> Vec<Json> {
    POSITIONS.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

#[test]
fn a_whole_record() {
    assert_eq!(run_with(&["inspect"], WHOLE.as_bytes()).good().json_lines(), positions());
}

#[test]
fn from_a_file_from_a_dash_and_between_blank_lines() {
    let path = file("whole.jsonl", WHOLE.as_bytes());
    assert_eq!(run(&["inspect", &path]).good().json_lines(), positions());
    let twice = format!("\n \r\n{}\r\n\n{}", WHOLE.trim_end(), WHOLE.trim_end());
    let lines = run_with(&["inspect", "-"], twice.as_bytes()).good().json_lines();
    assert_eq!(lines.len(), 2 * positions().len());
    assert_eq!(lines[0]["record"], json!(0));
    assert_eq!(lines[positions().len()]["record"], json!(1));
}

#[test]
fn legal_and_seen_can_be_left_out() {
    for (args, gone) in [(["inspect", "--no-legal"], "legal"), (["inspect", "--no-seen"], "seen")] {
        let lines = run_with(&args, WHOLE.as_bytes()).good().json_lines();
        for (line, mut full) in lines.into_iter().zip(positions()) {
            full.as_object_mut().expect("an object").shift_remove(gone);
            assert_eq!(line, full);
        }
    }
}

#[test]
fn chance_is_read_in_any_order_and_printed_in_card_order() {
    let told = WHOLE.replace("2D,7D,JD/2S,QH,QD/7H", "J♦,2D,7♦/QD,2♠,Q♥/7♥");
    assert_ne!(told, WHOLE);
    assert_eq!(run_with(&["inspect"], told.as_bytes()).good().json_lines(), positions());
}

#[test]
fn an_unfinished_record_is_no_error() {
    let record = json!({"game": "kinderschnapsen", "actions": []}).to_string();
    let lines = run_with(&["inspect"], record.as_bytes()).good().json_lines();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["turn"], json!("chance"));
    assert_eq!(lines[0].get("legal"), None);
    assert_eq!(lines[0]["seen"][0], lines[0]["seen"][1], "before the first action all strings are equal");
}

#[test]
fn defaults_may_be_given() {
    let options = json!({"close_min_stock": 2, "close_fail": "last_trick", "freeze_on_close": false});
    let told = WHOLE.replace("\"options\":{}", &format!("\"options\":{options}"));
    assert_eq!(run_with(&["inspect"], told.as_bytes()).good().json_lines(), positions());
}

#[test]
fn whoever_has_read_enough_may_go() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_hinterhand"))
        .arg("inspect")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary has been built");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(WHOLE.as_bytes()).expect("it reads");
    let mut first = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("piped"));
    reader.read_line(&mut first).expect("it answers a record before the next one comes");
    assert_eq!(serde_json::from_str::<Json>(&first).expect("JSON"), positions()[0]);
    drop(reader);
    // Far more than any pipe holds.
    for _ in 0..2_000 {
        if stdin.write_all(WHOLE.as_bytes()).is_err() {
            break;
        }
    }
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]));
}
