//! `hinterhand strategy opening`.

use std::path::{Path, PathBuf};

use hinterhand_engine::Settings;
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_kinderschnapsen::{Columns, Payoff, Solution};
use hinterhand_players::strategy::{About, kinderschnapsen};
use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::support::run;

fn text(path: &Path) -> &str {
    path.to_str().expect("a folder for tests has a plain name")
}

/// A file with a simple strategy: it never closes and leads its lowest trump, or its lowest
/// card.
fn lowest() -> (TempDir, PathBuf) {
    let (groups, plays) = (1_077_528, 13_305_600);
    let none = || vec![0; groups].into();
    let (mixed, low, high) = (none(), none(), none());
    let (base, plays) = (vec![0; groups].into(), vec![0; plays].into());
    let columns = Columns { mixed, low, high, base, rows: Vec::new().into(), plays };
    let solution = Solution::from_columns(Kinderschnapsen::default(), &Payoff::POINTS, columns)
        .expect("columns of the right lengths");
    let settings = Settings::of::<Kinderschnapsen>();
    let about = About::new(&settings, kinderschnapsen::FORM, "none".to_owned(), 0);
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let path = folder.path().join("lowest.strategy");
    kinderschnapsen::write(&path, &about, &solution).expect("there is room for a strategy");
    (folder, path)
}

#[test]
fn all_hands_are_told_in_every_form() {
    let (folder, path) = lowest();
    let svg = folder.path().join("lowest.svg");
    let json = run(&["strategy", "opening", text(&path), "--json", "--svg", text(&svg)]).good();
    let json: Json = json.json_lines().remove(0);
    let hands = json["hands"].as_array().unwrap();
    assert_eq!(hands.len(), 356);
    assert_eq!(hands.iter().map(|hand| hand["deals"].as_u64().unwrap()).sum::<u64>(), 13_305_600);
    assert_eq!((json["close"].as_f64(), json["by_turnup"]["Q"]["close"].as_f64()), (Some(0.0), Some(0.0)));
    for hand in hands {
        let cards: Vec<&str> =
            hand["cards"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
        let lowest = cards.iter().rposition(|card| card.ends_with('S'));
        for key in ["open", "closed"] {
            let leads: Vec<f64> = hand[key].as_array().unwrap().iter().map(|p| p.as_f64().unwrap()).collect();
            assert!((leads.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{hand}");
            assert!(lowest.is_none_or(|at| leads[at] == 1.0), "{hand}");
        }
    }
    // Without trumps the lowest card of the first plain suit is led, whichever that is.
    assert_eq!(json["largest_difference"], 1.0);
    let svg = std::fs::read_to_string(svg).unwrap();
    assert_eq!(svg.matches("<rect").count(), 1 + 356 * 7);

    let printed = |part: &str| run(&["strategy", "opening", text(&path), "--markdown", part]).good().out;
    assert_eq!(printed("hands").matches("\n| ").count(), 4 * 2 + 356);
    assert_eq!(printed("doubtful"), printed("hands"));
    assert!(printed("closing").contains("| never (0.1 % or less) | 356 | 100.0 % |"));
    assert!(printed("leads").ends_with("| all | 100.0 % | 0.0 % |\n"));
    assert_eq!((printed("row").lines().count(), printed("turnups").lines().count()), (3, 7));
    let lines = run(&["strategy", "opening", text(&path)]).good().out;
    assert_eq!(lines.lines().filter(|line| line.contains(" deals, close ")).count(), 356);
}

#[test]
fn parts_of_a_strategy_are_exported() {
    let (folder, path) = lowest();
    let export = |args: &[&str]| run(&[&["strategy", "export", text(&path), "--format"], args].concat());
    let entries = |args: &[&str]| -> Vec<Json> {
        serde_json::from_str(&export(&[&["json"], args].concat()).good().out).expect("a list")
    };
    let opening = entries(&["--opening"]);
    assert_eq!(opening.len(), 2 * 4 * 165);
    let reach = |entry: &Json| entry["reach"].as_f64().expect("a number");
    // It never closes.
    assert!((opening.iter().map(reach).sum::<f64>() - 1.0).abs() < 1e-9);
    let csv = export(&["csv", "--opening"]).good().out;
    assert_eq!(csv.lines().count(), 1 + 660 * 4 + 660 * 3);

    let sampled = entries(&["--samples", "20", "--seed", "3"]);
    assert_eq!(sampled, entries(&["--samples", "20", "--seed", "3"]));
    assert!(sampled.iter().all(|entry| reach(entry) > 0.0 && reach(entry) <= 1.0 / 660.0 + 1e-12));
    // The export is a record, whose decisions are those on the way to it.
    let last = sampled.last().expect("a game has decisions");
    let record = json!({"game": "kinderschnapsen", "actions": last["actions"]}).to_string();
    let records = folder.path().join("records.jsonl");
    std::fs::write(&records, record).unwrap();
    let on_the_way = entries(&["--records", text(&records)]);
    assert_eq!(on_the_way.last(), Some(last));
    // Another game may have come to the same information sets before.
    let told = |entry: &Json| ["seen", "reach", "probabilities"].map(|key| entry[key].clone());
    let sampled: Vec<_> = sampled.iter().map(told).collect();
    assert!(on_the_way.iter().all(|entry| sampled.contains(&told(entry))));

    export(&["csv"])
        .refused(2, &["two billion information sets", "--opening, --records FILE or --samples N"]);
    export(&["csv", "--opening", "--samples", "3"]).refused(2, &["cannot be used with"]);
    export(&["csv", "--opening", "--score", "3:2"]).refused(2, &["not for a whole game"]);
    std::fs::write(&records, r#"{"game":"kinderschnapsen","actions":["deal"]}"#).unwrap();
    export(&["json", "--records", text(&records)]).refused(1, &["record 0: action 0"]);
    std::fs::write(&records, r#"{"game":"kuhn","actions":[]}"#).unwrap();
    export(&["json", "--records", text(&records)]).refused(1, &["record 0: a record of kuhn"]);
}

#[test]
fn a_strategy_does_not_differ_from_itself() {
    let (_folder, path) = lowest();
    let args = ["strategy", "diff", text(&path), text(&path), "--samples", "50"];
    let same = run(&args).good().out;
    assert!(
        same.starts_with("0.000000 other decisions in a game (standard error 0.000000), by 50 games"),
        "{same}"
    );
    let json = run(&[&args[..], &["--json"]].concat()).good().json_lines();
    assert_eq!((json.len(), &json[0]["samples"], &json[0]["differing"]), (1, &json!(50), &json!(0)));
}

#[test]
fn other_games_have_no_such_opening() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kuhn.strategy");
    run(&["solve", "kuhn", "--iterations", "1", "--out", text(&path)]).done();
    run(&["strategy", "opening", text(&path)]).refused(1, &["a strategy for kuhn, but only kinderschnapsen"]);
    run(&["strategy", "export", text(&path), "--format", "csv", "--opening"])
        .refused(2, &["are for Kinderschnapsen; a strategy for kuhn is written out whole"]);
}

#[test]
#[ignore = "slow: solves Kinderschnapsen"]
fn mirrored_hands_are_played_alike() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hand.strategy");
    run(&["solve", "kinderschnapsen", "--target", "1e-2", "--out", text(&path)]).done();
    let json: Json = run(&["strategy", "opening", text(&path), "--json"]).good().json_lines().remove(0);
    assert_eq!(json["largest_difference"], json!(0.0));
    for hand in json["hands"].as_array().unwrap() {
        let open: f64 = hand["open"].as_array().unwrap().iter().map(|lead| lead.as_f64().unwrap()).sum();
        assert!((open + hand["close"].as_f64().unwrap() - 1.0).abs() < 1e-6, "{hand}");
    }
}
