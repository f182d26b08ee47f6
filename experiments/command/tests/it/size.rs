//! `hinterhand size`.

use serde_json::json;

use crate::support::run;

#[test]
fn trees_are_measured() {
    let size = run(&["size", "leduc", "--json"]).good().json_lines().remove(0);
    for (key, number) in [("nodes", 9_457), ("ends", 5_520), ("info_sets", 936), ("actions", 2_184)] {
        assert_eq!(size[key], json!(number), "{key}");
    }
    // Regret, average and policy for each action.
    assert_eq!(size["f32_table_bytes"], json!(3 * 4 * 2_184));
    assert_eq!(size["f64_table_bytes"], json!(3 * 8 * 2_184));
    let lines = run(&["size", "kuhn"]).good().out;
    let number = |what: &str| {
        let line = lines.lines().find(|line| line.starts_with(what)).expect(what);
        line.split_whitespace().last().expect("a number").to_owned()
    };
    assert_eq!([number("nodes"), number("ends"), number("information sets")], ["58", "30", "12"]);
}

/// A board that is walked through has the same size as without a walk.
#[test]
fn phantom_boards_need_no_walk() {
    let board = ["size", "dark-hex", "--option", "rows=2", "--json"];
    let walked = run(&board).good().json_lines().remove(0);
    let counted = run(&[&board[..], &["--most-nodes", "1000"]].concat()).good().json_lines().remove(0);
    for (walked_key, key) in [
        ("nodes", "histories"),
        ("ends", "end_histories"),
        ("info_sets", "info_sets"),
        ("actions", "actions"),
        ("f32_table_bytes", "f32_table_bytes"),
    ] {
        assert!(walked[walked_key].as_u64().is_some_and(|number| number > 1000), "{walked_key}");
        assert_eq!(counted[key], walked[walked_key], "{key}");
    }
    let lines = run(&["size", "dark-hex", "--option", "rows=2", "--most-nodes", "1000"]).good().out;
    assert!(lines.starts_with("histories "), "{lines}");
}

#[test]
fn what_is_too_large_is_refused() {
    assert_eq!(run(&["size", "kuhn", "--most-nodes", "58"]).good().err, "");
    run(&["size", "kuhn", "--most-nodes", "57"])
        .refused(1, &["kuhn with --most-nodes 57", "the game has more than 57 nodes"]);
    run(&["size", "kuhn", "--most-nodes", "0"]).refused(2, &["--most-nodes", "expected a number from 1"]);
    run(&["size", "kuhm"]).refused(2, &["kuhm", "kuhn"]);
}

#[test]
#[ignore = "slow: walks the whole public tree twice"]
fn kinderschnapsen_is_counted() {
    let args = ["size", "kinderschnapsen", "--option", "auto_checkout=true"];
    let size = run(&[&args[..], &["--json"]].concat()).done().json_lines().remove(0);
    assert_eq!(size["deals"]["all_trumps"], json!(13_305_600));
    assert_eq!(size["trump_fixed"]["histories"], json!(58_853_033_880_u64));
    assert_eq!(size["up_to_suits"]["info_sets_0"], json!(1_030_404_690));
    assert_eq!(size["parts"][1]["trump_fixed"]["info_sets_1"], json!(355_242));
    assert_eq!(size["turnups"][1]["turnup"], json!("7S"));
    assert_eq!(size["turnups"][1]["histories_by_ply"][2], json!(13_305_600));
    assert_eq!(size["tables_up_to_suits"][0]["f32_bytes"], json!(8 * 1_642_409_434_u64));
    let lines = run(&args).done().out;
    for number in ["176,559,101,640", "29,426,516,940", "13,139,275,472", "closed before trick 3"] {
        assert!(lines.contains(number), "no {number} in {lines}");
    }
}
