//! `hinterhand tournament luck`: the same figures on any number of threads and however often it was stopped.

use std::path::Path;

use rusqlite::Connection;
use serde_json::Value as Json;

use crate::support::{Run, run};

/// A store with a tournament of Sixty-six.
fn played(folder: &Path) -> String {
    let store = folder.join("a.db").to_str().expect("plain").to_owned();
    let bots = ["--bot", "ismcts:iterations=20", "--bot", "greedy", "--bot", "random"];
    let words =
        ["tournament", "run", "--game", "sixty-six", "--rounds", "25", "--seed", "3", "--store", &store];
    run(&[&words[..], &bots[..]].concat()).done();
    store
}

fn luck(store: &str, more: &[&str]) -> Run {
    let words = ["tournament", "luck", store, "--by", "greedy", "--playouts", "4", "--ask", "2"];
    run(&[&words[..], more].concat())
}

#[test]
fn figures_do_not_depend_on_threads_or_on_what_is_kept() {
    let folder = tempfile::tempdir().expect("room");
    let store = played(folder.path());
    let copy = folder.path().join("b.db").to_str().expect("plain").to_owned();
    std::fs::copy(&store, &copy).expect("room");
    let one = luck(&store, &["--json", "--threads", "1"]).done().out;
    // Part of it was there before, and all of it the second time.
    luck(&copy, &["--json", "--threads", "2", "--deals", "7"]).done();
    let parts = luck(&copy, &["--json", "--threads", "2"]).done().out;
    assert_eq!(parts, one);
    assert_eq!(luck(&copy, &["--json"]).done().out, one);
    let json: Json = serde_json::from_str(&one).expect("one object");
    let pairs = json["pairs"].as_array().expect("a list");
    assert_eq!(pairs.len(), 3);
    for pair in pairs {
        assert_eq!(pair["deals"], 25);
        // The same sum in another order.
        let [plain, duplicate] = ["plain", "duplicate"].map(|score| pair[score]["margin"].as_f64());
        assert!((plain.expect("a mean") - duplicate.expect("a mean")).abs() < 1e-9);
        for score in ["plain", "duplicate", "adjusted", "both"] {
            assert!(pair[score]["deviation"].as_f64().is_some_and(|deviation| deviation > 0.0));
        }
    }
    let shown: Json =
        serde_json::from_str(&run(&["tournament", "show", &store, "--json"]).done().out).expect("one object");
    let margin = |json: &Json, key: &str| {
        let pair = json["pairs"].as_array().expect("a list").iter();
        let pair = pair
            .clone()
            .find(|pair| pair["bots"][0] == "ismcts:iterations=20" && pair["bots"][1] == "greedy");
        let pair = pair.expect("they have met");
        if key.is_empty() { pair["margin"].as_f64() } else { pair[key]["margin"].as_f64() }.expect("a number")
    };
    assert!((margin(&json, "plain") - margin(&shown, "")).abs() < 1e-9);
}

#[test]
fn what_was_not_played_so_is_refused() {
    let folder = tempfile::tempdir().expect("room");
    let store = played(folder.path());
    let plain = ["tournament", "luck", &store];
    for (words, status, message) in [
        (&["--by", "random", "--by", "greedy"][..], 2, "--by is given 2 times"),
        (&["--playouts", "0"], 2, "expected a number from 1 to 1000000, or `all`"),
        (&["--playouts", "all"], 2, "only a strategy in a file, `table:FILE`"),
        (&["--by", "ismcts:time=5"], 2, "it goes by the clock"),
        (&["--tournament", "other"], 1, "other"),
    ] {
        run(&[&plain[..], words].concat()).refused(status, &[message]);
    }
    let change = |sql: &str| {
        Connection::open(&store).expect("a database").execute_batch(sql).expect("it is well-formed");
    };
    luck(&store, &[]).done();
    change("UPDATE luck SET drawn = '0'");
    luck(&store, &[]).refused(1, &["`0` is no luck"]);
    change("DELETE FROM luck; UPDATE bots SET version = 'hinterhand 0.0.0' WHERE bot = 0");
    luck(&store, &[]).refused(1, &["as hinterhand 0.0.0, which is now hinterhand"]);
    let unasked = ["--by", "greedy", "--playouts", "1", "--ask", "0"];
    run(&[&plain[..], &unasked].concat()).done();
    change("UPDATE hands SET seats = '7,8' WHERE deal = 3");
    let message = "the hands of deal 3, pairing 0, are not those of the plan";
    run(&[&plain[..], &unasked].concat()).refused(1, &[message]);
}
