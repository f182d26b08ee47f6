//! `hinterhand sample`.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use crate::support::{WHOLE, run, run_with};

/// The golden record up to and without the action at `ply`.
fn cut(ply: usize) -> String {
    let mut record: Json = serde_json::from_str(WHOLE).expect("a record");
    record["actions"].as_array_mut().expect("a list").truncate(ply);
    record.as_object_mut().expect("an object").shift_remove("returns");
    record.to_string()
}

/// The observations of `seat` at the end of each of these records.
fn seen(records: &str, seat: usize) -> Vec<Json> {
    let lines = run_with(&["inspect"], records.as_bytes()).good().json_lines();
    let last =
        |(n, line): (usize, &Json)| lines.get(n + 1).is_none_or(|next| next["record"] != line["record"]);
    lines
        .iter()
        .enumerate()
        .filter(|&(n, line)| last((n, line)))
        .map(|(_, line)| line["seen"][seat].clone())
        .collect()
}

#[test]
fn samples_look_the_same_to_the_seat() {
    for seat in 0..2 {
        for ply in [0, 1, 3, 6, 9] {
            let record = cut(ply);
            let args = ["sample", "--count", "20", "--seed", "3", "--seat", &seat.to_string()];
            let samples = run_with(&args, record.as_bytes()).good().out;
            assert_eq!(samples.lines().count(), 20);
            let known = seen(&record, seat).remove(0);
            assert!(seen(&samples, seat).iter().all(|view| *view == known), "seat {seat}, ply {ply}");
            assert_eq!(samples, run_with(&args, record.as_bytes()).out, "the seed decides");
        }
    }
}

#[test]
fn worlds_are_all_different_and_their_weights_add_up() {
    for (ply, seat, count) in [
        // 56 hands, and 5! orders of the cards above the turnup.
        (1, 0, Some(6720)),
        (4, 1, None),
        (8, 0, None),
    ] {
        let record = cut(ply);
        let worlds = run_with(&["sample", "--worlds", "--seat", &seat.to_string()], record.as_bytes()).good();
        let known = seen(&record, seat).remove(0);
        assert!(seen(&worlds.out, seat).iter().all(|view| *view == known));
        let lines = worlds.json_lines();
        let different: BTreeSet<String> = lines.iter().map(|line| line["actions"].to_string()).collect();
        assert_eq!(different.len(), lines.len());
        assert!(count.is_none_or(|count| count == lines.len()), "{}", lines.len());
        let total: f64 = lines.iter().filter_map(|line| line["weight"].as_f64()).sum();
        // Thousands of rounded weights.
        assert!((total - 1.0).abs() < 1e-9, "{total}");
        let truth: Json = serde_json::from_str(&record).expect("a record");
        assert!(different.contains(&truth["actions"].to_string()), "the truth is one of them");
    }
}

#[test]
fn finished_records_keep_their_returns() {
    let sample = run_with(&["sample", "--seat", "0"], WHOLE.as_bytes()).good();
    run_with(&["inspect"], sample.out.as_bytes()).good();
    assert_eq!(sample.json_lines()[0]["returns"], serde_json::json!([-2, 2]));
}

#[test]
fn what_is_refused() {
    let input = format!("{}\nrubbish\n{}", cut(3), cut(3));
    let run_of = run_with(&["sample", "--seat", "1"], input.as_bytes());
    assert_eq!((run_of.status, run_of.json_lines().len()), (1, 2), "the other records are still done");
    assert!(run_of.err.contains("record 1: not a record"), "{}", run_of.err);
    run_with(&["sample", "--seat", "2"], cut(3).as_bytes()).refused(1, &["no seat 2", "seats 0 to 1"]);
    let few = ["sample", "--worlds", "--limit", "10", "--seat", "0"];
    run_with(&few, cut(1).as_bytes()).refused(1, &["more than 10 worlds"]);
    let broken = cut(3).replace("QD\"]", "QS\"]");
    run_with(&["sample", "--seat", "0"], broken.as_bytes()).refused(1, &["at ply 2", "`QS` is not legal"]);
    run(&["sample"]).refused(2, &["--seat"]);
}
