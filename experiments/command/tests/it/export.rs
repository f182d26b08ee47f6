//! `hinterhand export-efg`, and the game `tree` with the path of its file as an option.

use serde_json::{Value as Json, json};

use crate::support::{file, run, run_with};

/// The option that names one of the example trees.
fn example(name: &str) -> String {
    format!("file={}/../trees/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_tree_written_out_is_the_same_tree() {
    let written = run(&["export-efg", "tree", "--option", &example("kuhn.efg")]).good().out;
    assert!(written.starts_with("EFG 2 R "), "{written}");
    let path = format!("file={}", file("again.efg", written.as_bytes()));
    assert_eq!(run(&["export-efg", "tree", "--option", &path]).good().out, written);
    let figures = |option: &str| {
        let args = ["playouts", "tree", "--games", "1000", "--json", "--option", option];
        run(&args).good().json_lines().remove(0)["mean_returns"].clone()
    };
    assert_eq!(figures(&path), figures(&example("kuhn.efg")));
}

#[test]
fn large_games_are_refused() {
    run(&["export-efg", "kinderschnapsen", "--limit", "1000"])
        .refused(1, &["kinderschnapsen as a tree", "1000"]);
}

#[test]
fn trees_are_dealt_replayed_sampled_and_played() {
    let option = example("kuhn.efg");
    let deal = run(&["deal", "tree", "--seed", "2", "--option", &option]).good();
    let record = deal.json_lines().remove(0);
    assert_eq!(record["options"]["file"].as_str(), option.strip_prefix("file="), "the record names the file");
    let positions = run_with(&["inspect"], deal.out.as_bytes()).good().json_lines();
    assert_eq!(positions.len(), 1 + record["actions"].as_array().map_or(0, Vec::len));
    let sampled = run_with(&["sample", "--seat", "1", "--worlds"], deal.out.as_bytes()).good();
    assert!(sampled.json_lines().len() > 1);
    let total: f64 = sampled.json_lines().iter().filter_map(|line| line["weight"].as_f64()).sum();
    assert!((total - 1.0).abs() < 1e-12, "a handful of rounded weights: {total}");
    run_with(&["inspect"], sampled.out.as_bytes()).good();
    let played = run_with(&["play", "tree", "--seed", "1", "--option", &option], b"1\n1\n1\nquit\n").good();
    assert!(played.out.contains("Score: you"), "{}", played.out);
}

#[test]
fn files_that_are_no_trees() {
    let broken = format!("file={}", file("broken.efg", b"EFG 2 R \"a\" { \"x\""));
    let refused = |option: &str, parts: &[&str]| {
        run(&["playouts", "tree", "--option", option]).refused(1, parts);
    };
    refused("file=/nowhere.efg", &["`file`: /nowhere.efg:"]);
    refused(&broken, &["`file`:", "broken.efg"]);
    run(&["deal", "tree"]).refused(1, &["`file`: the path of a tree is needed"]);
    let record = json!({"game": "tree", "options": {"file": "/nowhere.efg"}, "actions": []}).to_string();
    let lines: Vec<Json> = run_with(&["inspect"], record.as_bytes()).json_lines();
    assert!(lines[0]["error"].as_str().is_some_and(|error| error.contains("/nowhere.efg")), "{lines:?}");
}
