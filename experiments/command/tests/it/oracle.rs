//! Games that are known by an oracle: solved, judged and played like those that are written out.

use std::path::Path;

use serde_json::Value as Json;

use crate::support::{run, run_with};

/// Dark hex on four squares, as it is written out, and as it is known by its oracle.
const SMALL: [&str; 6] = ["--option", "rows=2", "--option", "columns=2", "--option", "version=abrupt"];
const BY_ORACLE: [&str; 2] = ["--most-nodes", "10"];

fn text(path: &Path) -> &str {
    path.to_str().expect("a folder for tests has a plain name")
}

fn json_of(args: &[&str]) -> Json {
    run(args).done().json_lines().remove(0)
}

fn number(json: &Json, key: &str) -> f64 {
    json[key].as_f64().unwrap_or_else(|| panic!("{key} in {json}"))
}

#[test]
fn an_oracle_and_a_tree_come_to_the_same() {
    for algorithm in ["cfr", "dcfr", "pcfr+"] {
        let solve =
            [&["solve", "dark-hex", "--algorithm", algorithm, "--iterations", "30", "--json"], &SMALL[..]];
        let tree = json_of(&solve.concat());
        let oracle = json_of(&[&solve.concat()[..], &BY_ORACLE].concat());
        for key in ["value", "exploitability"] {
            // The strategy of an oracle is written, and judged, in numbers of four bytes.
            let (found, expected) = (number(&oracle, key), number(&tree, key));
            assert!((found - expected).abs() < 1e-6, "{algorithm}, {key}: {found}, {expected}");
        }
    }
}

#[test]
fn training_goes_on_to_the_same_bits_on_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let path = |name: &str| folder.path().join(name);
    let (whole, resumed, checkpoint) = (path("whole"), path("resumed"), path("checkpoint"));
    let solve = [&["solve", "dark-hex", "--algorithm", "pcfr+"], &SMALL[..], &BY_ORACLE[..]].concat();
    let solve = |more: &[&str]| run(&[&solve[..], more].concat()).done();
    solve(&["--iterations", "12", "--threads", "2", "--out", text(&whole)]);
    let kept = ["--checkpoint", text(&checkpoint), "--resume", "--threads", "1"];
    solve(&[&kept[..], &["--iterations", "5"]].concat());
    solve(&[&kept[..], &["--iterations", "12", "--out", text(&resumed)]].concat());
    assert!(std::fs::read(whole).unwrap() == std::fs::read(resumed).unwrap(), "the files differ");
}

#[test]
fn a_strategy_in_the_numbers_of_an_oracle_is_a_strategy_like_others() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let [path, best] = ["small.strategy", "best.strategy"].map(|name| folder.path().join(name));
    let solved = json_of(
        &[
            &["solve", "dark-hex", "--iterations", "40", "--out", text(&path), "--json"],
            &SMALL[..],
            &BY_ORACLE,
        ]
        .concat(),
    );
    let judged = json_of(&["exploitability", text(&path), "--best-response", text(&best), "--json"]);
    // The solver judges up to the symmetries of the board, in fewer sums.
    let apart = (number(&judged, "exploitability") - number(&solved, "exploitability")).abs();
    assert!(apart < 1e-12, "{judged} {solved}");
    let bot = format!("table:{}", text(&path));
    let asked = json_of(&[&["exploitability", "dark-hex", "--bot", &bot, "--json"], &SMALL[..]].concat());
    let gains = (number(&asked, "exploitability") - number(&judged, "exploitability")).abs();
    assert!(gains < 1e-6, "{asked} {judged}");
    // Who answers best wins what the judge says: at least nothing.
    let answer = format!("table:{}", text(&best));
    run(&[&["duel", "dark-hex", &answer, &bot, "--pairs", "50", "--json"], &SMALL[..]].concat()).done();
    let play = run_with(
        &[&["play", "dark-hex", "--opponent", &bot, "--seed", "1"], &SMALL[..]].concat(),
        b"1\n1\n1\n1\n1\n1\n1\n1\n",
    );
    assert!(play.good().out.contains("You are player 0."));
    let record = br#"{"game":"dark-hex","options":{"rows":2,"columns":2,"version":"abrupt"},"actions":[]}"#;
    let found = run_with(&["strategy", "lookup", text(&path)], record).good().json_lines().remove(0);
    let sum: f64 = found["probabilities"].as_array().unwrap().iter().map(|p| p.as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-6, "{found}");
}

#[test]
fn uniform_play_is_worth_what_is_known() {
    // Three squares out of four or fewer: the first player mostly comes first.
    let judged = |more: &[&str]| {
        json_of(&[&["exploitability", "dark-hex", "--bot", "random", "--json"], &SMALL[..], more].concat())
    };
    let (tree, oracle) = (judged(&[]), judged(&BY_ORACLE));
    for key in ["value", "exploitability", "information_sets"] {
        assert!((number(&tree, key) - number(&oracle, key)).abs() < 1e-12, "{key}: {tree} {oracle}");
    }
    let keys = ["best_responses", "build_seconds", "seconds", "cpu_seconds", "peak_memory_bytes"];
    keys.iter().for_each(|key| assert!(!oracle[*key].is_null() || cfg!(not(target_os = "linux")), "{key}"));
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let path = folder.path().join("small.strategy");
    run(&[&["solve", "dark-hex", "--iterations", "1", "--out", text(&path)], &SMALL[..], &BY_ORACLE].concat()).done();
    run(&["exploitability", text(&path), "--option", "rows=2"])
        .refused(2, &["a file has the options of its game"]);
    run(&["exploitability", text(&path), "--seed", "3"]).refused(2, &["--off-path or --bot is required"]);
    run(&["exploitability", "dark-hex", "--bot", "random", "--best-response", "x"])
        .refused(2, &["cannot be used with"]);
    run(&["exploitability", "recipippes", "--bot", "random", "--option", "players=3"])
        .refused(2, &["not a game of two players"]);
    run(&["solve", "dark-hex", "--option", "rows=4", "--option", "columns=4"])
        .refused(1, &["has more than 1000000 nodes", "--most-nodes"]);
    // Half a column is no strategy.
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 40]).unwrap();
    run(&["exploitability", text(&path)]).refused(1, &[text(&path)]);
}
